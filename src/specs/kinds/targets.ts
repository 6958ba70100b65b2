import { DataError } from '../../files/data-error.ts';
import { type Costs, type Dataset, partsOf, type Split } from '../../rows/dataset.ts';
import { reductions } from '../../reductions/index.ts';
import { SpecError } from '../choices.ts';
import type { ReductionSpec } from '../build-learner.ts';

/** What is wrong with a dataset for a reduction, where something is. */
export interface TargetFault {
  /** Position of the example, where it is one. */
  readonly row?: number;
  readonly found: string;
  readonly legal: string;
}

/** Why the data does not say what the reduction needs to know of every example; undefined where it does. */
export function targetFault(
  { costs }: Pick<Dataset, 'costs'>,
  reduction: ReductionSpec['reduction'],
  classes: number,
): TargetFault | undefined {
  const { needs } = reductions[reduction];
  if (costs === undefined || needs === 'some costs') return undefined;
  if (needs === 'a class')
    return { found: 'costs of classes', legal: `a class on every line for ${reduction}; cost-sensitive learns costs` };
  return missingCosts(costs, classes, `which ${reduction} compares; cost-sensitive learns from some`);
}

/** The first row that lists other costs than those of all classes, if there is one; `why` says who needs them. */
export function missingCosts({ offsets, lines }: Costs, classes: number, why: string): TargetFault | undefined {
  const row = lines.findIndex((_, i) => offsets[i + 1] - offsets[i] !== classes);
  if (row < 0) return undefined;
  const listed = offsets[row + 1] - offsets[row];
  return { row, found: `costs of ${listed} ${listed === 1 ? 'class' : 'classes'}`, legal: `those of all ${classes}, ${why}` };
}

/** How many classes the parts of a split have: those that their names count, else up to the largest label. */
export function classesIn(split: Split): number {
  const counts = partsOf(split).map(({ classNames, labels }) => classNames?.length ?? labels.reduce((a, b) => Math.max(a, b), 0));
  return Math.max(0, ...counts);
}

/** Throws SpecError unless every label of every part is a class, counted from 1, and says what the reduction needs. */
export function requireClassLabels(split: Split, reduction: ReductionSpec['reduction']): void {
  const classes = classesIn(split);
  for (const part of partsOf(split)) {
    const stray = part.labels.findIndex((y) => !(Number.isInteger(y) && y >= 1));
    if (stray >= 0)
      throw new SpecError(
        `several classes are numbered 1, 2, …, and the label of row ${stray + 1} of '${part.name}' is ${part.labels[stray]}`,
      );
    refuseFault(part, targetFault(part, reduction, classes));
  }
  if (classes < 2) throw new SpecError(`'${split.train.name}' has ${classes} class; expected two or more`);
}

/** Throws SpecError where something is wrong with a part. */
export function refuseFault({ name }: Pick<Dataset, 'name'>, fault: TargetFault | undefined): void {
  if (fault === undefined) return;
  const place = fault.row === undefined ? '' : `row ${fault.row + 1} of `;
  throw new SpecError(`${place}'${name}' has ${fault.found}; expected ${fault.legal}`);
}

/** Throws DataError where something is wrong with the rows of a file, with the line of the row. */
export function refuseInFile(file: string, { costs }: Pick<Dataset, 'costs'>, fault: TargetFault | undefined): void {
  if (fault === undefined) return;
  const { row, ...words } = fault;
  throw new DataError({ file, ...(row !== undefined && { line: costs!.lines[row] }), ...words });
}
