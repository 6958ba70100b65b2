import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { TARGETS, type Target } from '../../ledger/audit/certificates/certified.ts';
import { lookUp } from '../../specs/choices.ts';
import { flag, going, meanings, number, optional, partOf, some, text, type Option } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { guessOptions, readingOf, readingOptions, asBegun } from '../options/reading-options.ts';
import { targetOf } from '../options/target.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';

const targetsIn = text.transform((list): readonly Target[] =>
  [...new Set(list.split(',').map((name) => name.trim()))].map((name) => {
    lookUp('count', TARGETS, name);
    return name as Target;
  }),
);

/** How the pool is read; of several classes `positive` names the one that is counted, without the pool too. */
export const readingOfData = {
  ...(Object.fromEntries(
    Object.entries<Option<unknown>>({ ...readingOptions, ...guessOptions }).map(([name, option]) => [
      name,
      going(option, { with: ['data'] }),
    ]),
  ) as typeof readingOptions & typeof guessOptions),
  positive: readingOptions.positive,
};

/** `iwal audit`: what a ledger proves, and what it cannot. */
export const command = defineCommand({
  name: 'audit',
  usage: '<ledger> …',
  summary:
    'Audit a ledger: does it agree with itself, is its sample unbiased, why were so many labels bought. ' +
    'Exit code 1 if it contradicts itself.',
  places: {
    ledger: partOf(
      'ledger',
      some(
        'ledger, as iwal label and iwal simulate --ledger write it, or the folder of a project, with its data; several, the one ' +
          'begun first in front, are certified together',
        text,
      ),
    ),
  },
  options: {
    data: optional('the pool of the ledger: the run is computed anew and compared bit for bit; labels in it are the truth'),
    certify: optional(
      `counts to bound among the rows considered, valid however often one looks and whenever one stops: ${meanings(TARGETS, ' (', '), ')})`,
      targetsIn,
    ),
    confidence: going(
      number({ meaning: 'confidence of the bound on each certified count; 0.95 if absent', above: 0, below: 1 }),
      { with: ['certify'] },
    ),
    by: going(optional('column of the pool: shares and errors by its values too, as in region'), {
      with: ['data'],
    }),
    corrected: going(
      optional(
        'of guesses (--guess): file for a table of all rows: guess, probability that it is right, label where there is one, p',
      ),
      { with: ['data'] },
    ),
    shards: flag('of several ledgers with --certify: their pools are different ones, and no row stands in two of them'),
    ...readingOfData,
    parts: partsOption,
    details: flag('print the confusion matrix, the sum of importance, the heaviest labels and the coins by decades too'),
    json: flag('print one JSON object'),
  },
  common: 'data by text label-column certify confidence shards positive json',
  groups: { 'Reading files': Object.keys({ ...readingOptions, ...guessOptions }) },
  examples: [
    ['iwal audit reviews', 'a project: its ledger, computed anew from its data'],
    ['iwal audit news.ledger --data news.csv --by region', 'shares and errors by the values of a column'],
    ['iwal audit news.ledger', 'what it proves by itself'],
    ['iwal audit news.ledger --certify error,positives', 'how many mistakes and positives there are at most'],
    [
      'iwal audit ana.ledger ben.ledger --certify error --shards',
      'the same over two pools that share no row, with coins of their own',
    ],
  ],
  async run(
    { ledger: files, data, details, json, certify, confidence, by, corrected, shards, parts: _loaded, ...written },
    session,
  ) {
    const request = certify && { targets: certify, confidence: confidence ?? 0.95 };
    const print = (found: object, page: string): void => {
      session.print(
        json
          ? JSON.stringify(found, (_, each: unknown) => (typeof each === 'number' && !Number.isFinite(each) ? null : each))
          : page,
      );
    };
    if (details && json) throw new UsageError('--details is about the page; --json has all of it');
    const [{ auditFile, certifyFiles }, { auditPage, mergedPage }] = await Promise.all([import('./run.ts'), import('./page.ts')]);
    if (files.length > 1) {
      if (request === undefined)
        throw new UsageError(
          `without --certify audit takes one ledger, found also '${files[1]}'; a name with a space in it goes in quotes`,
        );
      const alone = { data, positive: written.positive, by, corrected, details };
      refuseWritten(Object.keys(alone), alone, (option) => `${option} is about one ledger, found ${files.length}`);
      for (const file of files) await requireFile(file);
      const certified = await certifyFiles(files, request, shards ? 'no row in common' : 'one pool', session);
      print(certified, mergedPage(certified));
      return;
    }
    if (shards) throw new UsageError('--shards is about several ledgers, found one');
    const [ledger] = files;
    for (const file of [ledger, ...(data === undefined ? [] : [data])]) await requireFile(file);
    const reading =
      data === undefined ? undefined : { file: data, options: await readingOf(data, await asBegun(ledger, written, session)) };
    const target = targetOf(session, corrected, [ledger, data]);
    const asked = { data: reading, certify: request, positive: written.positive, by, corrected: target };
    const audited = await auditFile(ledger, asked, session);
    print(audited, auditPage(audited, details));
  },
});
