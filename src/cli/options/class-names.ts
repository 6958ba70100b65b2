import { z } from 'zod';
import { UsageError } from '../terminal/failure.ts';
import { text } from '../syntax/option.ts';

/** Two names of classes or more, as in ham,spam. */
export const classNames = text.transform((written, context): readonly string[] => {
  const names = written.split(',').map((name) => name.trim());
  if (names.length >= 2 && new Set(names).size === names.length && !names.includes('')) return names;
  context.addIssue(`must be two different names, as in ham,spam; found '${written}'`);
  return z.NEVER;
});

/** The names where the task has two classes; throws UsageError for more. */
export function twoClasses(names: readonly string[]): readonly [string, string] {
  if (names.length === 2) return [names[0], names[1]];
  throw new UsageError(`--classes must be two different names, as in ham,spam; found '${names.join(',')}'`);
}
