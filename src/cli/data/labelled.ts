import { DataError } from '../../files/data-error.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { ReadFile } from './large-files.ts';
import { LEGAL_LABELS, type LabelKind, type Loss } from '../../losses/loss.ts';

/**
 * Reads the data that a loss is to learn from: labels of the kind it takes, or a DataError that names the row.
 *
 * Two-class losses read -1 and +1, or 0 and 1; losses of probabilities read labels in [0, 1], and -1 and +1 as 0 and 1.
 */
export async function readLabelled(
  file: string,
  reading: DatasetOptions,
  { labels: kind, name }: Loss,
  read: ReadFile,
): Promise<Dataset & Partial<Documents>> {
  const dataset = await read(file, { ...reading, labels: kind === 'sign' ? 'sign' : 'real' });
  const labels = classesOfKind(kind, dataset.labels);
  const row = labels.findIndex((y) => !LEGAL_LABELS[kind].includes(y));
  if (row >= 0)
    throw new DataError({
      file,
      found: `label ${labels[row]} in row ${row + 1}`,
      legal: `${LEGAL_LABELS[kind].words} for ${name} loss`,
    });
  return { ...dataset, labels };
}

/** Whether a label is one this loss takes. */
export function isLegalLabel({ labels: kind }: Loss, y: number): boolean {
  return LEGAL_LABELS[kind].includes(y);
}

/** Two classes as losses of this kind name them: 0 and 1 for probabilities, else -1 and +1; other labels as they are. */
export function classesOfKind(kind: LabelKind, labels: Float64Array): Float64Array {
  if (kind === 'unit' && labels.includes(-1) && labels.every((y) => Math.abs(y) === 1)) return labels.map((y) => (y + 1) / 2);
  if (kind === 'sign' && labels.includes(0) && labels.every((y) => y === 0 || y === 1)) return labels.map((y) => 2 * y - 1);
  return labels;
}
