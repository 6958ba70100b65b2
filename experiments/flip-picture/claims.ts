import { type Case, type Claim, type Criterion, DETERMINISTIC, exactly } from '../../src/studies/results/claim.ts';
import { CONVERGED, SAME_NUMBER } from '../support/criteria.ts';
import {
  EXAMPLE,
  FILES,
  FLIP_MARGINS,
  flipped,
  FLIPS,
  gap,
  IMPORTANCES,
  LOSSES,
  PARTS,
  type Flip,
  type Measured,
} from './settings.ts';

/** Of the claims about arithmetic alone. */
const NOTHING = 'Nothing was tried: neither data nor chance comes into it.';

type Safe = 'invariant' | 'implicit';

/** What the slides say of single updates. All of it is arithmetic: a number is its own interval. */
export function claims(measured: Measured): Claim[] {
  return [
    crossesClaim(measured),
    safetyClaim(measured, 'invariant'),
    safetyClaim(measured, 'implicit'),
    approachesClaim(measured),
    limitClaim(measured),
    invarianceClaim(measured),
    notInvariantClaim(measured),
    similarClaim(measured),
    flipClaim(
      measured,
      'The importance i_t of the slides, (1 - e^z - z) / eta, brings a prediction to 0 where x.x = 1',
      FLIPS[0],
    ),
    flipClaim(measured, 'The same as printed, for an example with x.x = 4', FLIPS[1]),
    flipClaim(measured, 'Divided by x.x, for an example with x.x = 4', FLIPS[2]),
  ];
}

function number(what: string, value: number, criterion: Criterion): Case {
  return { what, ...exactly(negligible(value), DETERMINISTIC), unit: 'number', criterion };
}

/** What is below the stored precision counts as 0. */
function negligible(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

function crossesClaim(measured: Measured): Claim {
  const overshoot = (importance: number): number => measured.after({ update: 'naive', importance }, 'squared').overshoot;
  const isBig = (importance: number): boolean => importance * EXAMPLE.sensitivity > 1;
  const [beyond, short] = [true, false].map((is) => IMPORTANCES.filter((importance) => isBig(importance) === is));
  return {
    claim: 'Squared loss: the naive update crosses the label where, and only where, h eta x.x > 1',
    cases: [
      number(`least of ${beyond.length} importances above:`, Math.min(...beyond.map(overshoot)), { above: 0 }),
      number(`most of ${short.length} others:`, Math.max(...short.map(overshoot)), { atMost: 0 }),
    ],
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function safetyClaim(measured: Measured, update: Safe): Claim {
  const losses = ['squared', 'hinge'] as const;
  const farthest = Math.max(
    ...losses.flatMap((loss) => IMPORTANCES.map((importance) => measured.after({ update, importance }, loss).overshoot)),
  );
  return {
    claim: `"Safety: update never overshoots" (${update}; squared and hinge loss, which have a label to overshoot)`,
    cases: [number(`farthest beyond the label, at ${IMPORTANCES.length} importances up to 1000:`, farthest, { atMost: 0 })],
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function approachesClaim(measured: Measured): Claim {
  const distances = IMPORTANCES.map((importance) =>
    Math.abs(EXAMPLE.label - measured.after({ update: 'invariant', importance }, 'squared').prediction),
  );
  const growths = distances.slice(1).map((distance, h) => distance - distances[h]);
  return {
    claim: 'Squared loss: the invariant update approaches the label as the importance grows',
    cases: [
      number('distance at h = 1000', distances.at(-1)!, { atMost: SAME_NUMBER }),
      number('largest growth of the distance', Math.max(...growths), { atMost: 0 }),
    ],
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function limitClaim(measured: Measured): Claim {
  const most = PARTS.at(-1)!;
  return {
    claim: '"Multiple updates": plain steps of importance h / n tend to the invariant update as n grows',
    cases: LOSSES.map((loss) => ({
      what: `${loss}, ${most} parts, largest gap over h = 10, 100, 1000:`,
      ...exactly(Math.max(...[10, 100, 1000].map((importance) => gap(measured, loss, importance, most).y)), DETERMINISTIC),
      unit: 'percent',
      criterion: { atMost: CONVERGED },
    })),
    figure: FILES.parts,
    tried: `Nothing was tried beyond ${most} parts.`,
  };
}

/** Largest difference between one update and the same importance in parts, over the size of the prediction. */
function variance(measured: Measured, update: Safe | 'naive', partsOf: (importance: number) => number): number {
  const differences = LOSSES.flatMap((loss) =>
    IMPORTANCES.map((importance) => {
      const [whole, parts] = [1, partsOf(importance)].map(
        (steps) => measured.after({ update, importance, steps }, loss).prediction,
      );
      return Math.abs(whole - parts) / Math.max(1, Math.abs(whole));
    }),
  );
  return Math.max(...differences);
}

function invarianceClaim(measured: Measured): Claim {
  return {
    claim:
      '"An example with importance i is equivalent to the example i times in the dataset": ' +
      'invariant updates of importance h, of h copies, and of two halves are equal',
    cases: [
      number(
        'largest difference from h copies',
        variance(measured, 'invariant', (h) => h),
        { atMost: SAME_NUMBER },
      ),
      number(
        'from two halves',
        variance(measured, 'invariant', () => 2),
        { atMost: SAME_NUMBER },
      ),
    ],
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function notInvariantClaim(measured: Measured): Claim {
  return {
    claim: 'Implicit updates are "not invariant", and naive ones are not either: two halves are not the whole',
    cases: (['implicit', 'naive'] as const).map((update) =>
      number(
        `${update}, largest difference`,
        variance(measured, update, () => 2),
        { above: SAME_NUMBER },
      ),
    ),
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function similarClaim(measured: Measured): Claim {
  const moves = LOSSES.flatMap((loss) =>
    IMPORTANCES.map((importance) => {
      const [implicit, invariant] = (['implicit', 'invariant'] as const).map(
        (update) => measured.after({ update, importance }, loss).prediction - EXAMPLE.prediction,
      );
      return { implicit, invariant };
    }),
  );
  return {
    claim: 'Implicit updates are "qualitatively very similar" to invariant ones: they go the same way, and never farther',
    cases: [
      number(`smallest of ${moves.length} implicit moves`, Math.min(...moves.map(({ implicit }) => implicit)), { above: 0 }),
      number('farthest beyond the invariant one', Math.max(...moves.map(({ implicit, invariant }) => implicit - invariant)), {
        atMost: SAME_NUMBER,
      }),
    ],
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function flipClaim(measured: Measured, claim: string, flip: Flip): Claim {
  const after = FLIP_MARGINS.map((margin) => Math.abs(flipped(measured, flip, margin).prediction));
  return {
    claim,
    cases: [
      number(`logistic loss, predictions of ${FLIP_MARGINS.join(', ')}: afterwards farthest from 0:`, Math.max(...after), {
        atMost: SAME_NUMBER,
      }),
    ],
    figure: FILES.flips,
    tried: 'The printed importance lacks x.x (docs/ERRATA.md, S2); dividing by it was tried, and is a claim of its own.',
  };
}
