import { catalogue, type CatalogueEntry } from '../../../data/public/catalogue.ts';
import { knownDatasets, locate, written } from '../../../data/public/local-copies.ts';
import { lookUp } from '../../../specs/choices.ts';
import { dataFolders } from '../../options/data-folders.ts';
import { UsageError } from '../../terminal/failure.ts';
import { count, percent } from '../../../numerics/display.ts';
import { summaryOf, type Action, type Summary } from './action.ts';

/** `iwal datasets info`: all that is known of one dataset. */
export const showOne: Action = async ({ names, folder, json }, session) => {
  if (names.length !== 1) throw new UsageError(`datasets info takes one name, found ${names.length}`);
  const [name] = names;
  const folders = await dataFolders(folder);
  const summary = summaryOf(name, lookUp('dataset', knownDatasets(folders), name), folders);
  const entry = (catalogue as Readonly<Record<string, CatalogueEntry | undefined>>)[name];
  const object = { ...summary, licence: entry?.licence ?? null, files: entry?.files ?? [] };
  session.print(json ? JSON.stringify(object) : page(summary, entry, folders));
};

function page(
  { name, task, rows, features, positiveRate }: Summary,
  entry: CatalogueEntry | undefined,
  folders: readonly string[],
): string {
  const files = locate(name, folders)?.files ?? [];
  return [
    `${name}: ${task}, ${count(rows)} rows, ${count(features)} ` +
      `features${positiveRate === null ? '' : `, ${percent(positiveRate)} positive`}`,
    ...(entry === undefined ? [] : [`terms of use: ${entry.licence}`]),
    ...(entry?.files ?? []).map(
      ({ url, file, sha256 }) => `original: ${file} from ${url}${sha256 === undefined ? '' : `, sha256 ${sha256}`}`,
    ),
    ...files.map(({ path, checksum }) => `here: ${path}, ${checksum ? written(checksum) : 'no checksum on record'}`),
    ...(files.length > 0 ? [] : [entry === undefined ? 'not here' : `not here: iwal datasets fetch ${name} brings it`]),
  ].join('\n');
}
