import { z } from 'zod';
import { text } from '../syntax/option.ts';

/** Two names of classes, as in ham,spam. */
export const classNames = text.transform((written, context): readonly [string, string] => {
  const names = written.split(',').map((name) => name.trim());
  if (names.length === 2 && new Set(names).size === 2 && !names.includes('')) return [names[0], names[1]];
  context.addIssue(`must be two different names, as in ham,spam; found '${written}'`);
  return z.NEVER;
});
