import { inShort } from '../../src/numerics/display.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, medianOver, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Measurement } from '../../src/streams/measures/measurement.ts';
import type { Findings } from '../../src/studies/study.ts';
import { SAME_ACCURACY } from '../support/criteria.ts';
import { GENERATED } from '../support/generated.ts';
import { percent, final, rangeOver } from '../support/numbers.ts';
import { share, validationError } from '../support/settings.ts';
import { settingInWords } from '../support/words.ts';
import { ruleOf } from './settings.ts';

/** All settings of one loss on one kind of data. */
export interface Field {
  readonly title: string;
  /** Rows of a stream. */
  readonly rows: number;
  /** The passive setting with the lowest validation error. */
  readonly passive: Setting;
  /** All settings of passive learning, of both losses. */
  readonly allPassive: readonly Setting[];
  /** All settings by the name of the rule, passive learning among them. */
  readonly rules: ReadonlyMap<string, readonly Setting[]>;
}

/** A field for each loss on each kind of data, the generated documents first. */
export function fieldsOf({ results, splits }: Findings): Field[] {
  const active = ofKind(results, 'active');
  const names = [...splits.keys()];
  const groups = [
    { title: GENERATED, of: names.filter((name) => name.startsWith(GENERATED)) },
    ...names.filter((name) => !name.startsWith(GENERATED)).map((title) => ({ title, of: [title] })),
  ];
  return groups.flatMap(({ title, of }) => {
    const settings = settingsOf(active.filter(({ cell }) => of.includes(cell.dataset)));
    const allPassive = settings.filter(({ run }) => run.query.name === 'passive');
    const rows = splits.get(of[0])!.train.rows.length;
    return ['logistic', 'hinge'].map((loss): Field => {
      const rules = groupBy(
        settings.filter(({ run }) => run.loss.name === loss),
        ({ run }) => ruleOf(run),
      );
      const passive = bestOf(rules.get('passive')!, validationError)!;
      return { title: `${title}, ${loss}`, rows, passive, allPassive, rules };
    });
  });
}

export function isAccurate(setting: Setting, passive: Setting): boolean {
  return validationError(setting) <= validationError(passive) + SAME_ACCURACY;
}

/** The setting that stands for a rule: the thriftiest of those that validation finds accurate, else the most accurate one. */
export function thriftiest(settings: readonly Setting[], passive: Setting): Setting | undefined {
  return (
    bestOf(
      settings.filter((setting) => isAccurate(setting, passive)),
      share,
    ) ?? bestOf(settings, validationError)
  );
}

/** Test error above that of another setting, seed by seed. */
export function excess(setting: Setting, other: Setting): number[] {
  return setting.measurements.map(
    (measurement, seed) => final(measurement).testError! - final(other.measurements[seed]).testError!,
  );
}

/** "ada-grad, eta0 0.5, constant 0.1, budget 5%": what tells a setting from the others. */
export function inWords(setting: Setting, others: readonly Setting[]): string {
  const { constant, budget } = setting.run;
  const varied = others.some(({ run }) => run.constant !== undefined);
  return [
    settingInWords(setting, others),
    ...(varied ? [`constant ${inShort(constant ?? 1)}`] : []),
    ...(budget === undefined ? [] : [`budget ${budget}`]),
  ].join(', ');
}

/** Median over seeds and 10th to 90th percentile, in percent. */
export function spread(setting: Setting, quantity: (measurement: Measurement) => number, digits: number): string {
  const [low, high] = rangeOver(setting, quantity);
  return `${percent(medianOver(setting, quantity), digits)} [${percent(low, digits)}, ${percent(high, digits)}]`;
}
