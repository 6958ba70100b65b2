import { inShort, percent } from '../../src/numerics/display.ts';
import { canonical } from '../../src/specs/hash.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Checkpoint } from '../../src/streams/measures/measurement.ts';
import type { Setting } from '../../src/studies/results/results.ts';

/** A name with its parameters, as specs hold them. */
type Named = object & { readonly name: string };

/**
 * The parameters of a choice in which the alternatives differ: what a study has varied.
 *
 * @example
 * const rules = [{ name: 'margin', width: 1, members: 3 }, { name: 'margin', width: 1e-4, members: 3 }];
 * knobsOf(rules[1], rules) // => 'width 1e-4'
 */
export function knobsOf(choice: Named, alternatives: readonly Named[]): string {
  return Object.entries(choice)
    .filter(([name, value]) => name !== 'name' && alternatives.some((other) => other[name as keyof Named] !== value))
    .map(([name, value]) => `${name} ${inShort(value)}`)
    .join(', ');
}

/** "ada-grad, eta0 0.5, mellowness 1e-6": what tells a setting from the others. */
export function settingInWords({ run }: Setting, others: readonly Setting[]): string {
  const steps = others.map((other) => other.run.optimizer).filter(({ name }) => name === run.optimizer.name);
  const rules = others.map((other) => other.run.query);
  return [run.optimizer.name, knobsOf(run.optimizer, steps), knobsOf(run.query, rules)].filter((word) => word !== '').join(', ');
}

/** "2 step sizes and 4 values of mellowness (1e-6 to 0.001)": the grid that settings of a rule, or of alike rules, span. */
export function gridInWords(settings: readonly Setting[]): string {
  const steps = new Set(settings.map(({ run }) => canonical(run.optimizer))).size;
  const names = new Set(settings.flatMap(({ run }) => Object.keys(run.query)));
  const knobs = [...names].flatMap((name) => {
    const given = settings
      .map(({ run }) => (run.query as Readonly<Record<string, unknown>>)[name])
      .filter((value) => typeof value === 'number');
    const values = [...new Set(given)].toSorted((a, b) => a - b);
    return values.length < 2 ? [] : [`${values.length} values of ${name} (${inShort(values[0])} to ${inShort(values.at(-1))})`];
  });
  return [`${steps} ${steps === 1 ? 'step size' : 'step sizes'}`, ...knobs].join(' and ');
}

/** The title of a table of what errors are worth where one class is small. */
export const CLASS_TABLE =
  'Where the smaller class has less than 20% of the rows: balanced error and F-score on the test part, mean over seeds';

/** What the last predictions of runs are worth in each class, mean over the runs: "31.20%, F 51.4%". */
export function classWorth(ends: readonly Pick<Checkpoint, 'balancedError' | 'fScore'>[]): string {
  if (ends.length === 0) return '';
  const [balanced, f] = [
    mean(ends.map(({ balancedError }) => balancedError ?? NaN)),
    mean(ends.map(({ fScore }) => fScore ?? NaN)),
  ];
  return `${percent(balanced)}, F ${percent(f, 1)}`;
}
