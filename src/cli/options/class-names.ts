import { z } from 'zod';
import { didYouMean } from '../../files/did-you-mean.ts';
import { UsageError } from '../terminal/failure.ts';
import { text } from '../syntax/option.ts';

/** A name before a comma or at the end; in quotes, doubled within, it may hold commas. */
const NAME = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gy;

/**
 * Two names of classes or more, as in ham,spam.
 *
 * @example
 * classNames.parse(' ham, "other, or ""none"""') // => ['ham', 'other, or "none"']
 */
export const classNames = text.transform((written, context): readonly string[] => {
  const found = [...`${written},`.matchAll(NAME)].slice(0, -1);
  const names = found.map((each) => each.at(1)?.replaceAll('""', '"') ?? each[2].trim());
  // Upper and lower case are one wherever names are read.
  const twice = names.find((name, k) => names.findIndex((each) => each.toLowerCase() === name.toLowerCase()) < k);
  if (names.length >= 2 && twice === undefined && !names.includes('')) return names;
  const why = twice === undefined || twice === '' || names.length === 2 ? '' : `, '${twice}' twice`;
  context.addIssue(`must be two different names or more, as in ham,spam; found '${written}'${why}`);
  return z.NEVER;
});

/** The names where the task has two classes; throws UsageError for more. */
export function twoClasses(names: readonly string[]): readonly [string, string] {
  if (names.length === 2) return [names[0], names[1]];
  throw new UsageError(
    `--classes must be two different names, as in ham,spam; found '${names.join(',')}'; ` +
      'more than two are for learn, simulate, label and describe',
  );
}

/** Which of the names the positive class is, from 1; UsageError where it is none. */
export function numberOf(positive: string, names: readonly string[]): number {
  const at = names.findIndex((name) => name.toLowerCase() === positive.toLowerCase());
  if (at >= 0) return at + 1;
  throw new UsageError(`--positive must be one of ${names.join(', ')}, found '${positive}'${didYouMean(positive, names)}`);
}
