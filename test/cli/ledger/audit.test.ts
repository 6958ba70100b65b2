/**
 * Laws of `iwal audit`: ledgers that were cut off, and contradictions, which are one line and exit code 1. What the page says stands in
 * test/cli/sessions/said/audit.txt.
 */
import { describe, expect, test } from 'vitest';
import { eachFolder } from '../../support/processes/cli.ts';
import { resealed } from '../../support/ledgers.ts';
import { recordedSimulation } from '../../support/recorded-simulation.ts';

const { text: textOf, path, write, iwalHere, refused } = eachFolder();

test('a ledger cut off by a crash, at a few places', async () => {
  await recordedSimulation(path(), {});
  const text = textOf('run.ledger');
  for (const share of [0.3, 0.6, 0.9]) {
    write('run.ledger', text.slice(0, Math.floor(share * text.length)));
    const { code, stdout, stderr } = await iwalHere('audit run.ledger --data pool.svm');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /, not closed: no end is written, .*\n[^]*\ncomputed anew: ok \(computed anew on the data, every entry is the same bit for bit; taken as recorded: the answers\)/,
    );
    expect(stderr).toMatch(
      /^run\.ledger: the last line was cut off when it was written: \d+ bytes after line \d+ do not count\n$/,
    );
  }
});

describe('what is refused', () => {
  const rewrite = (change: (text: string) => string): void => {
    write('run.ledger', resealed(change(textOf('run.ledger'))));
  };

  test('a ledger that contradicts itself, with the line', async () => {
    await recordedSimulation(path(), { record: 'purchases' });
    rewrite((text) =>
      text.replace(/("position":17,.*"label":)(-?1)/, (_, before: string, label: string) => `${before}${-Number(label)}`),
    );
    await refused(
      'audit run.ledger',
      /^iwal: run\.ledger:\d+: found model [0-9a-f]{16}; expected [0-9a-f]{16} by the answers up to here\n$/,
    );
    await refused('audit run.ledger --json', /^iwal: run\.ledger:\d+: found model/);
  });

  test('one that agrees with itself but not with the run', async () => {
    await recordedSimulation(path(), { record: 'purchases' });
    rewrite((text) => text.replace(/("position":0,.*"prediction":)0/, (_, before: string) => `${before}0.25`));
    expect((await iwalHere('audit run.ledger')).code).toBe(0);
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:2: found prediction 0\.25 at position 0; expected 0, as these data, this spec and this version of iwal compute it\n$/,
    );
  });

  test('one whose costs or whose true error are other ones than the run computes', async () => {
    await recordedSimulation(path(), { record: 'purchases', spec: { oracle: [{ name: 'priced', price: 2 }] } });
    const text = textOf('run.ledger');
    const spent = Number(/"spent":(\d+)/.exec(text)![1]);
    rewrite(() => text.replace('"cost":2', '"cost":1').replace(`"spent":${spent}`, `"spent":${spent - 1}`));
    expect((await iwalHere('audit run.ledger')).code).toBe(0);
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:2: found cost 1 at position 0; expected 2, as these data/,
    );
    rewrite(() => text.replace(/"progressiveError":[\d.]+/, '"progressiveError":0.001'));
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:\d+: found progressiveError 0\.001 at the end; expected 0\.\d+, as these data/,
    );
  });

  test('one of a newer version', async () => {
    await recordedSimulation(path(), {});
    rewrite((text) => text.replace('"iwal-ledger":2', '"iwal-ledger":3'));
    await refused(
      'audit run.ledger',
      'run.ledger:1: found ledger version 3, written by iwal 0.1.0; expected version 1 to 2: a newer iwal is needed to read it',
    );
  });

  test('a spec that this version does not know', async () => {
    await recordedSimulation(path(), {});
    rewrite((text) => text.replace('"variance-aware"', '"clairvoyant"'));
    await refused(
      'audit run.ledger',
      /^iwal: run\.ledger:1: found a spec that cannot be built \(unknown query rule 'clairvoyant'.*\); expected one that this version of iwal knows\n$/,
    );
  });
});
