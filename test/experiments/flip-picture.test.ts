/** The verdicts of flip-picture on what its cells measure, and on measurements that were tampered with. */
import { expect, it } from 'vitest';
import { flipPicture } from '../../experiments/flip-picture/study.ts';
import type { Cell, MeasurementOf } from '../../src/studies/cells/cell.ts';
import { displacement } from '../../experiments/flip-picture/kind.ts';
import { failing, findingsOf } from './support/hand-made.ts';
import '../support/kinds.ts';

type Run = Cell<'displacement'>['run'];
type Measured = MeasurementOf<'displacement'>;

function verdicts(tamper: (measured: Measured, run: Run) => Measured): string[] {
  return failing(flipPicture.report(findingsOf(flipPicture, ({ run }) => tamper(displacement.run(run as Run), run as Run))));
}

/** The erratum of the slides: i_t without x.x. */
const ERRATUM = 'The same as printed, for an example with x.x = 4';

it('only the erratum does not hold', () => expect(verdicts((measured) => measured)).toEqual([ERRATUM]));

it.each<[string, (measured: Measured, run: Run) => Measured, string]>([
  [
    'a naive update that never crosses',
    (measured, { update }) => (update === 'naive' ? { ...measured, overshoot: 0 } : measured),
    'Squared loss: the naive update crosses',
  ],
  [
    'an invariant update that overshoots',
    (measured, { update, importance }) =>
      update === 'invariant' && importance === 1000 ? { ...measured, overshoot: 1e-3 } : measured,
    '"Safety: update never overshoots" (invariant',
  ],
  [
    'an implicit update that overshoots',
    (measured, { update, importance }) =>
      update === 'implicit' && importance === 1000 ? { ...measured, overshoot: 1e-3 } : measured,
    '"Safety: update never overshoots" (implicit',
  ],
  [
    'copies that end elsewhere',
    (measured, { update, importance, steps }) =>
      update === 'invariant' && steps === importance && steps === 7
        ? { ...measured, prediction: measured.prediction + 1e-3 }
        : measured,
    '"An example with importance i',
  ],
  [
    'parts that end elsewhere',
    (measured, { update, steps }) =>
      update === 'naive' && steps > 10000 ? { ...measured, prediction: measured.prediction + 0.1 } : measured,
    '"Multiple updates"',
  ],
  [
    'an implicit update that goes farther',
    (measured, { update, importance }) =>
      update === 'implicit' && importance === 10 ? { ...measured, prediction: 2 } : measured,
    'Implicit updates are "qualitatively',
  ],
  [
    'a prediction that does not flip',
    (measured, { label }) => (label === -1 ? { ...measured, prediction: 0.1 } : measured),
    'Divided by x.x',
  ],
])('%s refutes its claim', (_, tamper, claim) => expect(verdicts(tamper).some((failed) => failed.startsWith(claim))).toBe(true));
