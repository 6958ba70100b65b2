import { describe, expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { lossOfMany, MOST_IN_VECTORS, movesOfMany } from '../../../src/reductions/loss-of-many.ts';
import type { LossOfMany } from '../../../src/reductions/loss-of-many.ts';
import { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { everyLoss, sampleLabel } from '../../support/laws/learner-laws.ts';

/** LAWS of losses of many members at once: over the registry of losses, and of logistic loss in vector instructions. */

const scale = process.env.IWAL_LAWS === 'long' ? 500 : 1;
const QUESTIONS = ['values', 'slopes', 'flows'] as const;

/** Ends of the ranges that loops tell apart, and what is no number. */
const EXTREMES = [
  ...[0, 1e-300, 2 ** -54, 2 ** -29, 2 ** -28, 1e-9, 4e-6, 0.34657359, 0.5, 0.8813735, 1.0397207, 13.5, 20.1],
  ...[36, 36.7, 38, 38.9, 55, 690, 700, 709.8, 745.2, 1e10, 1e200, 1e300, Number.MAX_VALUE, Infinity, NaN],
];

function draw(random: RandomStream): number {
  // Loops change their ways at the first double of a high word, which is some 2^-20 away from the number meant.
  const near = random.below(2) === 0 ? (random.below(5) - 2) * 2 ** -52 : (random.next() - 0.5) * 2 ** -19;
  const drawn = [
    () => random.normal(),
    () => 50 * random.normal(),
    () => random.normal() * 10 ** (20 * random.next() - 10),
    () => EXTREMES[random.below(EXTREMES.length)] * (1 + near) * (random.below(2) === 0 ? 1 : -1),
  ];
  return drawn[random.below(4)]();
}

/** Predictions on which a loss is defined. */
function predictionOf({ domain: [low, high] }: Loss, random: RandomStream): number {
  const p = draw(random);
  return low > -Infinity ? low + (high - low) * random.next() : p;
}

function timeOf(random: RandomStream): number {
  const tau = random.below(3) === 0 ? Math.abs(draw(random)) : 10 ** (8 * random.next() - 4);
  return random.below(30) === 0 ? 10 ** (600 * random.next() - 300) : tau;
}

/** Fills the lists with n members. */
function fill(of: LossOfMany, loss: Loss, n: number, random: RandomStream): void {
  for (let m = 0; m < n; m++) {
    of.predictions[m] = predictionOf(loss, random);
    of.labels[m] = sampleLabel(loss, random);
    of.times[m] = timeOf(random);
  }
}

/** What the loss says of each member alone. */
const alone: Readonly<Record<(typeof QUESTIONS)[number], (loss: Loss, of: LossOfMany, m: number) => number>> = {
  values: (loss, { predictions, labels }, m) => loss.value(predictions[m], labels[m]),
  slopes: (loss, { predictions, labels }, m) => loss.slope(predictions[m], labels[m]),
  flows: (loss, { predictions, labels, times }, m) => loss.flow(predictions[m], labels[m], times[m]),
};

function expectAlone(loss: Loss, question: (typeof QUESTIONS)[number], of: LossOfMany, n: number): void {
  of[question](n);
  expect([...of.out.subarray(0, n)]).toEqual(Array.from({ length: n }, (_, m) => alone[question](loss, of, m)));
}

describe.each(everyLoss)('loss $name', (loss) => {
  it.each(QUESTIONS)('%s of 0 to 40 members are those of each, bit for bit', (question) => {
    const random = randomStream(1, `${question} of many ${loss.name}`);
    for (let run = 0; run < 200 * scale; run++) {
      const n = random.below(41);
      const of = lossOfMany(loss, 40);
      fill(of, loss, n, random);
      expectAlone(loss, question, of, n);
    }
  });

  it.each(Object.values(updates).map((update: UpdateRule) => [update.name, update] as const))(
    'moves of %s are those of each, bit for bit',
    (_, update) => {
      const moves = movesOfMany(update);
      if (moves === undefined) return;
      const random = randomStream(1, `moves of many ${loss.name} ${update.name}`);
      for (let run = 0; run < 50 * scale; run++) {
        const n = random.below(41);
        const of = lossOfMany(loss, 40);
        fill(of, loss, n, random);
        const expected = Array.from({ length: n }, (_, m) => update(loss, of.predictions[m], of.labels[m], of.times[m]));
        moves(of, n);
        expect([...of.out.subarray(0, n)]).toEqual(expected);
      }
    },
  );
});

it('logistic loss has vector instructions for as many as its memory holds, and other losses have none', () => {
  /** Its lists lie side by side in a memory. */
  const isInVectors = ({ out }: LossOfMany): boolean => out.buffer.byteLength > out.byteLength;
  expect(isInVectors(lossOfMany(losses.logistic, 2))).toBe(true);
  expect(lossOfMany(losses.logistic, MOST_IN_VECTORS)).toBe(lossOfMany(losses.logistic, 2));
  const others = [lossOfMany(losses.logistic, 1), lossOfMany(losses.logistic, MOST_IN_VECTORS + 1), lossOfMany(losses.hinge, 2)];
  expect(others.filter(isInVectors)).toEqual([]);
});

it('every member that its memory holds is reached', () => {
  const random = randomStream(1, 'all members');
  const of = lossOfMany(losses.logistic, MOST_IN_VECTORS);
  for (const question of QUESTIONS) {
    fill(of, losses.logistic, MOST_IN_VECTORS, random);
    expectAlone(losses.logistic, question, of, MOST_IN_VECTORS);
  }
});
