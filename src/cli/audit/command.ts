import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { flag, text, value } from '../syntax/option.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { UsageError } from '../terminal/failure.ts';

/** `iwal audit`: what a ledger proves, and what it cannot. */
export const command = defineCommand({
  name: 'audit',
  usage: '<ledger>',
  summary:
    'Audit a ledger: does it agree with itself, is its sample unbiased, why were so many labels bought. Exit code 1 if it contradicts itself.',
  places: {
    ledger: value('ledger, as iwal label and iwal simulate --ledger write it', text),
  },
  options: {
    data: value(
      'the pool it was kept of: the run is computed anew and compared bit for bit; labels in it are the truth',
      text.optional(),
    ),
    ...readingOptions,
    json: flag('print one JSON object'),
  },
  groups: { 'Reading files': Object.keys(readingOptions) },
  examples: [
    ['iwal audit news.ledger', 'what it proves by itself'],
    ['iwal audit news.ledger --data news.svm.gz', 'the same, computed anew'],
    ['iwal audit news.ledger --json', 'for a program to read'],
  ],
  async run({ ledger, data, json, ...written }, session) {
    const misplaced = Object.entries(written).find(([, given]) => given !== undefined);
    if (data === undefined && misplaced !== undefined)
      throw new UsageError(`--${misplaced[0]} is about --data, which is not given`);
    for (const file of [ledger, ...(data === undefined ? [] : [data])]) await requireFile(file);
    const reading = data === undefined ? undefined : { file: data, options: await readingOf(data, written) };
    const { auditFile } = await import('./run.ts');
    const audited = await auditFile(ledger, reading, session);
    const { auditPage } = await import('./page.ts');
    session.print(
      json
        ? JSON.stringify(audited, (_, each: unknown) => (typeof each === 'number' && !Number.isFinite(each) ? null : each))
        : auditPage(audited),
    );
  },
});
