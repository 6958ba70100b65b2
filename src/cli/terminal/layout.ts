import type { Candidate } from '../../fits/choose.ts';
import { count, decimals } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import type { Compared } from '../models/model.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { modelText } from '../../streams/measures/error-words.ts';
import type { FinalMeasured } from '../../streams/measures/measurement.ts';

/** Lines of cells, right-aligned in columns; the first column left-aligned where it holds the rows' names. */
export function table(rows: readonly (readonly string[])[], firstColumn: 'names' | 'numbers'): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const cell = (text: string, c: number): string =>
    c === 0 && firstColumn === 'names' ? text.padEnd(widths[c]) : text.padStart(widths[c]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** The head of a column, and the cell of an item in it; false: there is no such column. */
type Column<T> = readonly [head: string, cell: (item: T) => string] | false;

/** A line an item, below the heads of the columns that there are. */
export function columnsText<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  firstColumn: 'names' | 'numbers' = 'names',
): string[] {
  const shown = presentIn(columns);
  return table([shown.map(([head]) => head), ...items.map((item) => shown.map(([, cell]) => cell(item)))], firstColumn);
}

/** ", averaged after 50%, features in units of max, constant 0.1": what of a learner is not as usual. */
export function learnerTerms({ average, scale, constant }: Pick<LearnerSpec, 'average' | 'scale' | 'constant'>): string {
  const after = average === 0 ? '' : ` after ${average}${typeof average === 'number' ? ' labels' : ''}`;
  return presentIn([
    average !== undefined && `, averaged${after}`,
    scale !== undefined && `, scale ${scale}`,
    constant !== undefined && `, constant ${constant}`,
  ]).join('');
}

/** A log loss in cross-validation so small that a feature may be the label under another name. */
const NO_DOUBT = 0.0005;

/**
 * "fitted to 200 labels, strength 0.0035: log loss in cross-validation 0.49, of the model learned online 0.56": the model that a run ends
 * with, and why it is that one.
 */
export function finalText({ candidates, chosen }: Pick<FinalMeasured, 'candidates' | 'chosen'>, labels: number): string {
  if (chosen === null) return 'the model learned online: there are too few labels of two classes to compare it with a fit';
  const best = (name: Candidate['name']): Candidate | undefined =>
    candidates
      .filter((each) => each.name === name)
      .sort((a, b) => a.loss - b.loss)
      .at(0);
  const other = best(chosen.name === 'fit' ? 'online' : 'fit');
  const model =
    chosen.name === 'fit'
      ? `fitted to all ${count(labels)} labels, strength ${chosen.strength!}`
      : `learned online, ${chosen.passes === 1 ? 'each label once' : `${chosen.passes!} passes over the labels`}`;
  const versus =
    other === undefined
      ? ''
      : `, ${other.name === 'fit' ? 'of the best fit' : 'of the model learned online'} ${decimals(other.loss, 3)}`;
  const hint = chosen.loss < NO_DOUBT ? '; if a column tells the label, leave it out' : '';
  return `${model} (log loss in cross-validation ${decimals(chosen.loss, 3)}${versus})${hint}`;
}

/** The model of a file that was chosen among several, and what its own labels say of its error. */
export function comparedLines(compared: Compared, labels: number): string[] {
  return presentIn([`model: ${finalText(compared, labels)}`, compared.ofModel && modelText(compared.ofModel)]);
}

/** "3 weights are not zero, that of the constant among them": of so many, some of them of the constant. */
export function nonZeroText(weights: number, constants: number): string {
  const among = ['', ', that of the constant among them'][constants] ?? `, ${count(constants)} of the constant among them`;
  return `${weights === 1 ? '1 weight is' : `${count(weights)} weights are`} not zero${among}`;
}
