import { DEFAULTS } from '../../specs/defaults.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { count, percent } from '../../numerics/display.ts';
import type { Learned } from './run.ts';
import { flag, number, text, value } from '../syntax/option.ts';
import { learnerTerms } from '../terminal/learner-words.ts';
import { partsOption } from '../options/parts-option.ts';
import { noCache } from '../options/no-cache.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { parameterOptionsOf, readParts } from '../options/recipe-options.ts';
import { scalingIn } from '../options/learner-options.ts';
import { specOptions } from '../options/spec-options.ts';
import { Target } from '../options/target.ts';
import { plainChoice } from '../syntax/written-choice.ts';

const parameters = parameterOptionsOf('loss', 'optimizer');
const { loss, update, optimizer, average, scale, constant } = specOptions;

/** Options that a model to continue from answers itself. */
const SETTLED = ['loss', 'update', 'optimizer', 'average', 'scale', 'constant', ...Object.keys(parameters)] as const;

/**
 * `iwal learn`: learns a labelled file, every label, in its order; the model can be kept, and continued bit for bit.
 *
 * Defaults are those of simulate (specs/defaults.ts).
 */
export const command = defineCommand({
  name: 'learn',
  usage: '<data>',
  summary: 'Learn a labelled file, every label, in its order.',
  places: {
    data: value('labelled data: svmlight, VW or CSV text (also gzipped), or .iwal', text),
  },
  options: {
    ...parameters,
    ...readingOptions,
    ...noCache,
    ...{ loss, update, optimizer, average, scale, constant },
    passes: number({ meaning: 'passes over the data', from: 1, whole: true, default: 1 }),
    model: value('file for the model', text.optional()),
    resume: value('model to continue from; it says which loss, update, optimizer and constant', text.optional()),
    predictions: value('file for the predictions of the first pass, each made before its example is learned', text.optional()),
    parts: partsOption,
    json: flag('print one JSON object'),
  },
  groups: {
    'Parameters of the chosen names': Object.keys(parameters),
    'Reading files': Object.keys({ ...readingOptions, ...noCache }),
  },
  examples: [
    ['iwal learn train.svm.gz --model a.iwalmodel', 'learn and keep the model'],
    ['iwal learn more.svm.gz --resume a.iwalmodel --model b.iwalmodel', 'go on where it stopped'],
    ['iwal learn labelled.csv --importance-column importance --ignore-columns id', 'what iwal export wrote as CSV'],
    ['iwal learn train.vw --loss squared --optimizer normalized-adaptive --passes 3', 'Vowpal Wabbit text, another learner'],
  ],
  async run(values, session) {
    const {
      data,
      loss = plainChoice(DEFAULTS.loss),
      update = DEFAULTS.update,
      optimizer = plainChoice(DEFAULTS.optimizer),
      average,
      constant,
      passes,
      resume,
      json,
    } = values;
    const settled =
      resume === undefined
        ? undefined
        : SETTLED.find((name) => (values as Readonly<Record<string, unknown>>)[name] !== undefined);
    if (settled !== undefined) throw new UsageError(`--resume settles --${settled}: leave it out`);
    const reading = await readingOf(data, values);
    const { learnerSpec } = await import('../models/linear-model.ts');
    const parts = readParts({ loss, optimizer }, { ...values, scale: undefined });
    const { scaling } = scalingIn(values.scale, false);
    const start = resume ?? learnerSpec({ ...parts, update, average, scale: scaling, constant });
    for (const file of resume === undefined ? [data] : [data, resume]) await requireFile(file);
    const model = values.model === undefined ? undefined : new Target(values.model);
    const predictions = values.predictions === undefined ? undefined : new Target(values.predictions);
    try {
      const { learnFile } = await import('./run.ts');
      const { fileReader } = await import('../data/large-files.ts');
      const read = fileReader(values, session);
      const learned = await learnFile({ data, reading, read, start, passes, model, predictions }, session);
      session.print(json ? JSON.stringify(learned) : page(learned));
    } finally {
      model?.discard();
      predictions?.discard();
    }
  },
});

function page({
  examples,
  passes,
  learned,
  features,
  nonZeroWeights,
  progressiveLoss,
  progressiveError,
  ruledOutAt,
  stepSizes,
  spec,
}: Learned): string {
  const loss = progressiveLoss === null ? 'infinite' : progressiveLoss.toFixed(6);
  return [
    `${count(examples)} examples${passes === 1 ? '' : `, ${passes} passes`}; ${count(learned)} learned in all`,
    `${spec.loss.name} loss, ${spec.update} updates, ${spec.optimizer.name}${learnerTerms(spec)}`,
    ...(stepSizes === undefined ? [] : [stepSizes]),
    `progressive loss ${loss}${progressiveError === null ? '' : `, error ${percent(progressiveError)}`}${passes === 1 ? '' : ' in the first pass'}`,
    ...(ruledOutAt === undefined
      ? []
      : [`the loss is infinite: the prediction of example ${count(ruledOutAt)} ruled its label out, and learning went on`]),
    `${count(nonZeroWeights)} of ${count(features)} weights are not zero`,
  ].join('\n');
}
