import { CONSTANT } from '../../rows/dataset.ts';
import { shortest } from '../../data/svmlight-writer.ts';
import type { Sample } from './sample.ts';

/**
 * The sample as Vowpal Wabbit text: `label importance row|id:value …`, the row of the pool as the tag.
 *
 * Features are named by their ids and stand in the unnamed namespace, so that a reader with enough bits gives them the columns
 * they had: 2^bits must exceed the largest id, and readers of this project and Vowpal Wabbit add the constant themselves. Numbers
 * are written so that they read back bit for bit.
 */
export function* vwText({ dataset, ids }: Sample): Generator<string> {
  const { rows, labels, importances } = dataset;
  const { offsets, indices, values } = rows;
  for (let i = 0; i < rows.length; i++) {
    let line = `${labels[i]} ${importances[i]} ${ids[i]}|`;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      if (indices[k] !== CONSTANT) line += ` ${indices[k] - 1}:${shortest(values[k])}`;
    }
    yield `${line}\n`;
  }
}
