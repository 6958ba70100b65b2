import { DEFAULTS } from '../../specs/defaults.ts';
import { defineCommand } from '../syntax/command.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';
import { cacheFolder, labelledData, requireFile } from '../options/inputs.ts';
import {
  requireData,
  requireOnePass,
  requireStreamable,
  streamOption,
  noCache,
  readingOf,
  readingOptions,
  takenColumns,
} from '../options/reading-options.ts';
import { flag, nameIn, optional, plainChoice, type Values, whole } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { parameterOptionsOf, readChoices } from '../options/spec/recipe-options.ts';
import { learnerOptions, scalingIn } from '../options/spec/learner-options.ts';
import { FINALS, specOptions } from '../options/spec/spec-options.ts';
import { defaultReductionNote, lossFor, reductionMeanings, reductionOf } from '../options/spec/reduction-loss.ts';
import { targetOf } from '../options/target.ts';
import { pairWeights } from '../../reductions/pairwise-ranking.ts';
import { reductions } from '../../reductions/index.ts';
import { RANKING } from '../../specs/kinds/ranking.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { sectionsWith } from '../options/help-sections.ts';
import type { Task } from './classes.ts';

const parameters = parameterOptionsOf('loss', 'optimizer');
const { loss, update, optimizer, constant } = specOptions;
const learnerChoices = { loss, update, optimizer, ...learnerOptions, constant };

const places = { data: labelledData };
const options = {
  ...parameters,
  ...readingOptions,
  ...noCache,
  ...streamOption,
  ...learnerChoices,
  reduction: optional(
    `for several classes, how one learner decides between them: ${reductionMeanings('all')}` +
      '; labels are then classes, by number or by name, or costs as in 1:0.5 2:1.0 of VW text. ' +
      `Or an order: ${RANKING} (pairs of rows, the rows of queries by qid:n and relevance, or without queries two classes)`,
    nameIn('reduction', { ...reductions, [RANKING]: undefined }),
  ),
  pairs: optional(
    `${RANKING}: what a pair weighs; default: query-balanced, or uniform without queries. Names: ` +
      Object.keys(pairWeights).join(', '),
    nameIn('weights of pairs', pairWeights),
  ),
  'cut-off': whole(
    1,
    `dcg and ndcg: ${pairWeights.ndcg.parameters.cutOff.meaning}; default: ${pairWeights.ndcg.parameters.cutOff.default}`,
  ),
  test: optional('another file, on which the model is measured after the last pass'),
  passes: whole(1, 'passes over the data', { default: 1 }),
  final: optional(
    'model to keep: online (what the passes learned), fit (fitted to all labels at once), or best, the one that ' +
      'cross-validation prefers; online if absent',
    nameIn('model', FINALS),
  ),
  model: optional('file for the model'),
  resume: optional('model to continue from; it says which loss, update, optimizer and constant'),
  predictions: optional('file for the predictions of the first pass, each made before its example is learned'),
  parts: partsOption,
  json: flag('print one JSON object'),
};
type LearnValues = Values<typeof places> & Values<typeof options>;

/** Options that a model to continue from answers itself. */
const SETTLED = [
  ...'reduction pairs cut-off loss update optimizer average scale constant'.split(' '),
  ...Object.keys(parameters),
];

/**
 * `iwal learn`: learns a labelled file, every label, in its order; the model can be kept, and continued bit for bit.
 *
 * Defaults are those of simulate (specs/defaults.ts).
 */
export const command = defineCommand({
  name: 'learn',
  usage: '<data>',
  summary: 'Learn a labelled file, every label, in its order.',
  places,
  options,
  common: 'text label-column classes model resume passes final reduction test predictions loss optimizer stream json',
  groups: sectionsWith(parameters, { ...readingOptions, ...noCache, ...streamOption }),
  examples: [
    ['iwal learn train.svm.gz --model a.iwalmodel', 'learn and keep the model'],
    ['iwal learn more.svm.gz --resume a.iwalmodel --model b.iwalmodel', 'go on where it stopped'],
    ['iwal learn huge.svm.gz --stream --model a.iwalmodel', 'data larger than the memory'],
    ['iwal learn labelled.csv --importance-column importance --ignore-columns id', 'what iwal export wrote as CSV'],
    ['iwal learn letters.svm --reduction scoring-filter-tree --test new.svm', 'several classes: error and confusion matrix'],
    ['iwal learn lists.svm --reduction pairwise-ranking --pairs ndcg', 'the rows of queries (qid:n) in their order: NDCG@10'],
  ],
  async run(written, session) {
    const { resume, stream } = written;
    // A model that goes on knows its columns, and what is streamed is read once.
    const isOpen = resume === undefined && !stream;
    const request = { command: 'learn', labels: 'needed' } as const;
    const values = { ...written, ...(isOpen && (await takenColumns(written.data, written, request, session))) };
    const { data, passes, test, classes } = values;
    if (resume !== undefined) refuseWritten(SETTLED, values, (option) => `--resume settles ${option}: leave it out`);
    const reduction = resume === undefined ? (reductionOf(values) ?? (await seenIn(values))) : undefined;
    const task = resume === undefined ? taskOf(reduction) : await heldBy(resume);
    requireTask(values, task);
    if (stream) requireStream(values, task);
    requireFit(values, task);
    if (resume !== undefined && task !== undefined)
      refuseWritten(['classes'], values, (option) => `--resume settles ${option}: leave it out`);
    const reading = await readingOf(data, task === undefined ? values : { ...values, classes: undefined });
    const learner = await learnerIn(values, reduction);
    await requireData(data, stream);
    for (const file of [resume, test]) if (file !== undefined) await requireFile(file);
    if (stream) await requireStreamable(data, reading);
    const model = targetOf(session, values.model, [data, test]);
    const predictions = targetOf(session, values.predictions, [data, test, resume]);
    const { final } = values;
    // Rows in binary that are met once are read a piece at a time, beside learning, and nobody holds them.
    const isMetOnce = passes === 1 && typeof values.average !== 'string';
    const isOnce = task === undefined && (final ?? 'online') === 'online' && isMetOnce;
    const isInPieces = stream || (isOnce && (await isBinary(data, reading)));
    if (reduction !== values.reduction) session.note(defaultReductionNote(classes));
    const [{ fileReader }, { learnedBy }, { freshCache }] = await Promise.all([
      import('../data/labelled.ts'),
      import('./classes.ts'),
      import('../../data/index.ts'),
    ]);
    const read = isInPieces ? undefined : fileReader(values, session);
    const hasCache = read !== undefined && isOnce && predictions === undefined && !values['no-cache'];
    const cache = hasCache ? (as: DatasetOptions) => freshCache(data, as, cacheFolder()) : undefined;
    const pairs = { name: values.pairs, cutOff: values['cut-off'] };
    const files = { data, reading, read, cache, test, model, predictions, final };
    const learned = await learnedBy(task, { ...files, passes, classes, start: resume ?? learner, reduction, pairs }, session);
    session.print(values.json ? JSON.stringify(learned) : (await import('./page.ts')).learnedPage(learned));
  },
});

/** How the labels of the file become labels of two classes, where they are of more and nothing asks for a run over two. */
async function seenIn(values: LearnValues): Promise<ReturnType<typeof reductionOf>> {
  const { data, stream } = values;
  if (stream) return undefined;
  const { reductionSeen } = await import('../data/several-seen.ts');
  return reductionSeen(data, values);
}

/** The learner that the command line names, with every default filled in. */
async function learnerIn(values: LearnValues, reduction: string | undefined): Promise<LearnerSpec> {
  const { update = DEFAULTS.update, optimizer = plainChoice(DEFAULTS.optimizer), average, constant } = values;
  const loss = values.loss ?? (reduction === undefined ? plainChoice(DEFAULTS.loss) : lossFor(reduction));
  const chosen = readChoices({ loss: [loss], optimizer: [optimizer] }, { ...values, scale: undefined });
  const { scaling } = scalingIn(values.scale, false);
  if (reduction === RANKING)
    refuseWritten(['average', 'scale'], values, (option) => `${option} is not for --reduction ${RANKING}: leave it out`);
  const { learnerSpec } = await import('../models/model.ts');
  return learnerSpec({ loss: chosen.loss[0], update, optimizer: chosen.optimizer[0], average, scale: scaling, constant });
}

function taskOf(reduction: string | undefined): Task | undefined {
  if (reduction === undefined) return undefined;
  return reduction === RANKING ? 'ranking' : 'classes';
}

/** Refuses options that are for another task. */
function requireTask(values: LearnValues, task: Task | undefined): void {
  if (task !== 'ranking') refuseWritten(['pairs', 'cut-off'], values, (option) => `${option} is for --reduction ${RANKING}`);
  else
    refuseWritten(
      ['classes', 'predictions'],
      values,
      (option) => `${option} is not for --reduction ${RANKING}, which learns pairs of rows: leave it out`,
    );
}

/** Refuses what takes all rows to know. */
function requireStream({ data, average, passes }: LearnValues, task: Task | undefined): void {
  if (task !== undefined)
    throw new UsageError('--stream is for two classes and numbers: --reduction needs all rows to know its classes or queries');
  if (typeof average === 'string')
    throw new UsageError(
      `--average ${average} is a share of labels that nobody has counted yet with --stream; a number of labels will do`,
    );
  requireOnePass(data, passes);
}

async function isBinary(data: string, reading: DatasetOptions): Promise<boolean> {
  const { detectedFormat, whyNoPieces } = await import('../../data/index.ts');
  const format = await detectedFormat(data, reading.format);
  return format === 'iwal' && whyNoPieces(data, format, reading) === undefined;
}

/** Refuses a fit where there is none. */
function requireFit({ final, resume, stream }: LearnValues, task: Task | undefined): void {
  if (final === undefined || final === 'online') return;
  if (task === 'ranking') throw new UsageError(`--final ${final} is not for --reduction ${RANKING}: leave it out`);
  if (stream) throw new UsageError(`--final ${final} needs all rows at once: leave out --stream`);
  if (resume !== undefined)
    throw new UsageError(`--final ${final} fits the labels of one file, and --resume goes on with those of another`);
}

/** Which of them the model is of; undefined where it is a plain one. */
async function heldBy(file: string): Promise<Task | undefined> {
  await requireFile(file);
  const [{ modelIn }, { load }] = await Promise.all([import('../models/model.ts'), import('../../learners/model-file.ts')]);
  const kind = modelIn(file, load(file))?.kind;
  return kind === 'linear' ? undefined : kind;
}
