import { requireFile } from '../options/inputs.ts';
import { asBegun, readingOf } from '../options/reading-options.ts';
import { partsOption } from '../options/parts-option.ts';
import { targetOf } from '../options/target.ts';
import { readingOfData } from '../audit/command.ts';
import { defineCommand } from '../syntax/command.ts';
import { partOf, text, value, optional } from '../syntax/option.ts';

/** `iwal report`: what a project found out, as a page for others to read. */
export const command = defineCommand({
  name: 'report',
  usage: '<project>',
  summary:
    'Write one HTML page of a project: shares of the classes, errors, what the model learned, how the rows were chosen, how to compute ' +
    'all of it again. It is a single file that fetches nothing.',
  places: { ledger: partOf('ledger', value('folder that iwal label --project has made, or a ledger with --data', text)) },
  options: {
    data: optional('the pool of the ledger; a project knows its own'),
    out: optional('file for the page; project.html by the name of the project if absent'),
    by: optional('column of the pool: shares and errors by its values too, as in region'),
    ...readingOfData,
    parts: partsOption,
  },
  common: 'data out by',
  groups: { 'Reading files': Object.keys(readingOfData) },
  examples: [
    ['iwal report reviews', 'writes reviews.html'],
    ['iwal report reviews --by source --out for-anna.html', 'by the values of a column too'],
  ],
  async run({ ledger, data, out, by, parts: _loaded, ...written }, session) {
    for (const file of [ledger, ...(data === undefined ? [] : [data])]) await requireFile(file);
    const { reportFile, nameOf } = await import('./page.ts');
    const file = out ?? `${nameOf(ledger)}.html`;
    const target = targetOf(session, file, [ledger, data]);
    const reading =
      data === undefined ? undefined : { file: data, options: await readingOf(data, await asBegun(ledger, written, session)) };
    await reportFile({ ledger, data: reading, by, positive: written.positive, target }, session);
    session.print(file);
  },
});
