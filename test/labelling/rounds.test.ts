/** Ledgers of rounds over a pool: sessions cut off anywhere, answers taken back, batches, audits, accounts live and from the file. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openBatches } from '../../src/labelling/batch/session.ts';
import { openSession } from '../../src/labelling/session.ts';
import { sessionAccounts } from '../../src/labelling/labelling.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { certify } from '../../src/ledger/audit/certificates/certify.ts';
import { requireConsistent } from '../../src/ledger/audit/consistency.ts';
import { estimate } from '../../src/ledger/audit/estimate.ts';
import { isKnown, type Recorded } from '../../src/ledger/entry.ts';
import { sampleOf } from '../../src/ledger/export/sample.ts';
import { readLedger, type Ledger } from '../../src/ledger/file/read-ledger.ts';
import { roundIn } from '../../src/ledger/passes.ts';
import { statedBy } from '../../src/ledger/known.ts';
import { verify } from '../../src/ledger/replay/replay.ts';
import { buildActiveLearner } from '../../src/specs/build.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { PACED } from '../support/paced-spec.ts';
import { finished } from '../../src/numerics/work.ts';
import { toyFile, iwalHere, linesOf } from '../support/processes/cli.ts';
import { carryOut, plan as planFor, type Step } from '../support/processes/label-sessions.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path, text, bytes: bytesOf } = temporaryFolder();
const folder = path('');
const data = toyTask({ rows: 60, columns: 6, seed: 8 });
const spec = parseRunSpec({ ...PACED, budget: 30, explore: 0.5, warmUp: 3, refit: 1.2, rounds: 2, coins: 'pool', seed: 4 });
const script: Step[] = ['label', 'skip', 'undo', 'label', 'mistake', 'label', 'undo', 'undo'];

function plan(name: string, record: Recorded = 'considered') {
  return planFor(path(name), spec, record, data);
}

function ledgerOf(name: string): Ledger {
  return finished(readLedger(path(name)))!;
}

function verified(ledger: Ledger) {
  const stream = { ...data, order: orderOf(spec, data.rows.length) };
  return finished(verify(ledger, () => buildActiveLearner(spec, data), stream, sessionAccounts(30)));
}

/** What an audit says of a ledger, by itself or beside its data. */
function auditOf(ledger: Ledger, beside?: ReturnType<typeof verified>) {
  return finished(audit(ledger, { ...statedBy(ledger, spec), ...(beside && { labels: data.labels }) }, beside));
}

describe('a session of two rounds', () => {
  const straight = carryOut(plan('straight'), script, { labels: data.labels });
  const bytes = bytesOf('straight');

  it('goes on where it stopped, and after its ledger was cut off at any byte, in the same bytes', () => {
    for (const cut of [1, 3, 6, 14, 21]) {
      carryOut(plan(`cut ${cut}`), script, { to: cut, labels: data.labels });
      expect(carryOut(plan(`cut ${cut}`), script, { from: cut, labels: data.labels }).state).toEqual(straight.state);
      expect(bytesOf(`cut ${cut}`)).toEqual(bytes);
    }
    carryOut(plan('plain'), [], { labels: data.labels });
    const whole = bytesOf('plain');
    for (let at = whole.indexOf('\n') + 1; at < whole.length; at += 1777) {
      writeFileSync(path(`bytes ${at}`), whole.subarray(0, at));
      carryOut(plan(`bytes ${at}`), [], { labels: data.labels });
      expect(bytesOf(`bytes ${at}`).equals(whole)).toBe(true);
    }
  });

  it('a row has one label, a line a round, and is asked about once', () => {
    const { entries } = ledgerOf('plain');
    const examples = [...entries].flatMap((entry) => (entry.entry === 'example' ? [entry] : []));
    expect(examples).toHaveLength(120);
    const bought = examples.filter((entry) => entry.outcome === 'asked' && !isKnown(entry));
    expect(bought).toHaveLength(30);
    expect(new Set(bought.map(({ row }) => row)).size).toBe(30);
    const again = examples.filter((entry) => entry.outcome === 'asked' && isKnown(entry));
    expect(again.length).toBe(bought.filter(({ position }) => position < 60).length);
    for (const { row, label, prediction, probability, cost } of again) {
      const first = bought.find((entry) => entry.row === row)!;
      expect([label, prediction, probability, cost]).toEqual([first.label, first.prediction, 1, 0]);
    }
  });

  it('agrees with itself, is computed anew bit for bit, and a second meeting in a round is found', () => {
    for (const record of ['considered', 'purchases'] as const) {
      carryOut(plan(record, record), script, { labels: data.labels });
      const ledger = ledgerOf(record);
      const beside = verified(ledger);
      expect(beside.entries.length).toBe(121);
      const [alone, anew] = [auditOf(ledger), auditOf(ledger, beside)].map(({ error: { value, low, high } }) => ({
        value,
        low,
        high,
      }));
      expect(alone.low).toBeTypeOf('number');
      expect(alone).toEqual(anew);
    }
    const ledger = ledgerOf('plain');
    const { rounds, ...once } = statedBy(ledger, spec);
    const check = (of: Ledger, stated: typeof once & { readonly rounds?: number }) => (): void =>
      finished(requireConsistent(of, stated));
    expect(check(ledger, { ...once, rounds: rounds! })).not.toThrow();
    expect(check(ledger, once)).toThrow(/a second time/);
    const { header } = ledger;
    const longer = { ...ledger, header: { ...header, data: { ...header.data, rows: 61 } } };
    expect(check(longer, { ...once, rounds: rounds! })).toThrow(/every row once a round/);
  });

  it('the screen and the audit say the same, under way and in the end: that of the last complete round', () => {
    const session = finished(openSession(plan('screen')));
    const seen: unknown[] = [];
    try {
      while (session.question !== undefined) {
        const { position, row } = session.question;
        const { why, value, low, high, rows } = session.standing.error;
        if (position < 60) expect(why).toBe('no round over the pool is complete yet');
        else expect(rows).toBe(60);
        if (position >= 60) seen.push({ value, low, high });
        finished(session.answer(data.labels[row]));
      }
      session.finish();
      const { value, low, high, rows } = session.standing.error;
      expect(rows).toBe(120);
      expect(auditOf(ledgerOf('screen')).error).toMatchObject({ value, low, high, rows });
    } finally {
      session.close();
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    // The same file without its end, and in the middle of the second round.
    const lines = text('screen').split('\n');
    writeFileSync(path('half'), `${lines.slice(0, 100).join('\n')}\n`);
    const { value, low, high, rows } = auditOf(ledgerOf('half')).error;
    expect([{ value, low, high }, rows]).toEqual([seen[0], 60]);
  });

  it('counts are counts of rows: certificates, shares and the sample that is exported', () => {
    const ledger = ledgerOf('plain');
    const { counts } = certify([ledger], { targets: ['positives', 'recall', 'error'], confidence: 0.95 }) as Extract<
      ReturnType<typeof certify>,
      { counts: unknown }
    >;
    const positives = data.labels.filter((y) => y > 0).length;
    const [all, recall] = counts;
    expect(all.rows).toBe(60);
    expect(all.low).toBeLessThanOrEqual(positives);
    expect(all.high).toBeGreaterThanOrEqual(positives);
    const sample = sampleOf(ledger.entries, data, { ...spec, ...roundIn(ledger, spec) });
    expect(sample.ids).toHaveLength(30);
    expect(recall.seen).toBe(sample.dataset.labels.filter((y) => y > 0).length);
    // The weights of the sample are those of the estimate.
    const { labels, importances } = sample.dataset;
    const weighted = importances.reduce((sum, h, n) => sum + (labels[n] > 0 ? h : 0), 0);
    const mass = importances.reduce((sum, h) => sum + h, 0);
    const share = estimate(ledger, (_, label) => (label > 0 ? 1 : 0));
    expect(Math.abs(mass - 60)).toBeLessThan(60);
    if (share.value !== null) expect(share.value).toBeCloseTo(Math.min(weighted / 60, 1), 12);
    expect(() => certify([ledger, ledger], { targets: ['error'], confidence: 0.95 })).toThrow(/2 rounds/);
  });
});

it('batches end with their round, go on after a cut, and are computed anew', () => {
  const drive = (name: string, until = Infinity): void => {
    const session = finished(openBatches(plan(name)));
    try {
      for (let batch = 0; batch < until; batch++) {
        finished(session.ask(4));
        if (session.open.length === 0) return;
        for (const question of session.open) expect(question.position < 60).toBe(session.open[0].position < 60);
        const answers = session.open.map((question) => ({
          question,
          answer: question.row % 9 === 0 ? ('abstains' as const) : data.labels[question.row],
        }));
        finished(session.learn(answers));
      }
    } finally {
      session.close();
    }
  };
  drive('batches');
  for (const until of [1, 2, 5]) {
    drive(`batches ${until}`, until);
    drive(`batches ${until}`);
    expect(bytesOf(`batches ${until}`)).toEqual(bytesOf('batches'));
  }
  expect(verified(ledgerOf('batches')).asRecorded).toContain('the answers');
  expect(ledgerOf('batches').entries.at(-1)?.entry).toBe('end');
});

it('on the command line: simulate keeps a ledger of rounds, and audit computes it anew, of two classes and of four', async () => {
  const two = await toyFile(folder, 'two.svm', { rows: 200, seed: 2 });
  const four = 'four.svm';
  writeFileSync(
    path(four),
    linesOf(text(two))
      .map((line, n) => line.replace(/^\S+/, String(1 + (line.startsWith('-') ? 0 : 1) + 2 * (n % 2))))
      .join('\n'),
  );
  for (const [file, more] of [
    [two, []],
    [four, ['--classes', '1,2,3,4']],
  ] as const) {
    for (const record of ['considered', 'purchases']) {
      const ledger = `${file}.${record}.ledger`;
      const run = ['simulate', file, ...more, '--budget', '40', '--rounds', '2', '--ledger', ledger, '--record', record];
      expect((await iwalHere(folder, run)).stdout).toMatch(/bought 40 of 200 labels/);
      const { stdout } = await iwalHere(folder, `audit ${ledger} --data ${file}`);
      expect(stdout).toMatch(/computed anew: ok/);
      expect(stdout).not.toMatch(/suspicious/);
    }
  }
  const { stderr } = await iwalHere(folder, ['replay', `${two}.considered.ledger`, '--data', two, '--query', 'margin']);
  expect(stderr).toMatch(/a ledger of 2 rounds/);
});
