import { DEFAULT_BUDGET } from '../../specs/defaults.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { fileEnding, flag, number, text, value } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/recipe-options.ts';
import { readSpecs, specOptions } from '../options/spec-options.ts';
import { Target } from '../options/target.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { plainChoice, type WrittenChoice } from '../syntax/written-choice.ts';

const parameters = parameterOptionsOf('loss', 'optimizer', 'query');
/** The rule whose mellowness is found where none is named. */
const CALIBRATED = 'variance-aware';
/** All that makes a spec but its budget, which has another meaning here. */
const { query, floor, 'warm-up': warmUp, loss, update, optimizer, constant, order, seed } = specOptions;

/**
 * `iwal calibrate`: from a labelled pilot of a pool to the mellowness with which a rule will buy about so many labels of all of
 * it.
 *
 * Labels of other rows than the pilot's are not read, so that a pool may be labelled in part.
 */
export const command = defineCommand({
  name: 'calibrate',
  usage: '<pool>',
  summary:
    'Find the mellowness that spends a label budget on a pool, from a labelled pilot: a frontier of labels and error, and a suggestion.',
  places: {
    pool: value('two-class data, labelled at least in the pilot: svmlight text (also gzipped), CSV, VW text or .iwal', text),
  },
  options: {
    ...parameters,
    ...readingOptions,
    pilot: number({
      meaning: 'labelled rows to learn from: drawn at random, with --order given the first ones',
      from: 10,
      whole: true,
    }),
    budget: number({ meaning: 'labels to buy from the whole pool', from: 1, whole: true }),
    fraction: number({ meaning: 'the same as a share of the pool', above: 0, to: 1 }),
    runs: number({ meaning: 'streams that every mellowness is tried on', from: 1, whole: true, default: 5 }),
    query: {
      ...query,
      meaning: `query rule with a mellowness, ${CALIBRATED} if absent, with its other parameters as in iwal-cal:c1=2`,
    },
    ...{ floor, 'warm-up': warmUp, loss, update, optimizer, constant, order, seed },
    parts: partsOption,
    json: flag('print one JSON object'),
    curve: value('PNG file for the frontier', fileEnding(['.png']).optional()),
  },
  groups: { 'Parameters of the chosen names': Object.keys(parameters), 'Reading files': Object.keys(readingOptions) },
  examples: [
    ['iwal calibrate pool.svm.gz --pilot 2000 --fraction 0.1', 'which mellowness buys a tenth of the labels'],
    [
      'iwal calibrate pool.csv --pilot 500 --order given --budget 3000 --curve frontier.png',
      'the first 500 rows are labelled, 3,000 labels are to be had',
    ],
    [
      'iwal calibrate pool.svm --pilot 1000 --budget 500 --query iwal-cal --optimizer ada-grad --eta 0.5',
      'another rule and optimizer',
    ],
  ],
  async run(values, session) {
    const { pool, pilot, budget, fraction, runs, json, curve } = values;
    if (pilot === undefined) throw new UsageError('--pilot is needed: how many labelled rows to learn from');
    if (budget === undefined && fraction === undefined)
      throw new UsageError('--budget or --fraction is needed: how many labels to buy');
    if (budget !== undefined && fraction !== undefined)
      throw new UsageError('--budget and --fraction both say how many labels to buy; one of them is wanted');
    if (saysMellowness(values)) throw new UsageError('--mellowness is what calibrate finds; simulate and label take it');
    const reading = await readingOf(pool, values);
    const [paced] = await readSpecs(
      {
        ...values,
        query: values.query ?? plainChoice(CALIBRATED),
        ...{ budget: undefined, explore: undefined, temper: undefined },
      },
      { budget: DEFAULT_BUDGET },
    );
    const spec = await withoutPace(paced, values['warm-up']);
    const { calibrateFile } = await import('./run.ts');
    const { requireMellow } = await import('../../calibration/calibrate.ts');
    requireMellow(spec);
    await requireFile(pool);
    const target = curve === undefined ? undefined : new Target(curve);
    try {
      const result = await calibrateFile(
        { file: pool, reading, pilot, goal: budget === undefined ? { fraction: fraction! } : { labels: budget }, runs, spec },
        target,
        session,
      );
      const { calibrationText } = await import('./page.ts');
      session.print(json ? JSON.stringify(result) : calibrationText(result));
    } finally {
      target?.discard();
    }
  },
});

/** The spec with the rule's own knob, as in the papers. */
async function withoutPace(
  { pace: _pace, budget: _budget, temper: _temper, warmUp: _warmUp, ...spec }: RunSpec,
  warmUp: number | undefined,
): Promise<RunSpec> {
  const { parseRunSpec } = await import('../../specs/run-spec.ts');
  return parseRunSpec({ ...spec, warmUp });
}

function saysMellowness({
  query: rule,
  ...others
}: {
  readonly query: WrittenChoice | undefined;
  readonly mellowness?: string;
}): boolean {
  return others.mellowness !== undefined || rule?.parameters.mellowness !== undefined;
}
