import { classNames } from '../options/class-names.ts';
import { requireFile } from '../options/inputs.ts';
import { defineCommand } from '../syntax/command.ts';
import { flag, number, share, text, value } from '../syntax/option.ts';

/** `iwal next`: questions for a model of the user's own, which says nothing but probabilities; a round a call. */
export const command = defineCommand({
  name: 'next',
  usage: '<scores>',
  summary:
    'Ask the next questions for any model of your own, from its probabilities. The same command takes the answers in ' +
    'and, once all are there and the scores are new, asks the next round.',
  places: {
    scores: value(
      'table of probabilities, a row for everything that could be asked about: .csv, .tsv or .jsonl. One column: probability of the ' +
        'second of two classes; several: a column a class, of its name',
      text,
    ),
  },
  options: {
    ledger: value('file for the session; an existing one is continued', text),
    labels: value(
      'table of all questions so far, with a column label to be filled: the training set of your model [default: the name of the ' +
        'ledger, with -labels.csv]',
      text.optional(),
    ),
    budget: number({ meaning: 'questions a round; of a session that was begun that of the round before', from: 1, whole: true }),
    classes: value(
      'names of the classes, the negative one of two first [default: the names of the columns]',
      classNames.optional(),
    ),
    'id-column': value(
      'column of ids, by which rows are found again in any order [default: id; without one, row numbers]',
      text.optional(),
    ),
    keep: value('columns that are carried along into the table of questions, as in title,url', text.optional()),
    explore: share('share of the questions that is spread evenly over all rows [default: 20 questions, between 10% and 50%]'),
    seed: number({ meaning: 'decides the coins; that of the first round holds [default: 1]', from: 0, whole: true }),
    'same-scores': flag('asks another round with the scores of the round before, for a model that does not learn'),
  },
  examples: [
    [
      'iwal next scores.csv --budget 20 --ledger l.jsonl --labels labels.csv',
      '20 questions; the same line again takes answers in',
    ],
    [
      'iwal next scores.csv --budget 20 --ledger l.jsonl --classes no,yes --keep text',
      'of one column of probabilities, with the text',
    ],
    ['iwal audit l.jsonl', 'shares of the classes and error of the scores, with intervals; all coins and p checked'],
  ],
  async run({ scores, ...written }, session) {
    await requireFile(scores);
    const { nextRound } = await import('./run.ts');
    const { classes, budget, explore, seed } = written;
    const { ledger, labels = `${ledger.replace(/\.[a-z]+$/, '')}-labels.csv`, keep = '', 'id-column': id } = written;
    const columns = keep.split(',').map((name) => name.trim());
    const asked = { file: scores, id, keep: columns.filter((name) => name !== ''), classes };
    await nextRound({ scores: asked, ledger, labels, budget, explore, seed, isAgain: written['same-scores'] }, session);
  },
});
