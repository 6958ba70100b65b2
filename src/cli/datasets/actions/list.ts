import { knownDatasets } from '../../../data/public/local-copies.ts';
import { dataFolders } from '../../options/data-folders.ts';
import { UsageError } from '../../terminal/failure.ts';
import { count, percent } from '../../../numerics/display.ts';
import { table } from '../../terminal/layout.ts';
import { summaryOf, type Action, type Summary } from './action.ts';

const HEAD = ['dataset', 'task', 'rows', 'features', 'positive'];

/** `iwal datasets list`: one line a dataset. */
export const showAll: Action = async ({ names, folder, json }, session) => {
  if (names.length > 0)
    throw new UsageError(`datasets list takes no name, found '${names[0]}'; datasets info ${names[0]} shows one`);
  const folders = await dataFolders(folder);
  const summaries = Object.entries(knownDatasets(folders)).map(([name, facts]) => summaryOf(name, facts, folders));
  session.print(json ? JSON.stringify(summaries) : page(summaries));
};

/** Paths stand after the table: they are long and of all lengths. */
function page(summaries: readonly Summary[]): string {
  const places = ['here', ...summaries.map(({ here }) => here ?? '-')];
  return table([HEAD, ...summaries.map(cells)], 'names')
    .map((line, k) => `${line}  ${places[k]}`)
    .join('\n');
}

function cells({ name, task, rows, features, positiveRate }: Summary): string[] {
  return [name, task, count(rows), count(features), positiveRate === null ? '-' : percent(positiveRate)];
}
