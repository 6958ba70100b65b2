import { type Costs, type Dataset, isImportance } from './dataset.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * What is wrong with a dataset whose arrays come from a file that anybody may have written; undefined where nothing is.
 *
 * Everything later relies on it without looking: positions that ascend within the entries, columns that ascend within a row and
 * stay below `columns`, values that are finite and not zero, squared norms that are theirs, one label and importance a row; where
 * classes have names, labels that number them, and costs of classes of which the label is the cheapest. One pass, in which the sum
 * of squares tells of values that are no numbers.
 */
export function flawIn({ rows, labels, importances, groups, classNames, costs }: Dataset): string | undefined {
  const n = rows.length;
  if (labels.length !== n) return `${labels.length} labels of ${n} rows`;
  if (importances !== undefined && importances.length !== n) return `${importances.length} importances of ${n} rows`;
  if (groups !== undefined && groups.length !== n) return `${groups.length} groups of ${n} rows`;
  const label = labels.findIndex((y) => Math.abs(y) === Infinity);
  if (label >= 0) return `the label ${labels[label]} in row ${label}`;
  const importance = importances?.findIndex((h) => !isImportance(h)) ?? -1;
  if (importance >= 0) return `the importance ${importances![importance]} in row ${importance}`;
  const classes = classNames?.length;
  const stray = classes === undefined ? -1 : labels.findIndex((y) => !Number.isNaN(y) && !isClass(y, classes));
  if (stray >= 0) return `the label ${labels[stray]} of ${classes} classes in row ${stray}`;
  return flawInRows(rows) ?? (costs && flawInCosts(costs, labels, classes));
}

function isClass(label: number, classes = Infinity): boolean {
  return Number.isInteger(label) && label >= 1 && label <= classes;
}

/** Each row lists a class once and one at least, and its label is the cheapest, the first of several. */
function flawInCosts(
  { offsets, classes, costs, lines }: Costs,
  labels: Float64Array,
  most: number | undefined,
): string | undefined {
  const n = labels.length;
  if (offsets.length !== n + 1 || lines.length !== n)
    return `costs of ${offsets.length - 1} rows on ${lines.length} lines, where there are ${n}`;
  if (classes.length !== costs.length || offsets[0] !== 0 || offsets[n] !== costs.length)
    return `costs from ${offsets[0]} to ${offsets[n]} of ${classes.length} classes and ${costs.length} costs`;
  /** The last row that listed a class. */
  const listed = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    const end = offsets[i + 1];
    if (end <= offsets[i] || end > costs.length) return `costs of row ${i} from ${offsets[i]} to ${end}`;
    let best = offsets[i];
    for (let k = offsets[i]; k < end; k++) {
      const isNew = listed.get(classes[k]) !== i;
      if (!isClass(classes[k], most) || !isNew || !Number.isFinite(costs[k]))
        return `the cost ${classes[k]}:${costs[k]} in row ${i}`;
      listed.set(classes[k], i);
      if (costs[k] < costs[best] || (costs[k] === costs[best] && classes[k] < classes[best])) best = k;
    }
    if (labels[i] !== classes[best]) return `the label ${labels[i]} where class ${classes[best]} is the cheapest, in row ${i}`;
  }
  return undefined;
}

function flawInRows({ offsets, indices, values, columns, squaredNorms }: SparseRows): string | undefined {
  const n = offsets.length - 1;
  if (squaredNorms.length !== n) return `${squaredNorms.length} norms of ${n} rows`;
  if (indices.length !== values.length) return `${indices.length} columns of ${values.length} values`;
  if (offsets[0] !== 0 || offsets[n] !== indices.length)
    return `rows from ${offsets[0]} to ${offsets[n]} of ${indices.length} entries`;
  for (let i = 0; i < n; i++) {
    const end = offsets[i + 1];
    if (end < offsets[i] || end > indices.length) return `a row ${i} from ${offsets[i]} to ${end}`;
    let before = -1;
    let norm = 0;
    for (let k = offsets[i]; k < end; k++) {
      const column = indices[k];
      const value = values[k];
      if (column <= before || value === 0) return `entry ${column}:${value} after column ${before} in row ${i}`;
      before = column;
      norm += value * value;
    }
    if (before >= columns) return `column ${before} of ${columns} in row ${i}`;
    if (norm !== squaredNorms[i] || !(norm < Infinity))
      return `the squared norm ${squaredNorms[i]} of a row whose values give ${norm} (row ${i})`;
  }
  return undefined;
}
