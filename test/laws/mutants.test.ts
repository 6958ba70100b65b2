/** The list of equivalent mutants names mutants that are there: an entry whose line has changed proves nothing any more. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { equivalents, isMeant } from '../mutants/equivalent.ts';
import { mutantsOf } from '../mutants/sites.ts';

test.each(
  equivalents.map((known) => ({ ...known, name: `${known.file}: ${known.line} ${known.original} -> ${known.replacement}` })),
)('$name is one mutant of that file', ({ name: _, times = 1, ...known }) => {
  const text = readFileSync(new URL(`../../${known.file}`, import.meta.url), 'utf8');
  expect(mutantsOf(known.file, text).filter((mutant) => isMeant(known, mutant))).toHaveLength(times);
});
