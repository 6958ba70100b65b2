import { median } from '../../src/statistics/small-samples.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Table, Findings } from '../../src/studies/study.ts';
import { DEVELOPMENT } from '../support/generated.ts';
import { percent } from '../support/numbers.ts';
import { bySeed, stepOf } from './arenas.ts';
import { CHOSEN, ETAS, NAMES, RANGES, rangeOf, type Update } from './settings.ts';

/** With fewer labels than this little is learned with any step size. */
const LEAST = 0.05;

/** Errors of an update in a range of shares, by step size. */
export interface Chances {
  readonly update: Update;
  /** The place of the range in RANGES. */
  readonly range: number;
  readonly errors: readonly number[];
}

/**
 * For every update, range of shares and step size the median validation error of the runs that bought so many labels, 5% at least;
 * Infinity where no run did. The least is chosen.
 */
export function chancesOf({ results }: Findings): Chances[] {
  const own = ofKind(results, 'active').filter(({ cell }) => cell.dataset.startsWith(DEVELOPMENT));
  if (own.length === 0) return [];
  return NAMES.flatMap((update) => {
    const bySteps = ETAS.map((eta0) =>
      bySeed(
        own.filter(({ cell: { run } }) => run.update === update && stepOf(run) === eta0),
        ({ validationError }) => validationError!,
      ).flat(),
    );
    return RANGES.map((_, range) => ({
      update,
      range,
      errors: bySteps.map((runs) => {
        const within = runs.filter(({ share }) => share >= LEAST && rangeOf(share) === range);
        return within.length === 0 ? Infinity : median(within.map(({ error }) => error));
      }),
    }));
  });
}

/** The step size with the least error. */
export function chosenStep({ errors }: Pick<Chances, 'errors'>): number {
  return ETAS[errors.indexOf(Math.min(...errors))];
}

/** The errors that step sizes were chosen by. */
export function choiceTable(findings: Findings): Table {
  return {
    title: 'Other streams, by step size: median validation error of the runs that bought so many labels; the least is chosen',
    header: ['update', 'share of the labels', ...ETAS.map((eta0) => `eta0 ${eta0}`), 'chosen'],
    rows: chancesOf(findings).map(({ update, range, errors }) => {
      const [from, to] = RANGES[range];
      return [
        update,
        `${percent(Math.max(LEAST, from), 0)} to ${percent(to, 0)}`,
        ...errors.map((error) => (error === Infinity ? '' : percent(error, 1))),
        `eta0 ${CHOSEN[findings.size][update][range]}`,
      ];
    }),
  };
}
