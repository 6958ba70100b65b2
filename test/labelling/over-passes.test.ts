/**
 * Several passes over a pool: what is the same in all of them is told by all of them, more surely than by the first alone, and the truth is
 * inside as often; what a session says its audit says.
 */
import { expect, it } from 'vitest';
import { openSession } from '../../src/labelling/session.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { evidenceIn } from '../../src/ledger/audit/certificates/certify.ts';
import { overPasses } from '../../src/ledger/audit/over-passes.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import type { ShareOfClass } from '../../src/streams/measures/error-words.ts';
import { recordedSpec } from '../../src/ledger/recorded-spec.ts';
import { finished } from '../../src/numerics/work.ts';
import { plan, specOf } from '../support/processes/label-sessions.ts';
import { fileNames } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();
const RUNS = 40;

it('shares of the classes', () => {
  let [first, both, missed] = [0, 0, 0];
  for (let seed = 1; seed <= RUNS; seed++) {
    const data = toyTask({ rows: 300, seed });
    const file = newFile();
    const told = (pass: 'last' | 'next'): ShareOfClass => {
      const spec = specOf({ name: 'random', rate: 0.2 }, { seed, floor: 0.2 });
      const session = finished(openSession(plan(file, spec, 'considered', data, { pass })));
      while (session.question !== undefined) finished(session.answer(data.labels[session.question.row]));
      session.finish();
      const [share] = session.standing.shares!;
      session.close();
      return share;
    };
    const width = ({ low, high }: ShareOfClass): number => high! - low!;
    first += width(told('last'));
    const share = told('next');
    both += width(share);
    const truth = data.labels.filter((y) => y > 0).length / 300;
    if (truth < share.low! || truth > share.high!) missed++;
    const ledger = finished(readLedger(file))!;
    const known = finished(evidenceIn({ ledger, spec: recordedSpec(file, ledger.header) }));
    const { measures } = finished(audit(ledger, { ...known, passes: finished(overPasses(ledger))! }));
    expect(measures!.prevalence).toMatchObject({ low: share.low, high: share.high });
  }
  expect(missed).toBeLessThanOrEqual(5);
  expect(both).toBeLessThan(0.85 * first);
});

it('a pass that has bought every label counts, whatever passes before it have estimated', () => {
  const data = toyTask({ rows: 100, seed: 3 });
  const file = newFile();
  const shares = [0.2, 1].map((rate) => {
    const spec = specOf({ name: 'random', rate }, { seed: 3, floor: rate });
    const session = finished(openSession(plan(file, spec, 'considered', data, { pass: rate === 1 ? 'next' : 'last' })));
    while (session.question !== undefined) finished(session.answer(data.labels[session.question.row]));
    session.finish();
    const [share] = session.standing.shares ?? [];
    session.close();
    return share;
  });
  const truth = data.labels.filter((y) => y > 0).length / 100;
  expect(shares[1]).toMatchObject({ value: truth, low: truth, high: truth });
});
