/** LAWS of the band on the screen: it is what `certify` says of the ledger so far, after answers, skips and undos alike. */
import { expect, it } from 'vitest';
import { certify } from '../../src/ledger/audit/certificates/certify.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { openBatches } from '../../src/labelling/batch/session.ts';
import { openSession } from '../../src/labelling/session.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { bandWords } from '../../src/streams/stopping/stop-words.ts';
import { finished } from '../../src/numerics/work.ts';
import { plan } from '../support/processes/label-sessions.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path } = temporaryFolder();
const data = toyTask({ rows: 200, columns: 6, seed: 8 });
const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' }, seed: 4 };
const paced = { ...learner, query: { name: 'soft-margin' }, budget: 120, pace: {}, explore: 0.5, warmUp: 5, coins: 'pool' };

/** What the audit certifies of a ledger, in the words of the screen. */
function certifiedBy(file: string): string {
  const certification = certify([finished(readLedger(file))!], { targets: ['error'], confidence: 0.95 });
  const [{ low, high, rows }] = 'counts' in certification ? certification.counts : [];
  return bandWords({ low: low / rows, high: high / rows, rows });
}

it('is not there before the labels that it needs, and is then that of the ledger', () => {
  const file = path('band.jsonl');
  const session = finished(openSession(plan(file, parseRunSpec(paced), 'considered', data)));
  const said: (string | undefined)[] = [];
  while (session.question !== undefined) {
    const { row, number } = session.question;
    const before = session.standing.band;
    said.push(before);
    finished(session.answer(number % 9 === 0 ? 'abstains' : data.labels[row]));
    if (number % 11 !== 0) continue;
    finished(session.undo());
    expect(session.standing.band).toBe(before);
    finished(session.answer(data.labels[row]));
  }
  session.finish();
  const { band } = session.standing;
  session.close();
  expect(said[0]).toBeUndefined();
  expect(said.filter((each) => each !== undefined).length).toBeGreaterThan(10);
  expect(band).toBe(certifiedBy(file));
});

it('is that of the ledger where answers come late, in batches, each about the prediction it was asked on', () => {
  const file = path('batches.jsonl');
  const session = finished(openBatches(plan(file, parseRunSpec(paced), 'considered', data)));
  const bands = new Set<string | undefined>();
  for (;;) {
    finished(session.ask(7));
    const { open } = session;
    if (open.length === 0) break;
    finished(session.learn(open.map((question) => ({ question, answer: data.labels[question.row] }))));
    bands.add(session.standing.band);
  }
  const { band } = session.standing;
  session.close();
  expect(bands.size).toBeGreaterThan(5);
  expect(band).toBe(certifiedBy(file));
});

it.each([
  ['a certificate is waited for', { ...paced, stop: { measure: 'error', limit: 0.1 } }],
  ['no smallest probability is known', { ...learner, query: { name: 'iwal-cal', mellowness: 1e-2 } }],
  ['the rule leaves rows out', { ...learner, query: { name: 'selective-sampling' }, budget: 50 }],
])('is not there where %s', (name, given) => {
  const session = finished(openSession(plan(path(name), parseRunSpec(given), 'considered', data)));
  expect(session.standing.band).toBeUndefined();
  session.close();
});
