import { existsSync } from 'node:fs';
import type { DatasetOptions } from '../../data/index.ts';
import { classNames } from '../options/class-names.ts';
import { lossFor } from '../options/spec/reduction-loss.ts';
import { reductions } from '../../reductions/index.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { flag, nameIn, number, text, value, type Values } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/spec/recipe-options.ts';
import { DEFAULT_RECORD, recordOption } from '../options/record-option.ts';
import { Target } from '../options/target.ts';
import type { SessionClasses } from './classes.ts';
import { readSpecs, specOptions, stopOptions } from '../options/spec/spec-options.ts';
import { helpSections } from '../options/help-sections.ts';

const PROTOCOLS = { jsonl: 'a question a line on stdout, an answer a line on stdin' };
const BLIND = { yes: 'blind', no: 'sees' } as const;
const parameters = parameterOptionsOf('loss', 'optimizer', 'query');

/**
 * `iwal label`: active learning for real. A person at the terminal, or a program on a pipe, labels the rows that the rule asks
 * about, and a ledger keeps every answer: whatever ends the session, the same command goes on where it stopped.
 */
export const command = defineCommand({
  name: 'label',
  usage: '[pool]',
  summary: 'Label a pool: answer the questions that the query rule asks; the ledger keeps every answer.',
  places: {
    pool: value(
      'rows to choose from: documents in .csv, .tsv, .jsonl or .txt, or numbers: ' +
        'svmlight or VW text (also gzipped), CSV or .iwal; a project that was begun knows its own',
      text.optional(),
    ),
  },
  options: {
    ...parameters,
    ...readingOptions,
    parts: partsOption,
    ledger: value('file for the session; an existing one is continued', text.optional()),
    project: value(
      'folder for the session: its ledger, its model and how its data are read, so that later commands need only --project; ' +
        'it may be moved together with the data',
      text.optional(),
    ),
    model: value('file for the model that the answers have made, written when the session ends', text.optional()),
    record: recordOption,
    classes: value(
      'names of the classes, two or more, as in sport,politics,other; of two the negative one first unless --positive ' +
        'says which; negative,positive if absent',
      classNames.optional(),
    ),
    reduction: value(
      `for more than two classes, how one learner decides between them; one-against-all if absent: ${Object.entries(reductions)
        .filter(([, { matches }]) => matches === undefined)
        .map(([name, { meaning }]) => `${name} (${meaning})`)
        .join(', ')}`,
      nameIn('reduction', reductions).optional(),
    ),
    text: value(
      'documents: the columns of text to learn from and to show, as in title,abstract. Other pools: ' +
        'a text file with a line to show for every row',
      text.optional(),
    ),
    known: value(
      'column of labels that exist already, some cells filled: they are learned first and cost nothing, their rows are ' +
        'not asked about, and they are left out of every estimate; a session that was begun keeps them',
      text.optional(),
    ),
    protocol: value(
      `for programs: ${Object.entries(PROTOCOLS)
        .map((entry) => entry.join(': '))
        .join('; ')}`,
      nameIn('protocol', PROTOCOLS).optional(),
    ),
    serve: flag(
      'serves a web page for labelling, on this machine only, and prints its address; whoever has the address can answer',
    ),
    port: number({ meaning: 'with --serve: the port of the page; any free one if absent', from: 1, to: 65_535, whole: true }),
    blind: value(
      `whether the prediction is hidden from who answers: ${Object.keys(BLIND).join(' or ')}; ` +
        'yes on the page, else no, if absent',
      nameIn('answer to --blind', BLIND).optional(),
    ),
    batch: number({
      meaning: 'writes the next questions, as many as this, as CSV for any other tool, and ends; --answers reads the answers',
      from: 1,
      whole: true,
    }),
    out: value('with --batch: the file for the questions; stdout if absent', text.optional()),
    answers: value(
      'learns the answers in this file: the CSV of --batch with its column label filled, in any order; ' +
        'an empty cell is no answer yet, skip says that nobody can tell',
      text.optional(),
    ),
    fresh: number({
      meaning:
        'further questions once all others are answered, about rows drawn at random from those that the model has not learned: ' +
        'they measure the error of the final model, which does not learn them',
      from: 1,
      whole: true,
    }),
    annotator: value('name of the person who answers: it is recorded with every answer of this command', text.optional()),
    ...specOptions,
    ...stopOptions,
    pass: number({
      meaning:
        'which pass over the pool, from 1: 2 tops up with a budget of its own once pass 1 is over. ' +
        'If absent, a --budget other than that of a pass that is over begins the next one',
      from: 1,
      whole: true,
    }),
    budget: value(
      'labels that may be bought, or a share of the rows as in 10%; needed, unless the knob of the rule is written. ' +
        'It sets the knob and spreads the labels over the pool. Once they are bought, another --budget tops up: ' +
        'a further pass over the pool, in which labels that are known cost nothing',
      specOptions.budget.schema,
    ),
    seed: {
      ...specOptions.seed,
      meaning: `${specOptions.seed.meaning}; people who label the same rows independently need different ones`,
    },
  },
  common: ['text', 'classes', 'budget', 'project', 'serve', 'ledger', 'model', 'annotator', 'query', 'seed'],
  groups: {
    'Batches for other tools': ['batch', 'out', 'answers'],
    ...helpSections,
    'Parameters of the chosen names': Object.keys(parameters),
    'Reading files': Object.keys(readingOptions).filter((name) => !['classes', 'text'].includes(name)),
  },
  examples: [
    [
      'iwal label documents.csv --text abstract --classes other,relevant --budget 60 --ledger a.jsonl',
      'read documents and press a key for each',
    ],
    [
      'iwal label pool.svm --ledger a.jsonl --text documents.txt --classes sport,other --budget 5%',
      'the same, with features that were computed before',
    ],
    [
      'iwal label pool.csv --text-column title --ledger a.jsonl --budget 200 --mellowness 1e-3',
      'at most 200 labels, with a knob as in the papers',
    ],
    [
      'iwal label documents.csv --text abstract --classes other,relevant --budget 60 --ledger a.jsonl --serve',
      'the same on a page in your browser',
    ],
    [
      'iwal label documents.csv --text abstract --classes other,relevant --budget 60 --project reviews',
      'a folder for all of it; afterwards iwal label --project reviews is enough',
    ],
    ['iwal label --project reviews --budget 40', 'later: 40 more labels, from a second pass over the pool'],
    ['iwal label --project reviews --batch 50 --out ask.csv', 'the next 50 questions as a table, for any other tool'],
    ['iwal label --project reviews --answers ask.csv', 'learn the answers, once the column label is filled'],
    ['iwal label pool.svm --ledger a.jsonl --protocol jsonl', 'questions and answers as JSON'],
  ],
  async run(written, session) {
    const { beginning, completed, projectIn, requireData, requireOnePlace } = await import('./project.ts');
    requireOnePlace(written.ledger, written.project);
    const project = written.project === undefined ? undefined : projectIn(written.project);
    const values = project === undefined ? written : completed(written, project);
    const { protocol, record = DEFAULT_RECORD } = values;
    const pool = values.pool ?? project?.pool;
    const ledger = project?.ledger ?? values.ledger!;
    if (pool === undefined)
      throw new UsageError(
        project === undefined
          ? 'label needs <pool>: rows to choose from; a project that was begun knows its own'
          : `${project.folder} holds no project yet, and label needs <pool> to begin one: rows to choose from`,
      );
    if (values.text !== undefined && values['text-column'] !== undefined)
      throw new UsageError('--text and --text-column exclude each other');
    requireOneWay(values);
    if (values.out !== undefined && values.batch === undefined) throw new UsageError('--out is for --batch');
    if (values.port !== undefined && !values.serve) throw new UsageError('--port is for --serve');
    const inBatches = (['batch', 'answers'] as const).find((name) => values[name] !== undefined);
    if (values.fresh !== undefined && inBatches !== undefined)
      throw new UsageError(
        `--fresh asks one question at a time, and --${inBatches} does not: once the batches are over, leave it out`,
      );
    const sight = BLIND[(values.blind ?? (values.serve ? 'yes' : 'no')) as keyof typeof BLIND];
    const page = values.serve ? { port: values.port } : undefined;
    if (project !== undefined) {
      if (values.pool === undefined) requireData(project);
      await requireFile(pool);
    }
    const { begunSession } = await import('../../labelling/begun-spec.ts');
    const begun = begunSession(ledger);
    const { choicesOf, reductionRemarks, sessionClasses, specOver } = await import('./classes.ts');
    const { classes: names, positive, reduction } = values;
    const own = sessionClasses({ names, positive, reduction }, begun);
    const { reading, text: ownText } = await poolReading(pool, values, own);
    const texts = ownText ?? project?.text;
    const loss = values.loss ?? (own.several && begun === undefined ? lossFor(own.several.reduction) : undefined);
    const [plain] = await readSpecs({ ...values, loss }, { begun: begun?.spec });
    const spec = specOver(plain, own);
    const classes = choicesOf(own, spec);
    const { answers } = values;
    if (answers !== undefined && begun === undefined)
      throw new UsageError(
        `--answers ${answers}: no session is here that has asked anything; --batch 50 --out ask.csv begins one`,
      );
    const { passOf } = await import('./pass.ts');
    const pass = passOf(values, spec, begun);
    if (answers !== undefined && pass === 'next')
      throw new UsageError('--answers belongs to the pass that has asked; another --budget begins the next pass, with --batch');
    const { requireClassifier } = await import('../data/classifier.ts');
    requireClassifier('label', spec);
    const { labelFile, requireAnswerable } = await import('./run.ts');
    const worksWith = [pool, texts, ledger];
    const out = values.out === undefined ? undefined : { name: values.out, target: new Target(values.out, worksWith) };
    const batch = values.batch === undefined ? undefined : { size: values.batch, out };
    requireAnswerable({ protocol, page, batch, answers, classes });
    for (const file of [pool, texts, answers]) if (file !== undefined) await requireFile(file);
    const opened = project && beginning(project, { pool, text: texts }, values);
    const modelFile = values.model ?? project?.model;
    const model = modelFile === undefined ? undefined : new Target(modelFile, worksWith);
    const { annotator } = values;
    const request = {
      pool,
      reading,
      text: texts,
      ledger,
      record,
      classes,
      said: reductionRemarks(own),
      protocol,
      page,
      batch,
      answers,
      sight,
      annotator,
      model,
      opened,
      pass,
      fresh: values.fresh,
      isBegun: begun !== undefined,
      known: values.known === undefined ? ('left out' as const) : ('learned' as const),
    };
    try {
      await labelFile({ ...request, spec }, session);
    } finally {
      model?.discard();
      out?.target.discard();
    }
  },
});

/** Questions go one way: to a page, a program, a file; answers come back from one. */
function requireOneWay(values: Readonly<Record<'serve' | 'protocol' | 'batch' | 'answers', unknown>>): void {
  const ways = (['serve', 'protocol', 'batch', 'answers'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== false,
  );
  if (ways.length > 1) throw new UsageError(`--${ways[0]} and --${ways[1]} exclude each other`);
}

interface Known {
  readonly known?: string | undefined;
}

/** `--text` names columns where the pool is documents, and a file of lines to show where it is not; labels are not read. */
async function poolReading(
  pool: string,
  { text: shown, known, classes: _classes, positive: _positive, ...values }: Values<typeof readingOptions> & Known,
  { names, several }: SessionClasses,
): Promise<{ readonly reading: DatasetOptions; readonly text: string | undefined }> {
  const { detectedFormat, legalFormat } = await import('../../data/index.ts');
  const { documentFormats } = await import('../../data/documents/read-documents.ts');
  const wanted = values.format as DatasetOptions['format'];
  const format = existsSync(pool) ? await detectedFormat(pool, wanted) : legalFormat(pool, wanted);
  const areDocuments = Object.hasOwn(documentFormats, format);
  const reading = await readingOf(pool, {
    ...values,
    ...(known === undefined
      ? { classes: undefined, positive: undefined }
      : {
          classes: several === undefined ? names : undefined,
          positive: undefined,
          'label-column': columnOf(known, values['label-column']),
        }),
    text: areDocuments ? shown : undefined,
  });
  const named = known !== undefined && several !== undefined && { classNames: names };
  return { reading: { ...reading, ...named }, text: areDocuments ? undefined : shown };
}

/** A column of labels has one use. */
function columnOf<T>(known: string, labels: T | undefined): T {
  if (labels !== undefined) throw new UsageError('--known and --label-column exclude each other: both name the column of labels');
  return known as T;
}
