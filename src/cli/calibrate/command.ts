import type { DatasetOptions } from '../../data/index.ts';
import { DEFAULT_BUDGET, DEFAULTS } from '../../specs/defaults.ts';
import type { RunSpec } from '../../specs/run.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { FIGURE_ENDINGS } from '../../figures/chart/figure-file.ts';
import { fileEnding, flag, partOf, share, text, value, optional, type Values, whole } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { asBegun, noCache, readingOf, readingOptions, takenColumns } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/spec/recipe-options.ts';
import { defaultReductionNote, lossFor, reductionOf, reductionOption } from '../options/spec/reduction-loss.ts';
import { readSpecs, specOptions } from '../options/spec/spec-options.ts';
import { targetOf } from '../options/target.ts';
import { LEAST_OF_PILOT, SHARES } from './shares.ts';
import { sectionsWith } from '../options/help-sections.ts';

const parameters = parameterOptionsOf('loss', 'optimizer', 'query');
/** All that makes a spec but its budget, which is not needed here. */
const { budget, ...learning } = specOptions;

/**
 * `iwal calibrate`: from a labelled pilot of a pool to the error that every budget would end with, active and passive, before labels
 * are paid for.
 *
 * Labels of other rows than the pilot's are not read, so that a pool may be labelled in part.
 */
export const command = defineCommand({
  name: 'calibrate',
  usage: '<pool>',
  summary: 'Forecast, from a labelled pilot, the final error of each label budget, beside passive learning with as many labels.',
  places: {
    pool: partOf(
      'data',
      value(
        'data of two classes or several, labelled at least in the pilot: svmlight text (also gzipped), CSV, VW text or .iwal, or ' +
          'the folder of a project',
        text,
      ),
    ),
  },
  options: {
    ...parameters,
    ...readingOptions,
    ...noCache,
    ledger: partOf(
      'ledger',
      optional(
        "ledger of this pool whose labels are of rows drawn at random (--query random, or --fresh): they are the pilot; a project's own",
      ),
    ),
    pilot: whole(
      LEAST_OF_PILOT,
      'labelled rows to learn from, 500 if absent, or all if fewer: drawn at random, with --order given the first ones',
    ),
    budget: {
      ...budget,
      also: ['labels'],
      meaning: `a budget to forecast beside ${SHARES.join(', ')} of the rows: a number of labels, or a share as in 15%; also --labels`,
    },
    error: share('an error to be reached: how many labels it takes'),
    runs: whole(1, 'how often the pilot is cut in four, three parts to learn from and one to be judged on', { default: 5 }),
    reduction: reductionOption,
    ...learning,
    parts: partsOption,
    json: flag('print one JSON object'),
    curve: optional(
      `file for error against labels: ${FIGURE_ENDINGS.join(', ')} (pixels, vectors, numbers)`,
      fileEnding(FIGURE_ENDINGS),
    ),
  },
  common: 'error pilot text label-column budget half-width curve runs query loss order seed json',
  groups: sectionsWith(parameters, { ...readingOptions, ...noCache }),
  examples: [
    ['iwal calibrate pool.svm.gz --error 5%', 'how many labels it takes until at most 5% of the predictions are wrong'],
    ['iwal calibrate pool.svm.gz --half-width 3%', 'what it takes to tell the shares of the classes to 3 points'],
    ['iwal calibrate pool.svm.gz --pilot 2000', 'which budget is worth its labels'],
    [
      'iwal calibrate pool.csv --pilot 500 --order given --budget 3000 --curve budgets.png',
      'the first 500 rows are labelled, 3,000 labels are to be had',
    ],
    ['iwal calibrate pool.svm --pilot 1000 --query iwal-cal --optimizer ada-grad --eta 0.5', 'another rule and optimizer'],
  ],
  async run(written, session) {
    const { pool, ledger, pilot, error, runs, json, curve } = written;
    const request = { command: pilot === undefined ? 'calibrate' : `calibrate --pilot ${pilot}`, labels: 'needed' } as const;
    const values =
      ledger === undefined
        ? { ...written, ...(await takenColumns(pool, written, request, session)) }
        : await asBegun(ledger, written, session);
    const { readRecordedRun } = await import('../data/recorded-run.ts');
    const { reductionSeen } = await import('../data/several-seen.ts');
    const recorded = ledger === undefined ? undefined : await readRecordedRun(ledger, session);
    const reduction =
      reductionOf(values) ?? (recorded === undefined ? await reductionSeen(pool, values) : recorded.spec.reduction);
    const reading = await pilotReading(pool, values, reduction);
    const loss = values.loss ?? (reduction && lossFor(reduction));
    const [plain] = await readSpecs({ ...values, loss }, { budget: DEFAULT_BUDGET });
    const spec = reduction === undefined ? plain : { reduction, ...plain };
    if (reduction !== undefined && (values.reduction ?? recorded) === undefined)
      session.note(defaultReductionNote(values.classes));
    if (spec.pace?.rate !== undefined)
      throw new UsageError(
        '--rate paces a stream of unknown length, and a pool has one; leave it out, or name a --budget as a share, 5%',
      );
    if (spec.pace === undefined)
      throw new UsageError(
        `query rule '${spec.query.name}' as it is written is not paced by a budget, so there is nothing to forecast; ` +
          `leave out its knob, or name a rule that has one (${DEFAULTS.query})`,
      );
    const { calibrateFile } = await import('./run.ts');
    const { fileReader } = await import('../data/labelled.ts');
    const read = fileReader(values, session);
    await requireFile(pool);
    const target = targetOf(session, curve, [pool]);
    const isAsked = (values.budget ?? values['half-width']) !== undefined;
    const result = await calibrateFile(
      { file: pool, reading, read, recorded, pilot, isAsked, error, runs, spec },
      target,
      session,
    );
    const { calibrationText } = await import('./page.ts');
    session.print(json ? JSON.stringify(result) : calibrationText(result));
  },
});

/** How the pool is read: several classes by their names where they are said, else those that its labels have. */
async function pilotReading(
  pool: string,
  values: Values<typeof readingOptions>,
  reduction: RunSpec['reduction'],
): Promise<DatasetOptions> {
  if (reduction === undefined) return readingOf(pool, values);
  const { classes: classNames } = values;
  const reading = await readingOf(pool, { ...values, classes: undefined, positive: undefined });
  const { detectedFormat, documentsIn } = await import('../../data/index.ts');
  const areDocuments = documentsIn(await detectedFormat(pool, reading.format), reading) !== undefined;
  if (classNames !== undefined) return { ...reading, classNames, labels: areDocuments ? 'optional' : 'class' };
  // Rows of documents without a label are left alone.
  return { ...reading, labels: areDocuments ? 'if-given' : 'class' };
}
