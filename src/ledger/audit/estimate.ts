import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import { judgeOf } from '../../specs/kinds/active-classes.ts';
import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import { whyNoEstimate } from '../../streams/measures/error-meter.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { floorOf } from '../entry.ts';
import { roundIn } from '../passes.ts';
import { recordedSpec } from '../recorded-spec.ts';
import { leftBySpec } from '../replay/labels-left.ts';
import { examplesIn } from '../replay/replay.ts';
import { accountOf, type Phi } from './error-tally.ts';
import { whyUncounted } from './measured-tallies.ts';

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
  const { entries, header, file } = ledger;
  const spec = recordedSpec(file, header);
  const judge = judgeOf(spec);
  const left = leftBySpec(spec, header.data.rows);
  const last = entries.at(-1);
  const end = last?.entry === 'end' ? last : undefined;
  const isComplete = header.record === 'considered';
  const isWeighted = header.data.importances !== undefined;
  const evidence = { entries, judge, isComplete, isWeighted, left, end, examples: examplesIn(ledger), ...roundIn(ledger, spec) };
  const why = whyNoEstimate(ruleTraits(spec), judge) ?? whyUncounted(evidence);
  if (why !== undefined || left === undefined)
    return noEstimate(why!, { rows: examplesIn(ledger), isStopped: false, unanswered: 0 });
  const { mean } = accountOf(evidence, left, { mean: (purchase, label) => within(phi(purchase, label)) }).tallies;
  const floor = floorOf(header);
  return mean.share(end === undefined ? 'under way' : 'over', isComplete ? undefined : floor);
}

function within(z: number): number {
  if (z >= 0 && z <= 1) return z;
  throw new RangeError(`phi must be in [0, 1], found ${z}`);
}
