import type { ClassNames } from '../../data/documents/classes.ts';
import { featuresText, type Vectorizer } from '../../text/vectorizer.ts';
import { fileReader, withoutDocuments } from '../data/labelled.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { optionsToDescribe } from '../../data/index.ts';
import { type CostStatistics, type Description, type Profile, describe } from '../../rows/describe.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { count, decimals, inDigits, percent, significant } from '../../numerics/display.ts';
import { table } from '../terminal/layout.ts';
import { flag, partOf, text, value } from '../syntax/option.ts';
import { QUICK } from '../terminal/event-loop.ts';
import { UsageError } from '../terminal/failure.ts';
import { noCache, readingOf, readingOptions, takenColumns } from '../options/reading-options.ts';

/** `iwal describe`: what is in a data file. */
export const command = defineCommand({
  name: 'describe',
  usage: '<file>',
  summary: 'Describe a data file: rows, features, labels, lengths, values, and how often features occur.',
  places: {
    file: partOf(
      'data',
      value('documents (with --text), CSV, svmlight or VW text (also gzipped), .iwal, or the folder of a project', text),
    ),
  },
  options: { ...readingOptions, ...noCache, json: flag('print one JSON object') },
  common: 'text label-column classes json',
  examples: [['iwal describe train.svm.gz', 'what is in it']],
  async run({ file, json, ...written }, session) {
    await requireFile(file);
    const request = { command: 'describe', labels: 'described' } as const;
    const values = { ...written, ...(await takenColumns(file, written, request, session)) };
    const several = values.classes !== undefined && values.classes.length > 2 ? values.classes : undefined;
    if (several !== undefined && values.positive !== undefined)
      throw new UsageError('--positive is for two classes, and --classes names more');
    const reading = await readingOf(file, several === undefined ? values : { ...values, classes: undefined });
    const options = await optionsToDescribe(file, reading, several);
    const read = fileReader(values, session);
    const { vectorizer, classes, ...documents } = await session.unlessInterrupted(read(file, options));
    for (const line of readingRemarks(file, documents)) session.note(line);
    const dataset = withoutDocuments(documents);
    const [description] =
      dataset.rows.length + dataset.rows.nonZeros <= QUICK
        ? [describe(dataset)]
        : await onThread<Description>(threadFile('cli/describe/thread'), dataset, session.signal);
    if (json) {
      const named = classes && { classes };
      session.print(JSON.stringify({ ...description, ...named }, (_, value: unknown) => value ?? null));
    } else session.print(page(description, { vectorizer, classes }));
  },
});

function page(
  { name, rows, labels, classNames, costs, groups }: Description,
  { vectorizer, classes }: { readonly vectorizer: Vectorizer | undefined; readonly classes: ClassNames | undefined },
): string {
  const summary = [
    `${name}: ${count(rows.rows)} rows, ${count(rows.features)} features, ${count(rows.nonZeros)} non-zeros ` +
      `(${decimals(rows.meanLength, 1)} a row)`,
    ...(vectorizer === undefined ? [] : [`features are ${featuresText(vectorizer)}`]),
    ...(costs === undefined ? [] : [costsText(costs, classNames!.length)]),
    classNames === undefined ? labelsText(labels, classes) : classesText(labels, classNames, costs && 'the cheapest: '),
    ...(groups === undefined ? [] : [`${count(groups)} groups`]),
  ];
  const sections = [
    summary,
    profiles('share of rows or values', (share) => `${100 * share}%`, { 'entries a row': rows.lengths, values: rows.values }),
    profiles('rank of a feature', count, { 'share of rows that hold it': rows.documentFrequency }),
    profiles('rows read', count, { 'features met': rows.vocabulary }),
  ];
  return sections.flatMap((lines) => (lines.length === 0 ? [] : lines.join('\n'))).join('\n\n');
}

function labelsText(
  { counts, least, greatest, mean, positiveRate, unlabelled }: Description['labels'],
  classes: ClassNames | undefined,
): string {
  if (counts?.length === 0) return 'no row has a label: a pool for iwal label';
  const nameOf = (label: number): string | number => classes?.[label > 0 ? 1 : 0] ?? label;
  const each = counts?.map(([label, n]) => `${nameOf(label)} (${count(n)})`).join(', ');
  const labels = each ?? `from ${least} to ${greatest}, mean ${inDigits(mean!, 4)}`;
  const positive = positiveRate === undefined ? '' : `; ${percent(positiveRate)} ${classes?.[1] ?? 'positive'}`;
  return `labels ${labels}${positive}${restText(unlabelled)}`;
}

/** "3 classes: a (10), b (20), c (5); 2 rows have none". */
function classesText(
  { counts, unlabelled }: Description['labels'],
  names: readonly string[],
  heading = `${count(names.length)} classes: `,
): string {
  if (counts === undefined) return `${count(names.length)} classes`;
  const rows = new Map(counts);
  return `${heading}${names.map((name, k) => `${name} (${count(rows.get(k + 1) ?? 0)})`).join(', ')}${restText(unlabelled)}`;
}

/** "costs of 3 classes, 1 to 3 of them a row, from 0 to 2.5, mean 0.75" */
function costsText({ listed: [fewest, most], least, greatest, mean }: CostStatistics, classes: number): string {
  const some = fewest === most ? count(fewest) : `${count(fewest)} to ${count(most)}`;
  const listed = fewest === classes ? '' : `, ${some} of them a row`;
  return `costs of ${count(classes)} classes${listed}, from ${least} to ${greatest}, mean ${significant(mean, 4)}`;
}

function restText(unlabelled: number): string {
  return unlabelled === 0 ? '' : `; ${count(unlabelled)} ${unlabelled === 1 ? 'row has' : 'rows have'} none`;
}

/** A table of profiles over the same places; none where the data reaches no place. */
function profiles(heading: string, place: (at: number) => string, named: Readonly<Record<string, Profile>>): string[] {
  const entries = Object.entries(named).filter(([, profile]) => profile.length > 0);
  if (entries.length === 0) return [];
  const head = [heading, ...entries[0][1].map(([at]) => place(at))];
  return table(
    [head, ...entries.map(([name, profile]) => [name, ...profile.map(([, value]) => significant(value, 4))])],
    'names',
  );
}
