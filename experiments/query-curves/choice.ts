import { smallerClass } from '../../src/rows/dataset.ts';
import { mean, median } from '../../src/statistics/small-samples.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings } from '../../src/studies/study.ts';
import { development, DEVELOPMENT } from '../support/generated.ts';
import { percent } from '../support/numbers.ts';
import { bySeed } from './arenas.ts';
import { CHOSEN, ETAS, NAMES, type Update } from './settings.ts';

/** Shares of the labels that a step size is chosen by: around the talk's tenth, most of them, all of them. */
const RANGES = [
  [0.05, 0.3],
  [0.3, 0.9],
  [0.9, 1],
] as const;

/** The mean validation error of a method by step size. */
export interface Chances {
  readonly update: Update;
  readonly errors: readonly number[];
}

/**
 * For every method and step size the mean over three ranges of shares of the median validation error of the runs that bought so many
 * labels; where no run did, the share of the smaller class. The least is chosen.
 */
export function chancesOf({ results, splits }: Findings): Chances[] {
  const own = ofKind(results, 'active').filter(({ cell }) => cell.dataset.startsWith(DEVELOPMENT));
  if (own.length === 0) return [];
  const { validation, train } = splits.get(development(1))!;
  const worst = smallerClass((validation ?? train).labels);
  const chance = (update: Update, eta0: number): number => {
    const runs = bySeed(
      own.filter(({ cell: { run } }) => run.update === update && 'eta0' in run.optimizer && run.optimizer.eta0 === eta0),
      ({ validationError }) => validationError!,
    ).flat();
    return mean(
      RANGES.map(([from, to]) => {
        const within = runs.filter(({ share }) => share >= from && share <= to);
        return within.length === 0 ? worst : median(within.map(({ error }) => error));
      }),
    );
  };
  return NAMES.map((update) => ({ update, errors: ETAS.map((eta0) => chance(update, eta0)) }));
}

/** The step size with the least mean error. */
export function stepOf({ errors }: Chances): number {
  return ETAS[errors.indexOf(Math.min(...errors))];
}

/** The errors that step sizes were chosen by. */
export function choiceTable(findings: Findings): Table {
  return {
    title:
      'Other streams, by step size: mean validation error of runs that bought 5 to 30%, 30 to 90% and more of the labels; ' +
      'the least is chosen',
    header: ['update', ...ETAS.map((eta0) => `eta0 ${eta0}`), 'chosen'],
    rows: chancesOf(findings).map((each) => [
      each.update,
      ...each.errors.map((error) => percent(error, 1)),
      `eta0 ${CHOSEN[findings.size][each.update]}`,
    ]),
  };
}
