import { sigmoid } from '../../src/numerics/elementary.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { type Dataset, selectRows, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { guessRows } from '../../src/rows/guesses.ts';
import { buildLearner } from '../../src/specs/build-learner.ts';
import { DEFAULTS, UNLEARNED_PACE } from '../../src/specs/defaults.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { madeOf, numberSet, twoClassSet } from '../../src/studies/data/datasets.ts';
import type { StudyDataset } from '../../src/studies/study.ts';

/** Shares of right guesses that a model is blurred to. */
export const LEVELS = { '70%': 0.7, '80%': 0.8, '90%': 0.9 } as const;
/** What makes guesses: a model blurred to such a share, nothing, or a model that is turned round. */
export const GUESSERS = [...(Object.keys(LEVELS) as (keyof typeof LEVELS)[]), 'useless', 'adversarial'] as const;
export type Guesser = (typeof GUESSERS)[number];

/** Most rows of a pool, and of the part that its guessers learn, which is held back. */
export const PARTS = { pool: 4000, held: 2000 } as const;
/** Times that a guesser learns them. */
const PASSES = 5;

/** Sets whose models are right in 90% of the pool, and others. */
const SURE = ['mushrooms', 'reuters21578_acq', 'skin_nonskin', 'spambase'];
const OTHERS = ['a9a', 'covtype20k', 'imdb_binary'];
const NUMBERS = ['cpusmall'];
/** All of them: the smaller class has a share from .1 to .5. */
export const SETS: readonly string[] = [...SURE, ...OTHERS, ...NUMBERS];

/** Whether the model of a set is right in so many rows. */
export function canGuess(set: string, guesser: Guesser): boolean {
  return guesser !== '90%' || SURE.includes(set);
}

/** Pools, each with a part that is held back as its `validation`. */
export function guessedSets(): StudyDataset[] {
  return [
    ...[...SURE, ...OTHERS].map((name) => twoClassSet(name, cut)),
    ...NUMBERS.map((name) => numberSet(name, (dataset) => cut(inTwo(dataset)))),
  ].map((set, s) => madeOf(SETS[s], (source) => set.load(source)));
}

function cut(dataset: Dataset): Split {
  const order = permutation(dataset.rows.length, randomStream(1, `cut of ${dataset.name}`));
  const part = (name: string, from: number, to: number): Dataset =>
    selectRows(dataset, order.subarray(from, to).toSorted(), name);
  return { train: part('pool', 0, PARTS.pool), validation: part('held back', PARTS.pool, PARTS.pool + PARTS.held) };
}

/** Numbers are cut in two at their median. */
export function inTwo({ classNames: _, ...dataset }: Dataset): Dataset {
  const middle = dataset.labels.toSorted()[Math.floor(dataset.labels.length / 2)];
  return { ...dataset, labels: dataset.labels.map((label) => (label > middle ? 1 : -1)) };
}

/** The learner of the command line, online. */
export const LEARNER = {
  loss: { name: DEFAULTS.loss },
  update: DEFAULTS.update,
  optimizer: { name: DEFAULTS.optimizer },
} as const;

/** A run with guesses as the command line makes it, but for rule and budget. */
export const GUESS_RUN = { ...LEARNER, pace: UNLEARNED_PACE, guess: true, coins: 'pool' } as const;

/** Log-odds of the positive class that a guesser gives every row of the pool; another `draw` blurs the same model by other noise. */
export function marginsOf(split: Split, guesser: Guesser, draw = 1): Float64Array {
  const { labels } = split.train;
  const random = randomStream(draw, `guesser ${guesser}`);
  if (guesser === 'useless') return labels.map(() => random.normal());
  const margins = modelMargins(split);
  if (guesser === 'adversarial') return margins.map((margin) => -margin);
  const noise = margins.map(() => random.normal());
  const spread = Math.sqrt(margins.reduce((sum, margin) => sum + margin * margin, 0) / margins.length);
  const blurred = (by: number): Float64Array => margins.map((margin, i) => margin + by * spread * noise[i]);
  let [low, high] = [0, 64];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (shareRight(blurred(middle), labels) >= LEVELS[guesser]) low = middle;
    else high = middle;
  }
  return blurred(low);
}

/** Those of a model of the held-back rows. */
function modelMargins(split: Split): Float64Array {
  const spec = parseRunSpec({ ...LEARNER, query: { name: 'passive' }, seed: 1 });
  const { train, validation: held } = splitWithConstant(split, spec);
  const learner = buildLearner(spec, train.rows.columns);
  for (let pass = 0; pass < PASSES; pass++) held!.labels.forEach((label, i) => learner.learn(held!.rows, i, label, 1));
  return train.labels.map((_, i) => learner.predict(train.rows, i));
}

/** How often the sign of the margins is the label. */
export function shareRight(margins: Float64Array, labels: Float64Array): number {
  return margins.reduce((sum, margin, i) => sum + Number(margin >= 0 === labels[i] > 0), 0) / labels.length;
}

/** The pool of their guesses, each with the confidence that its log-odds say. */
export function guessedPool({ name, labels }: Dataset, margins: Float64Array): Dataset {
  const guesses = Array.from(margins, (margin) => ({ guessed: margin >= 0 ? 1 : 0, confidence: sigmoid(Math.abs(margin)) }));
  return { name, rows: guessRows(guesses, 2), labels };
}

/** How guesses are made, for the protocols of reports. */
export const HELD_BACK =
  `Guessers are own small models of up to ${PARTS.held} rows that are held back, no part of the pool: the learner of the ` +
  `command line, ${PASSES} passes. Noise, the same in every run, blurs its log-odds until it is right in so many rows of ` +
  'the pool; its confidence is what the blurred log-odds say, which is too sure. Useless guesses are drawn without a ' +
  'look at the row; the adversarial ones are those of the model turned round, surest where they are wrong.';
