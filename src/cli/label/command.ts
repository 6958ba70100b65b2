import { rmdirSync } from 'node:fs';
import { ifPossible } from '../../files/if-possible.ts';
import { classNames } from '../options/class-names.ts';
import { reductions } from '../../reductions/index.ts';
import { defineCommand } from '../syntax/command.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { flag, going, meanings, nameIn, optional, partOf, share, value, whole } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { guessOptions, NOT_OF_GUESSES, readingOptions, takenColumns, withColumns } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/spec/recipe-options.ts';
import { DEFAULT_RECORD, recordOption } from '../options/record-option.ts';
import { targetOf } from '../options/target.ts';
import { DEFAULT_REDUCTION, reductionMeanings } from '../options/spec/reduction-loss.ts';
import { rangeOption, groupOptions, specOptions } from '../options/spec/spec-options.ts';
import { stopOptions } from '../options/spec/stop-options.ts';
import { helpSections } from '../options/help-sections.ts';
import { panelOf, refuseFreshBatches, refuseOfClasses, requireAsked } from './contradictions.ts';

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
    pool: partOf(
      'project',
      optional(
        'rows to choose from: documents in .csv, .tsv, .jsonl or .txt, or numbers: ' +
          'svmlight or VW text (also gzipped), CSV or .iwal; or the folder of a project that was begun, which goes on',
      ),
    ),
  },
  options: {
    ...parameters,
    ...readingOptions,
    ...guessOptions,
    guess: going(guessOptions.guess, { not: [...NOT_OF_GUESSES, 'known', 'fresh', 'model'] }),
    ...rangeOption,
    parts: partsOption,
    ledger: optional('file for the session; an existing one is continued'),
    project: optional(
      'folder for the session: its ledger, its model and how its data are read, so that later commands need only its name; ' +
        'it may be moved together with the data',
    ),
    model: optional('file for the model that the answers have made, written when the session ends'),
    record: recordOption,
    classes: optional(
      'names of the classes, two or more, as in sport,politics,other; of two the negative one first unless --positive ' +
        'says which; negative,positive if absent',
      classNames,
    ),
    reduction: optional(
      `for more than two classes, how one learner decides between them; ${DEFAULT_REDUCTION} if absent: ` +
        reductionMeanings('without matches'),
      nameIn('reduction', reductions),
    ),
    text: going(
      optional(
        'documents: the columns of text to learn from and to show, as in title,abstract. Other pools: ' +
          'a text file with a line to show for every row',
      ),
      { not: ['text-column'] },
    ),
    show: optional(
      'documents: columns to show beside the text, as in title,url,date (keys of JSON lines); an http(s) address is a link on the page',
    ),
    known: partOf(
      'ledger',
      optional(
        'column of labels that exist already, some cells filled, or another project, or its ledger (its rows that did not ' +
          'change): they are learned first and cost nothing, their rows are not asked about, and they are left out of every ' +
          'estimate; a session that was begun keeps them',
      ),
    ),
    protocol: going(optional(`for programs: ${meanings(PROTOCOLS)}`, nameIn('protocol', PROTOCOLS)), {
      not: ['batch', 'answers'],
    }),
    // Questions go one way: to a page, a program, a file; answers come back from one.
    serve: going(
      flag(
        'serves a web page for labelling, on this machine only, and prints its address, of several annotators one each; whoever has ' +
          'an address can answer',
      ),
      { not: ['protocol', 'batch', 'answers'] },
    ),
    port: going(whole(1, 'with --serve: the port of the page; any free one if absent', { to: 65_535 }), { with: ['serve'] }),
    blind: optional(
      `whether the prediction is hidden from who answers: ${Object.keys(BLIND).join(' or ')}; ` +
        'yes on the page and with --guess, else no, if absent',
      nameIn('answer to --blind', BLIND),
    ),
    batch: going(
      whole(1, 'writes the next questions, as many as this, as CSV for any other tool, and ends; --answers reads the answers'),
      { not: ['answers'] },
    ),
    overlap: going(share('share of the rows that all annotators answer; other rows go to one each [default: 20%]', '[0, 1]'), {
      with: ['batch', 'serve'],
    }),
    disagreements: going(
      flag('writes the rows on which annotators disagree as CSV, for another person; --answers reads the decisions'),
      { not: ['batch', 'answers', 'protocol', 'serve', 'fresh'] },
    ),
    out: going(optional('file for the questions; of several annotators one each, as ask-ana.csv [default: stdout]'), {
      with: ['batch', 'disagreements'],
    }),
    answers: optional(
      'learns the answers in this file: the CSV of --batch with its column label filled, in any order; ' +
        'an empty cell is no answer yet, skip says that nobody can tell',
    ),
    fresh: whole(
      1,
      'further questions once all others are answered, about rows drawn at random from those that the model has not learned: ' +
        'they measure the error of the final model, which does not learn them',
    ),
    annotator: optional('name of the annotator, kept with each answer; with --batch and --serve also several: ana,ben'),
    ...specOptions,
    ...groupOptions,
    ...stopOptions,
    pass: whole(
      1,
      'which pass over the pool, from 1: 2 tops up with a budget of its own once pass 1 is over. ' +
        'If absent, a --budget other than that of a pass that is over begins the next one',
    ),
    budget: value(
      'labels that may be bought, or a share of the rows as in 10%; needed, unless --half-width or the knob of the rule is written. ' +
        'It sets the knob and spreads the labels over the pool. Once they are bought, another --budget tops up: ' +
        'a further pass over the pool, in which labels that are known cost nothing',
      specOptions.budget.schema,
    ),
    seed: {
      ...specOptions.seed,
      meaning: `${specOptions.seed.meaning}; people who label the same rows independently need different ones`,
    },
  },
  common: 'text show classes budget for project serve batch out answers guess known fresh stop annotator ledger',
  groups: {
    'Guesses, and numbers': Object.keys({ ...guessOptions, ...rangeOption }),
    'Batches for other tools': ['batch', 'out', 'answers'],
    'Several people': ['annotator', 'overlap', 'disagreements'],
    ...helpSections,
    'Parameters of the chosen names': Object.keys(parameters),
    'Reading files': Object.keys(readingOptions).filter((name) => !['classes', 'text'].includes(name)),
  },
  examples: [
    [
      'iwal label documents.csv --text abstract --classes other,relevant --budget 60 --project reviews',
      'read documents and press a key for each; afterwards iwal label reviews is enough',
    ],
    ['iwal label reviews --serve', 'the same on a page in your browser'],
    [
      'iwal label news.csv --text body --guess gpt --classes no,yes --budget 200 --project check',
      'how good the labels of a language model are, and what the true shares are',
    ],
    [
      'iwal label essays.csv --text body --range 0,10 --guess machine --budget 200 --project scores',
      'the mean of scores from 0 to 10, by the scores of a machine and 200 of a person',
    ],
    ['iwal label reviews --budget 40', 'later: 40 more labels, from a second pass over the pool'],
    ['iwal label reviews --batch 50 --out ask.csv', 'the next 50 questions as a table, for any other tool'],
    ['iwal label reviews --answers ask.csv', 'learn the answers, once the column label is filled'],
    ['iwal label reviews --batch 60 --annotator ana,ben,cem --overlap 20% --out ask.csv', 'the same for three people'],
    ['iwal label reviews --serve --annotator ana,ben,cem --overlap 10%', 'three people at once, each at a page of their own'],
    ['iwal label reviews --disagreements --out differ.csv', 'the rows whose answers differ, for somebody to decide'],
    ['iwal label reviews --answers differ.csv --annotator dan', 'learn what was decided'],
    ['iwal label pool.svm --text documents.txt --ledger a.jsonl --budget 5% --protocol jsonl', 'as JSON, for a program'],
  ],
  async run(written, session) {
    const { completed, kept, projectIn, requireData, requireOnePlace, writtenAgain } = await import('../project/project.ts');
    requireOnePlace(written.ledger, written.project);
    const project = written.project === undefined ? undefined : projectIn(written.project);
    const said = project === undefined ? written : completed(written, project);
    const { protocol, record = DEFAULT_RECORD, answers, annotator, fresh, disagreements } = said;
    const pool = said.pool ?? project?.pool;
    const ledger = project?.ledger ?? said.ledger!;
    if (pool === undefined) throw noPool(project?.folder);
    const sight = BLIND[said.blind ?? (said.serve || said.guess !== undefined ? 'yes' : 'no')];
    if (project !== undefined) {
      if (said.pool === undefined) requireData(project);
      await requireFile(pool);
    }
    const { begunSession } = await import('../../labelling/begun-spec.ts');
    const begun = await interruptibly(begunSession(ledger), session);
    const range = said.range ?? begun?.spec.range;
    if (range !== undefined) refuseOfClasses(said);
    // Two people seldom give one number.
    const panel = panelOf(said, range && 0);
    refuseFreshBatches(said, panel);
    const page = said.serve ? { port: said.port, panel } : undefined;
    const { knownLedger: ledgerOf, requireGoesOn, settingsAfter } = await import('./known.ts');
    const other = await ledgerOf(said.known, session);
    const knownLedger = begun === undefined ? other : undefined;
    const known = other === undefined ? said.known : undefined;
    const settled = begun ?? (knownLedger && settingsAfter(knownLedger));
    const request = { command: 'label', labels: 'unread', known } as const;
    const columns = settled === undefined ? await takenColumns(pool, said, request, session) : settled.data.columns;
    const values = withColumns(said, columns);
    const { settingOf } = await import('./setting.ts');
    const { text = project?.text, ...setting } = await settingOf(pool, { ...values, known }, settled);
    if (knownLedger !== undefined) requireGoesOn(knownLedger, setting.classes, setting.spec);
    const { passOf } = await import('./pass.ts');
    const pass = passOf(values, setting.spec, begun);
    if (disagreements) requireAsked('--disagreements', begun, pass);
    else if (answers !== undefined) requireAsked(`--answers ${answers}`, begun, pass);
    const { requireClassifier } = await import('../data/several-seen.ts');
    if (range === undefined) requireClassifier('label', setting.spec);
    const worksWith = [pool, text, ledger];
    const out = targetOf(session, values.out, worksWith);
    const isSheet = values.batch !== undefined || disagreements;
    const batch = isSheet ? { size: values.batch, panel, out, folder: project?.folder } : undefined;
    const { labelFile, requireAnswerable } = await import('./run.ts');
    for (const file of [pool, text, answers]) if (file !== undefined) await requireFile(file);
    requireAnswerable({ protocol, page, batch, answers, classes: setting.classes });
    const opened = project && kept(project, { pool, text }, values);
    const model = targetOf(session, values.model ?? project?.model, worksWith);
    const answering = { protocol, page, batch, answers, sight, annotator, fresh };
    const beginning = { begun, known: known === undefined ? 'left out' : 'learned', knownLedger } as const;
    const place = { pool, text, ledger, folder: project?.folder, record, again: writtenAgain(said, text), columns };
    // What was refused before its first entry leaves nothing behind: a folder that holds something stays.
    if (project !== undefined) session.atEnd(() => ifPossible(rmdirSync.bind(undefined, project.folder)));
    await labelFile({ ...place, ...setting, ...answering, model, opened, pass, ...beginning }, session);
  },
});

function noPool(folder: string | undefined): UsageError {
  return new UsageError(
    folder === undefined
      ? 'label needs <pool>: rows to choose from; a project that was begun knows its own'
      : `${folder} holds no project yet, and label needs <pool> to begin one: rows to choose from`,
  );
}
