import { classNames } from '../options/class-names.ts';
import { requireFile } from '../options/inputs.ts';
import { defineCommand } from '../syntax/command.ts';
import { flag, optional, share, text, value, whole } from '../syntax/option.ts';

const columns = text.transform((list) => list.split(',').map((name) => name.trim()));

/** `iwal next`: questions for a model of the user's own, which says nothing but probabilities; a round a call. */
export const command = defineCommand({
  name: 'next',
  usage: '<scores>',
  summary:
    'Ask the next questions for any model of your own, from its probabilities. The same command takes the answers in ' +
    'and, once the scores are new, asks the next round.',
  places: {
    scores: value('.csv, .tsv or .jsonl: a column a class, of its name; or one, the probability of the second of two', text),
  },
  options: {
    ledger: value('file for the session; an existing one is continued', text),
    labels: optional('table of all questions; you fill its column label [default: that of the ledger, -labels.csv]'),
    budget: whole(1, 'questions a round [default: as in the round before]'),
    classes: optional('names of the classes, the negative one of two first [default: names of the columns]', classNames),
    'id-column': optional('column of ids, which find rows again in any order [default: id, else row numbers]'),
    keep: optional('columns to carry along into the table of questions, as in title,url [default: as before]', columns),
    explore: share('share of the questions that is spread evenly over all rows [default: 20 questions, 10% to 50%]'),
    seed: whole(0, 'decides the coins of a new session', { default: 1 }),
    'same-scores': flag('asks another round by the scores of the round before, as for a model that does not learn'),
  },
  examples: [
    ['iwal next scores.csv --budget 20 --ledger l.jsonl --labels labels.csv', '20 questions; again: takes the answers in'],
    [
      'iwal next scores.csv --budget 20 --ledger l.jsonl --classes no,yes --keep text',
      'one column of probabilities, and the text',
    ],
  ],
  async run({ scores: file, 'id-column': id, keep, classes, 'same-scores': isAgain, ...written }, session) {
    await requireFile(file);
    const { nextRound } = await import('./run.ts');
    const { labels = `${written.ledger.replace(/\.\w+$/, '')}-labels.csv` } = written;
    await nextRound({ ...written, file, id, keep, classes, labels, isAgain }, session);
  },
});
