import { DEFAULT_BUDGET } from '../../specs/defaults.ts';
import { parts } from '../../specs/parts/registry.ts';
import { defineCommand } from '../syntax/command.ts';
import { withConstantOf } from '../options/constant-option.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { FIGURE_ENDINGS } from '../../figures/figure-file.ts';
import { fileEnding, flag, nameIn, number, text, value } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { noCache } from '../options/no-cache.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { parameterOptions } from '../options/recipe-options.ts';
import { DEFAULT_RECORD, recordOption } from '../options/record-option.ts';
import { readSpecs, specOptions, stopOptions } from '../options/spec-options.ts';
import { reductions } from '../../reductions/index.ts';
import { DEFAULT_REDUCTION, lossFor } from '../options/reduction-loss.ts';
import { Target } from '../options/target.ts';
import { choicesIn } from '../syntax/written-choice.ts';
import { helpSections } from '../options/help-sections.ts';

/**
 * `iwal simulate`: active learning on a labelled file, measured: one run, with --curve beside a passive one on the same stream,
 * or several rules that see the same stream and toss the same coins.
 */
export const command = defineCommand({
  name: 'simulate',
  usage: '<train>',
  summary: 'Simulate active learning on a labelled file: labels are hidden until bought, and the result is measured.',
  places: {
    train: value('labelled data: documents (with --text), CSV, svmlight or VW text (also gzipped), or .iwal', text),
  },
  options: {
    ...parameterOptions,
    ...readingOptions,
    ...noCache,
    test: value('file on which to measure the error', text.optional()),
    holdout: number({ meaning: 'share of <train> to set aside as a test set', above: 0, below: 1 }),
    ...specOptions,
    ...stopOptions,
    oracle: value(
      `who answers: ${Object.keys(parts.oracles).join(', ')}; several work in order, as in noisy,delayed; if absent the file's labels, at once`,
      choicesIn('oracle', parts.oracles).optional(),
    ),
    compare: value(
      'query rules to run in turn, and passive, with the same coins: random,margin:width=0.5',
      choicesIn('query rule', parts.queries).optional(),
    ),
    reduction: value(
      `several classes, and how they become one: ${Object.entries(reductions)
        .filter(([, { matches }]) => matches === undefined)
        .map(([name, { meaning }]) => `${name} (${meaning})`)
        .join(', ')}; labels are then classes, by number or by name`,
      nameIn('reduction', reductions).optional(),
    ),
    seeds: number({
      meaning: 'streams and coins to repeat every run on, counted from --seed: means, with 95% intervals',
      from: 1,
      to: 1000,
      whole: true,
      default: 1,
    }),
    fresh: number({
      meaning:
        'labels to buy after the run, of rows drawn at random from all that it did not learn, with a budget of their own: nothing learns them, and they tell the error of the model in the end',
      from: 1,
      whole: true,
    }),
    ledger: value('new file for the ledger of the run', text.optional()),
    record: recordOption,
    parts: partsOption,
    json: flag('print one JSON object; with --compare an array of them'),
    curve: value(
      `file for the learning curve, beside that of passive learning: ${FIGURE_ENDINGS.join(', ')} (pixels, vectors, numbers)`,
      fileEnding(FIGURE_ENDINGS).optional(),
    ),
  },
  groups: {
    ...helpSections,
    'Parameters of the chosen names': Object.keys(parameterOptions),
    'Reading files': Object.keys({ ...readingOptions, ...noCache }),
  },
  examples: [
    ['iwal simulate train.svm.gz --test test.svm.gz --curve out.png', 'the first learning curve, with a tenth of the labels'],
    ['iwal simulate train.svm --holdout 0.2 --budget 500', '500 labels, a fifth of the file as test set'],
    ['iwal simulate train.svm --budget 200 --fresh 50', '50 more labels that tell the error of the model in the end'],
    ['iwal simulate train.svm --query iwal-cal --mellowness 1e-4 --json', 'another rule, for a program to read'],
    [
      'iwal simulate train.svm --compare random,iwal-cal,margin:width=0.5 --curve out.png',
      'which rule makes the most of a label',
    ],
    [
      'iwal simulate train.svm --holdout 0.25 --budget 5% --compare random,soft-margin --seeds 10',
      'and whether that is more than chance',
    ],
    ['iwal simulate letters.svm --reduction one-against-all --holdout 0.25', 'several classes, with a tenth of the labels'],
    [
      'iwal simulate train.svm --oracle noisy,priced --flip-rate 0.1 --per-feature 0.01 --budget 99.5',
      'labels that err, and cost by length',
    ],
  ],
  async run(values, session) {
    refuseContradictions({ ...values, reduction: reductionOf(values) });
    const { train, test, holdout, oracle, compare, fresh, ledger, record = DEFAULT_RECORD, json, curve, seeds } = values;
    const reduction = reductionOf(values);
    const { classes, positive, ...others } = values;
    const reading = await readingOf(
      train,
      reduction === undefined ? values : { ...others, classes: undefined, positive: undefined },
    );
    const loss = values.loss ?? (reduction === undefined ? undefined : lossFor(reduction));
    const specs = await readSpecs(
      { ...values, loss },
      {
        budget: DEFAULT_BUDGET,
        ...(compare && { rules: compare }),
        ...(oracle && { oracle }),
      },
    );
    const { requireClassifier } = await import('../data/classifier.ts');
    requireClassifier('simulate', specs[0]);
    const { comparisonText, requireDistinct } = await import('./comparison.ts');
    const runs = specs.map((spec, s) => ({ label: compare?.[s].written ?? spec.query.name, spec }));
    requireDistinct(runs);
    for (const file of [train, ...(test === undefined ? [] : [test])]) await requireFile(file);
    if (reduction !== undefined) {
      const { simulateClassFile } = await import('./classes.ts');
      const { classesComparison, classesSummary } = await import('./class-page.ts');
      if (values.reduction === undefined)
        session.note(`${classes!.length} classes by ${reduction}: ${reductions[DEFAULT_REDUCTION].meaning}`);
      const { fileReader } = await import('../data/large-files.ts');
      const request = { train, test, holdout, reading: withConstantOf(specs[0], reading), read: fileReader(values, session) };
      const results = await simulateClassFile(
        {
          reduction: reduction as keyof typeof reductions,
          runs,
          classes,
          positive,
          ledger: ledger === undefined ? undefined : { file: ledger, record },
        },
        request,
        session,
      );
      if (json) session.print(JSON.stringify(compare === undefined ? results[0] : results));
      else session.print(compare === undefined ? classesSummary(results[0], results[1]) : classesComparison(results));
      return;
    }
    const { besidePassive, simulateFile } = await import('./run.ts');
    const { summary } = await import('./page.ts');
    const { fileReader } = await import('../data/large-files.ts');
    const { byRule, onSeeds, repetitionText } = await import('./repetition.ts');
    const target = curve === undefined ? undefined : new Target(curve);
    try {
      const all = seeds === 1 ? besidePassive(runs) : onSeeds(runs, seeds);
      const kept = { curve: target, ledger: ledger === undefined ? undefined : { file: ledger, record }, fresh };
      const contested = await simulateFile(
        all,
        { train, test, holdout, reading: withConstantOf(specs[0], reading), read: fileReader(values, session) },
        kept,
        session,
      );
      if (seeds > 1) {
        const rules = byRule(contested);
        session.print(json ? JSON.stringify(rules) : repetitionText(rules));
        return;
      }
      const results = contested.map(({ result }) => result);
      if (json) session.print(JSON.stringify(compare === undefined ? results[0] : results));
      else session.print(compare === undefined ? summary(results[0], results.at(-1)!) : comparisonText(contested));
    } finally {
      target?.discard();
    }
  },
});

/** How several classes become one: as it is written, and by default where more than two are named; undefined for two. */
function reductionOf({
  reduction,
  classes,
}: {
  readonly reduction?: string | undefined;
  readonly classes?: readonly string[] | undefined;
}): string | undefined {
  return reduction ?? (classes !== undefined && classes.length > 2 ? DEFAULT_REDUCTION : undefined);
}

function refuseContradictions({
  test,
  holdout,
  query,
  compare,
  fresh,
  ledger,
  record,
  seeds,
  curve,
  ...others
}: Readonly<Record<string, unknown>>): void {
  if (others.reduction !== undefined) refuseTwoClasses({ curve, fresh, seeds: seeds === 1 ? undefined : seeds, ...others });
  if (test !== undefined && holdout !== undefined) throw new UsageError('--test and --holdout exclude each other');
  if (query !== undefined && compare !== undefined) throw new UsageError('--query and --compare exclude each other');
  const lone = Object.entries({ ledger, fresh }).find(([, given]) => given !== undefined && compare !== undefined)?.[0];
  if (lone !== undefined) throw new UsageError(`--${lone} is of one run, and --compare makes several`);
  const single = Object.entries({ ledger, curve, fresh }).find(([, given]) => given !== undefined && seeds !== 1)?.[0];
  if (single !== undefined) throw new UsageError(`--${single} is of one run, and --seeds makes several`);
  if (record !== undefined && ledger === undefined) throw new UsageError('--record is about --ledger, which is not given');
}

/** What --reduction has none of. */
function refuseTwoClasses(values: Readonly<Record<string, unknown>>): void {
  const unfit = ['curve', 'fresh', 'seeds', 'oracle', 'average', 'scale'].find((name) => values[name] !== undefined);
  if (unfit !== undefined) throw new UsageError(`--${unfit} is for two classes, not for --reduction: leave it out`);
}
