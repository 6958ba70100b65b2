import { finished } from '../../numerics/work.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { ExampleEntry } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { recordedSpec } from '../recorded-spec.ts';
import { evidenceIn } from './certificates/certify.ts';
import { accountOf, type Phi } from './error-tally.ts';

/**
 * The mean of phi over the rows that a ledger's run considered while its budget could pay for a label, from the labels it bought.
 *
 *   (1 / tau) sum over labels bought of (i / p) phi      with its score interval (statistics/intervals/score-interval.ts), nominally 95%
 *
 * `phi(purchase, label)` in [0, 1] has to be fixed before the coin of its row: anything of the row, its label, the prediction the
 * run made before, or of a model trained on none of the labels of this ledger. Of the model that the run ended with it is not:
 * its own training labels flatter it, and such an estimate means nothing. The statement is about these rows; the interval holds
 * where the run did not end because of the number itself (for that: statistics/certificates/certificate.ts).
 *
 * 'nothing', and why, for rules that leave rows out or weigh labels otherwise than by 1/p, and where a ledger of purchases does
 * not tell enough.
 *
 * @throws RangeError where phi leaves [0, 1].
 * @throws DataError for a spec that this version cannot build.
 *
 * @example
 * const parts = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 } };
 * const header = { data: { rows: 2 }, record: 'considered', spec: { ...parts, query: { name: 'passive' }, seed: 1 } };
 * const bought = { entry: 'example', outcome: 'asked', probability: 1, importance: 1, prediction: 0, cost: 1 };
 * const entries = [{ ...bought, position: 0, row: 0, label: 1 }, { ...bought, position: 1, row: 1, label: -1 }];
 * estimate({ file: 'a.ledger', header, entries }, (_, label) => (label > 0 ? 1 : 0)).value // => 0.5
 */
export function estimate(ledger: Ledger, phi: Phi): ErrorEstimate {
  const evidence = finished(evidenceIn({ ledger, spec: recordedSpec(ledger.file, ledger.header) }));
  const { tallies, examples, left, course, bound } = evidence;
  if ('why' in tallies) return noEstimate(tallies.why, { rows: examples, isStopped: false, unanswered: 0 });
  const phis = { mean: (purchase: ExampleEntry, label: number) => within(phi(purchase, label)) };
  return accountOf({ ...evidence, assistance: 0 }, left!, phis).tallies.mean.share(course, bound);
}

function within(z: number): number {
  if (z >= 0 && z <= 1) return z;
  throw new RangeError(`phi must be in [0, 1], found ${z}`);
}
