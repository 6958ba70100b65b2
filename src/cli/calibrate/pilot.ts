import { shellWord } from '../../data/readers/column-kinds.ts';
import { type Dataset, selected, selectRows, upTo } from '../../rows/dataset.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import type { RunSpec } from '../../specs/run.ts';
import { Failure } from '../terminal/failure.ts';
import { classesOfKind } from '../data/labelled.ts';
import { count } from '../../numerics/display.ts';
import { LEAST_OF_PILOT } from './shares.ts';

/**
 * The pilot of a pool: labelled rows of both classes, drawn at random from those with labels, or the first rows.
 *
 * Errors (Failure): a pilot of more rows than there are, or than are labelled; a first row without a label; labels that are not
 * two classes; a pilot of one class, or of importance 0 alone.
 *
 * `size` rows of the pool, labelled -1 and +1.
 */
export function pilotOf(pool: Dataset, size: number, { order, seed }: Pick<RunSpec, 'order' | 'seed'>): Dataset {
  const { name, labels } = pool;
  if (size > labels.length) throw new Failure(`${name} has ${count(labels.length)} rows, too few for a pilot of ${count(size)}`);
  const chosen = order === 'given' ? firstRows(pool, size) : drawnRows(pool, size, seed);
  const pilot = selectRows(pool, chosen, `${name}, pilot`);
  return { ...pilot, labels: classesIn(pilot, chosen) };
}

/** Labelled rows that a pilot takes unless it is said: 500, or all there are. */
export function usualPilot(file: string, { name, labels }: Dataset): number {
  const labelled = labels.reduce((sum, label) => sum + (Number.isNaN(label) ? 0 : 1), 0);
  if (labelled > 0) return Math.max(LEAST_OF_PILOT, Math.min(USUAL, labelled));
  throw new Failure(
    `no row of ${name} has a label to forecast from: iwal label ${shellWord(file)} --query random --budget 100 asks for some, of rows ` +
      'drawn at random',
  );
}

const USUAL = 500;

function firstRows({ name, labels }: Dataset, size: number): Uint32Array {
  const unlabelled = labels.subarray(0, size).findIndex(Number.isNaN);
  if (unlabelled >= 0) throw new Failure(`row ${unlabelled + 1} of ${name} is in the pilot and has no label`);
  return upTo(size);
}

function drawnRows({ name, labels }: Dataset, size: number, seed: number): Uint32Array {
  const labelled = selected(upTo(labels.length), (i) => !Number.isNaN(labels[i]));
  if (size > labelled.length)
    throw new Failure(`${name} has ${count(labelled.length)} labelled rows, too few for a pilot of ${count(size)}`);
  return permutation(labelled.length, randomStream(seed, 'pilot of the pool'))
    .subarray(0, size)
    .map((at) => labelled[at])
    .toSorted();
}

function classesIn({ name, labels, importances }: Dataset, rows: Uint32Array): Float64Array {
  const classes = classesOfKind('sign', labels);
  const stray = classes.findIndex((y) => Math.abs(y) !== 1);
  if (stray >= 0)
    throw new Failure(
      `row ${rows[stray] + 1} of the pool has the label ${labels[stray]}; calibrate needs two classes, -1 and +1 or 0 and 1`,
    );
  const counting = classes.filter((_, i) => importances?.[i] !== 0);
  if (counting.length === 0) throw new Failure(`all ${count(classes.length)} rows of ${name} have the importance 0`);
  if (counting.every((y) => y === counting[0]))
    throw new Failure(
      `all ${count(counting.length)} rows of ${name}${counting.length < classes.length ? ' that have an importance' : ''} ` +
        'are of one class; the rule needs examples of both',
    );
  return classes;
}
