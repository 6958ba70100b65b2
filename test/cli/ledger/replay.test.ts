/** Laws of `iwal replay`: the page and the object of a direct run where the ledger holds its labels, and clear refusals. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Replayable, Replayed, ReplayedOutcome } from '../../../src/cli/replay/run.ts';
import { done, toyFile, iwalHere } from '../../support/processes/cli.ts';
import { resealed } from '../../support/ledgers.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path } = temporaryFolder();
const ROWS = 600;

/** What it says of runs none of which diverged. */
type Reported = Replayed & { readonly runs: readonly (Replayable & ReplayedOutcome)[] };

async function replayed(ledger: string, ...options: string[]): Promise<Reported> {
  return JSON.parse(await done(path('.'), ['replay', ledger, '--data', 'toy.svm', ...options, '--json'])) as Reported;
}

/** The model that asks in a replayed run learns online. */
const ONLINE = ['--final', 'online', '--refit', 'none'];

beforeAll(async () => {
  await toyFile(path('.'), 'toy.svm', { rows: ROWS });
  const keep = (ledger: string, ...options: string[]) =>
    iwalHere(path('.'), ['simulate', 'toy.svm', ...ONLINE, ...options, '--ledger', ledger]);
  await keep('passive.ledger', '--query', 'passive');
  await keep('bought.ledger', '--query', 'passive', '--record', 'purchases', '--budget', '200');
  await keep('paced.ledger', '--budget', '150', '--record', 'purchases');
});

describe('a ledger that holds every label', () => {
  it.each([
    ['soft-margin', ['--budget', '60']],
    ['iwal-cal', ['--budget', '10%', '--explore', '0.4']],
    ['margin', ['--width', '0.5']],
    ['committee', []],
  ])('%s %j is what simulate measures', async (query, options) => {
    const { runs } = await replayed('passive.ledger', '--query', query, ...options);
    const direct = await iwalHere(path('.'), ['simulate', 'toy.svm', ...ONLINE, '--query', query, ...options, '--json']);
    const { queried, examples, progressiveError } = JSON.parse(direct.stdout) as Record<string, number>;
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ result: 'direct run', labels: queried, rows: examples, trueError: progressiveError });
    expect(runs[0].estimate).toMatchObject({ kind: 'counted' });
    expect(runs[0].estimate.value).toBeCloseTo(progressiveError, 12);
  });

  it('compares the same models at the end as simulate, and names the one it would take home', async () => {
    const options = ['--query', 'soft-margin', '--budget', '60'];
    const { runs } = await replayed('passive.ledger', ...options);
    const direct = await iwalHere(path('.'), ['simulate', 'toy.svm', '--refit', 'none', ...options, '--json']);
    const { candidates, chosen } = (JSON.parse(direct.stdout) as { final: Record<string, unknown> }).final;
    expect(runs[0].final).toEqual({ candidates, chosen });
    const page = await iwalHere(path('.'), ['replay', 'passive.ledger', '--data', 'toy.svm', ...options]);
    expect(page.stdout).toMatch(/^ {2}model: .* \(log loss in cross-validation [\d.]+, of the .* [\d.]+\)$/m);
    const online = await iwalHere(path('.'), ['replay', 'passive.ledger', '--data', 'toy.svm', ...options, '--final', 'online']);
    expect(online.stdout).not.toContain('model:');
  });
});

describe('a ledger of purchases', () => {
  it('is computed anew first, and then answers for what it holds', async () => {
    const { runs } = await replayed('paced.ledger', '--query', 'random,soft-margin', '--budget', '150');
    const [random, own] = runs;
    // It is the rule of the ledger itself.
    expect(own).toMatchObject({ result: 'direct run', difference: { value: 0 }, adjusted: 1 });
    expect(random.requests!.met).toBeLessThan(random.requests!.wanted);
    expect(random.result).toBe('clipped rule');
  });

  it('answers as far as a hard cap went, and says how far that is', async () => {
    const { rows, examples, runs } = await replayed('bought.ledger', '--query', 'random', '--rate', '0.3');
    expect([rows, examples]).toEqual([200, ROWS]);
    expect(runs[0].rows).toBe(200);
    const { stdout } = await iwalHere(path('.'), 'replay bought.ledger --data toy.svm --query random --rate .3');
    expect(stdout).toContain('its budget ended there, and it can answer for the first 200');
  });
});

describe('other learners', () => {
  it('are compared pair by pair, adjusted for all of them', async () => {
    const { runs } = await replayed('paced.ledger', '--loss', 'logistic,hinge', '--optimizer', 'ada-grad,normalized-adaptive');
    expect(runs.map(({ label }) => label)).toEqual([
      'logistic, ada-grad',
      'logistic, normalized-adaptive',
      'hinge, ada-grad',
      'hinge, normalized-adaptive',
    ]);
    expect(runs[1].difference!.value).toBe(0);
    for (const { result, requests, adjusted } of runs) {
      expect([result, requests]).toEqual(['labels as bought', undefined]);
      expect(adjusted).toBeGreaterThanOrEqual(0);
    }
  });

  it('may read labels of another kind', async () => {
    const { runs } = await replayed('passive.ledger', '--loss', 'logarithmic', '--optimizer', 'gradient-descent', '--eta', '0.1');
    expect(runs[0].trueError).toBeLessThan(0.5);
    expect(runs[0].estimate.value).toBeCloseTo(runs[0].trueError!, 12);
  });
});

it('a page for a person', async () => {
  const { stdout } = await iwalHere(path('.'), 'replay paced.ledger --data toy.svm --query random,margin:width=0.1');
  expect(stdout).toMatch(/^paced\.ledger: pool toy, \d+ of 600 rows considered, 150 labels/);
  expect(stdout).toMatch(
    /\nrandom: .*; random, paced by the budget.*\n {2}\d+ labels bought.*; the ledger holds \d+ of the \d+ labels it wanted \(\d+\.\d\d%\): this is the result of the rule clipped to the ledger's probabilities, and not of the rule\n/,
  );
  expect(stdout).toMatch(/\n {2}beside the run of the ledger, on the same rows: .* points of error, 95% interval .*; p .*Holm\)/);
});

describe('is refused:', () => {
  it('a ledger that these data do not compute', async () => {
    const rule = ['--query', 'random', '--rate', '0.1'];
    const text = readFileSync(join(path('.'), 'passive.ledger'), 'utf8');
    const at = text.indexOf('"coin":0.') + '"coin":0.'.length;
    writeFileSync(join(path('.'), 'changed.ledger'), resealed(`${text.slice(0, at)}0${text.slice(at + 1)}`));
    const changed = await iwalHere(path('.'), ['replay', 'changed.ledger', '--data', 'toy.svm', ...rule]);
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringMatching(/changed\.ledger:2: found coin/)]);
  });
});
