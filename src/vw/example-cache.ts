import { readArrays } from '../data/cache/cache-file.ts';
import { writeArrays } from '../data/cache/cache-writer.ts';
import type { CacheForm } from '../data/cache/cached-read.ts';
import { arraysOfCosts, costsIn, type NamedArrays, refusal } from '../data/cache/cache-format.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { VwExamples } from './examples.ts';

/**
 * Examples as Vowpal Wabbit's learner sees them, in a .iwal file: tags, lines, initial predictions and costs beside rows that are
 * not canonical, so that it is no dataset.
 *
 * @throws DataError for a file that is damaged, or holds something else.
 */
export const exampleCache: CacheForm<VwExamples> = {
  async read(cache) {
    const { columns, source, arrays } = await readArrays(cache);
    const flaw = flawIn(arrays, columns);
    if (flaw !== undefined) throw refusal(cache, flaw);
    const { offsets, indices, values, labels, importances, initials, lines, tagEnds, tags } = arrays as Required<NamedArrays>;
    const costs = costsIn(arrays);
    const text = Buffer.from(tags!.buffer, tags!.byteOffset, tags!.byteLength);
    const contents: VwExamples = {
      rows: new SparseRows(offsets!, indices!, values!, columns),
      labels: labels!,
      importances: importances!,
      initials: initials!,
      lines: lines!,
      tags: Array.from(tagEnds!, (end, i) => text.toString('utf8', i === 0 ? 0 : tagEnds![i - 1], end)),
      ...(costs && { costs }),
    };
    return { contents, source };
  },
  async write(cache, { rows, labels, importances, initials, lines, tags, costs }, source) {
    const written = tags.map((tag) => Buffer.from(tag));
    let end = 0;
    await writeArrays(
      cache,
      { name: 'vw', columns: rows.columns, source },
      {
        offsets: rows.offsets,
        indices: rows.indices,
        values: rows.values,
        labels,
        importances,
        initials,
        lines,
        tagEnds: Uint32Array.from(written, (tag) => (end += tag.length)),
        tags: Buffer.concat(written),
        ...(costs && arraysOfCosts(costs)),
      },
    );
  },
};

/** Arrays whose lengths and places do not go together; a checksum tells damage, and not who wrote the file. */
function flawIn(arrays: NamedArrays, columns: number): string | undefined {
  const { offsets, indices, values, labels, importances, initials, lines, tagEnds, tags } = arrays;
  const { costOffsets, costClasses, costs, costLines } = arrays;
  if (offsets === undefined || indices === undefined || values === undefined || tagEnds === undefined || tags === undefined)
    return 'arrays that are not those of examples';
  const rows = offsets.length - 1;
  if ([labels, importances, initials, lines, tagEnds].some((array) => array?.length !== rows))
    return `labels, importances, lines or tags of another number of examples than ${rows}`;
  if (!areEnds(offsets, indices.length) || indices.length !== values.length)
    return 'examples that do not end where their features do';
  if (!areEnds(tagEnds, tags.length)) return 'tags that do not end where their text does';
  if (indices.some((column) => column >= columns)) return `a feature beyond the ${columns} columns`;
  if (values.some((value) => value === 0 || !Number.isFinite(value))) return 'a value that is 0 or not finite';
  if (costs === undefined) return undefined;
  const fits =
    costOffsets?.length === rows + 1 &&
    areEnds(costOffsets, costs.length) &&
    costClasses?.length === costs.length &&
    costLines?.length === rows;
  return fits ? undefined : 'costs of other examples';
}

/** Whether they ascend, and the last one is the number of what they part. */
function areEnds(ends: Uint32Array, all: number): boolean {
  return (ends.at(-1) ?? 0) === all && ends.every((end, i) => i === 0 || end >= ends[i - 1]);
}
