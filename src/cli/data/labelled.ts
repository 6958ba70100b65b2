import { statSync } from 'node:fs';
import type { Documents } from '../../data/documents/read-documents.ts';
import { type DatasetOptions, loadDataset, readDataset, readPieces } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';
import { type LabelKind, LEGAL_LABELS, type Loss } from '../../losses/loss.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { cacheFolder } from '../options/inputs.ts';
import { CACHED_FROM, type NoCache } from '../options/reading-options.ts';
import { inlinePasses, yieldToEvents } from '../terminal/event-loop.ts';
import { orFault } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { present } from '../../numerics/present.ts';

/** How the data that a loss is to learn from is read: with labels of two classes, or of numbers. */
export function labelledAs({ labels: kind }: Loss, reading: DatasetOptions): DatasetOptions {
  return { ...reading, labels: kind === 'sign' ? 'sign' : 'real' };
}

/**
 * Gives all rows of a file, or its pieces in their order, the labels that a loss takes; throws a DataError that names the row of a label
 * that it does not take.
 *
 * Two-class losses read -1 and +1, or 0 and 1; losses of probabilities read labels in [0, 1], and -1 and +1 as 0 and 1.
 */
export function labelsFor(file: string, { labels: kind, name }: Loss): <D extends Dataset>(piece: D) => D {
  const reader = new LabelsOfKind(kind);
  const labelOf = (written: number): number => {
    const label = reader.read(written);
    if (label !== undefined) return label;
    const { label: fault, row } = reader.faultOf(written);
    throw new DataError({ file, found: `label ${fault} in row ${row}`, legal: `${LEGAL_LABELS[kind].words} for ${name} loss` });
  };
  return (piece) => ({ ...piece, labels: piece.labels.map(labelOf) });
}

/** Two classes as losses of this kind name them: 0 and 1 for probabilities, else -1 and +1; other labels as they are. */
export function classesOfKind(kind: LabelKind, labels: Float64Array): Float64Array {
  const reader = new LabelsOfKind(kind);
  const meant = labels.map((written) => reader.read(written) ?? NaN);
  return meant.includes(NaN) ? labels : meant;
}

/**
 * Reads documents with their labels; where a column that nobody has named holds labels of other classes, without them, and says why.
 *
 * @throws DataError of the first reading for any other trouble.
 */
export async function readOptionally<T>(
  read: (options: DatasetOptions) => Promise<T>,
  options: DatasetOptions,
): Promise<{ readonly dataset: T; readonly fault?: DataError }> {
  const isOfDocuments = (options.text ?? options.fitted) !== undefined;
  const first = await orFault(read({ ...options, labels: 'optional' }));
  if (!(first instanceof DataError)) return { dataset: first };
  if (!isOfDocuments || options.labelColumn !== undefined) throw first;
  const dataset = await orFault(read({ ...options, labels: 'optional', labelColumn: 'none' }));
  if (dataset instanceof DataError) throw first;
  return { fault: first, dataset };
}

/** The rows, labels and classes alone: what goes to a thread is copied, and texts may be large. */
export function withoutDocuments(dataset: Dataset & Partial<Documents>): Dataset {
  const { name, rows, labels, importances, groups, classes, classNames, costs } = dataset;
  return { ...{ name, rows, labels }, ...present({ importances, groups, classes, classNames, costs }) };
}

/**
 * Labels that come one at a time, as losses of this kind name them.
 *
 * A file names its two classes in one way, -1 and +1 or 0 and 1: the first label other than 1 says which, for 1 is 1 in both.
 */
export class LabelsOfKind {
  readonly #kind: LabelKind;
  /** How the class of 1 is opposed: by -1, or by what else the kind takes. */
  #opposite: 'minus one' | 'other' | undefined;
  #row = 0;
  /** The first row that said -1. */
  #minusOneAt: number | undefined;

  constructor(kind: LabelKind) {
    this.#kind = kind;
  }

  /** The label that is meant; undefined where it is none, alone or beside those before. */
  read(written: number): number | undefined {
    const kind = this.#kind;
    const row = this.#row++;
    if ((kind !== 'unit' && kind !== 'sign') || written === 1) return LEGAL_LABELS[kind].includes(written) ? written : undefined;
    const opposite = written === -1 ? 'minus one' : 'other';
    if (written === -1) this.#minusOneAt ??= row;
    this.#opposite ??= opposite;
    if (opposite !== this.#opposite) return undefined;
    if (kind === 'unit') return written === -1 ? 0 : LEGAL_LABELS.unit.includes(written) ? written : undefined;
    return written === -1 || written === 0 ? -1 : undefined;
  }

  /** What is wrong where `read` has just refused this label: the label, and its row from 1. */
  faultOf(written: number): { readonly label: number; readonly row: number } {
    const isMixed = this.#kind === 'unit' && this.#minusOneAt !== undefined;
    return isMixed ? { label: -1, row: this.#minusOneAt! + 1 } : { label: written, row: this.#row };
  }
}

/** The data that a loss is to learn from, a piece at a time; from the cache that was kept of it where one is named. */
export async function* labelledPieces(
  file: string,
  reading: DatasetOptions,
  loss: Loss,
  session: Session,
  cache?: string,
): AsyncGenerator<Dataset> {
  const labelled = labelsFor(file, loss);
  const { constant, ...rest } = labelledAs(loss, reading);
  // Rows of a cache are as the file's own reader gave them.
  const options = cache === undefined ? rest : { labels: rest.labels };
  for await (const piece of heardPieces(cache ?? file, present({ ...options, constant }), session)) yield labelled(piece);
}

/** Rows of a piece behind which there may be many more. */
const LONG = 1000;

/** The pieces of a file; Ctrl-C is heard while they are read, and between them. */
export async function* heardPieces(file: string, reading: DatasetOptions, session: Session): AsyncGenerator<Dataset> {
  const pieces = readPieces(file, reading);
  try {
    for (;;) {
      const next = await session.unlessInterrupted(pieces.next());
      if (next.done === true) return;
      if (next.value.rows.length >= LONG) inlinePasses();
      yield next.value;
      await yieldToEvents(session);
    }
  } finally {
    // A generator that waits for input ends no sooner than its input does.
    void pieces.return(undefined);
  }
}

/** Reads a dataset from its file, or from a cache that equals it. */
export type ReadFile = (file: string, options: DatasetOptions) => Promise<Dataset & Partial<Documents>>;

/**
 * The way to read data files that the option asks for: text of 64 MB and more through the folder of caches that studies have,
 * because its second reading is then several times as fast; smaller text, documents and binary files directly.
 */
export function fileReader({ 'no-cache': without }: NoCache, { note }: Pick<Session, 'note'>): ReadFile {
  if (without) return readDataset;
  return (file, options) => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < CACHED_FROM) return readDataset(file, options);
    const kept = (cache: string): void => {
      note(`${file} is kept in binary as ${cache}, which is read while the file stays as it is; --no-cache does without`);
    };
    return loadDataset(file, options, { cacheFolder: cacheFolder(), warn: note, kept });
  };
}
