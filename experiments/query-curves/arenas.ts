import { count } from '../../src/numerics/display.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, ofKind, settingsOf } from '../../src/studies/results/results.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/cell.ts';
import type { Findings } from '../../src/studies/study.ts';
import { DEVELOPMENT, GENERATED } from '../support/generated.ts';
import { shareOf, testErrorOf } from '../support/settings.ts';
import type { Bought, Runs } from './curves.ts';
import { CHOSEN, NAMES, rangeOf, type Update } from './settings.ts';

type Result = CellResult<'active'>;

/** All runs of an arena; each list holds one list a seed. */
export interface Arena {
  readonly name: string;
  /** Documents of a training stream. */
  readonly rows: number;
  /** Runs of the step size that was chosen for as many labels as they bought. */
  readonly updates: Readonly<Record<Update, Runs>>;
  /** All runs of the step size that was chosen for few labels. */
  readonly ofFew: Readonly<Record<Update, Runs>>;
  /** Of the step size with the least validation error on these very streams. */
  readonly passive: Runs;
  readonly commandLine: Runs;
}

/** The arenas that are reported, generated documents first. */
export function arenasOf({ results, splits, size }: Findings): Arena[] {
  const reported = ofKind(results, 'active').filter(({ cell }) => !cell.dataset.startsWith(DEVELOPMENT));
  const isGenerated = (name: string): boolean => name.startsWith(GENERATED);
  return [...groupBy(reported, ({ cell }) => (isGenerated(cell.dataset) ? GENERATED : cell.dataset))].map(
    ([name, own]): Arena => {
      const { train } = splits.get(own[0].cell.dataset)!;
      const of = (isOne: (run: Result['cell']['run']) => boolean): Result[] => own.filter(({ cell }) => isOne(cell.run));
      const updates = (update: Update): Result[] => of(({ query, update: own }) => query.name === 'slides' && own === update);
      const table = <T>(value: (update: Update) => T): Record<Update, T> =>
        Object.fromEntries(NAMES.map((update) => [update, value(update)])) as Record<Update, T>;
      return {
        name: isGenerated(name) ? `${count(train.rows.length)} documents like RCV1` : name,
        rows: train.rows.length,
        updates: table((update) => bySeed(updates(update).filter((result) => isOfItsRange(result, CHOSEN[size][update])))),
        ofFew: table((update) => bySeed(updates(update).filter(({ cell }) => stepOf(cell.run) === CHOSEN[size][update][0]))),
        passive: bySeed(best(of(({ query }) => query.name === 'passive'))),
        commandLine: bySeed(of(({ budget }) => budget !== undefined)),
      };
    },
  );
}

/** eta0 of a run. */
export function stepOf({ optimizer }: Pick<Result['cell']['run'], 'optimizer'>): number | undefined {
  return 'eta0' in optimizer ? optimizer.eta0 : undefined;
}

function isOfItsRange({ cell, outcome }: Result, steps: readonly number[]): boolean {
  return !('failure' in outcome) && stepOf(cell.run) === steps[rangeOf(shareOf(outcome.measurement))];
}

/** Those of the step size with the least mean validation error; a choice that favours passive learning. */
function best(results: readonly Result[]): Result[] {
  const chosen = bestOf(settingsOf(results), ({ measurements, failures }) =>
    failures.length > 0 ? Infinity : mean(measurements.map(({ validationError }) => validationError!)),
  );
  return results.filter(({ hash }) => chosen?.cells.includes(hash));
}

/** Results as runs, those of a seed together; without those that diverged. */
export function bySeed(results: readonly Result[], errorOf = testErrorOf): Bought[][] {
  const seeds = groupBy(results, ({ cell }) => cell.run.seed);
  return [...seeds.values()].map((own) =>
    own.flatMap(({ outcome, hash }): Bought[] =>
      'failure' in outcome ? [] : [{ share: shareOf(outcome.measurement), error: errorOf(outcome.measurement), cell: hash }],
    ),
  );
}
