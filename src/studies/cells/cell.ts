import { z } from 'zod';
import { requireStepSize } from '../../specs/build-learner.ts';
import { lookUp, SpecError } from '../../specs/choices.ts';
import { kinds, type Kinds } from './kinds/index.ts';
import { parsed } from '../../specs/learner-spec.ts';
import { partsUsedBy, requireRecordedParts } from '../../specs/parts/recorded.ts';
import type { Split } from '../../rows/selection.ts';

/** The name of a kind of run. */
export type KindName = keyof Kinds;

/** The spec of a run of this kind, every default filled in. */
export type SpecOf<K extends KindName> = ReturnType<Kinds[K]['parse']>;
/** What is measured of a run of this kind. */
export type MeasurementOf<K extends KindName> = ReturnType<Kinds[K]['run']>;
/** The spec of a run of this kind as a study writes it, defaults left out. */
export type GivenOf<K extends KindName> = NonNullable<Kinds[K]['given']>;

/** The name of a dataset of the study, for the kinds that learn from one. */
export type OnData<K extends KindName> = Kinds[K] extends { admit: unknown }
  ? { readonly dataset: string }
  : { readonly dataset?: never };

/**
 * One run of a study with every default filled in: its kind, its dataset, its spec. Types follow from the registry of kinds: a
 * field of another kind, a missing parameter or dataset is a compile error.
 */
export type Cell<K extends KindName = KindName> = { [N in K]: { readonly kind: N; readonly run: SpecOf<N> } & OnData<N> }[K];

/** A run as a study writes it, defaults left out. */
export type GivenCell<K extends KindName = KindName> = {
  [N in K]: { readonly kind: N; readonly run: GivenOf<N> } & OnData<N>;
}[K];

const schema = z.strictObject({ kind: z.string(), dataset: z.string().optional(), run: z.record(z.string(), z.unknown()) });

/**
 * Checks a run that a study asks for, and fills in every default.
 *
 * @throws SpecError with what is legal.
 */
export function cell<K extends KindName>(given: GivenCell<K>): Cell<K> {
  return parseCell(given) as Cell<K>;
}

/** The same for a run from a file. */
export function parseCell(cell: unknown): Cell {
  const { kind, dataset, run } = parsed(schema, cell, 'a cell');
  const entry = lookUp('kind', kinds, kind);
  const needsData = 'admit' in entry;
  if (needsData && dataset === undefined) throw new SpecError(`a cell of kind '${kind}' needs a dataset`);
  if (!needsData && dataset !== undefined) throw new SpecError(`a cell of kind '${kind}' takes no dataset, found '${dataset}'`);
  const { parts: recorded, ...given } = run;
  requireRecordedParts({ ...given, kind, parts: recorded });
  const spec = entry.parse(given);
  return {
    kind,
    ...(dataset === undefined ? {} : { dataset }),
    run: { ...spec, ...partsUsedBy({ ...spec, kind }) },
  } as Cell;
}

/** Throws SpecError for a cell of earlier versions whose results can be read, and which no longer runs. */
export function requireRunnable({ run }: Cell): void {
  if ('optimizer' in run) requireStepSize(run);
}

/** Throws SpecError where a cell cannot learn the labels of its data. */
export function requireFitting({ kind, dataset, run }: Cell, data: Split): void {
  const entry = kinds[kind];
  if (!('admit' in entry)) return;
  try {
    entry.admit(run as never, data);
  } catch (error) {
    throw error instanceof SpecError ? new SpecError(`dataset '${dataset}', kind '${kind}': ${error.message}`) : error;
  }
}
