/** The list of equivalent mutants names mutants that are there: an entry whose line has changed proves nothing any more. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { equivalents } from '../mutants/equivalent.ts';
import { mutantsOf } from '../mutants/sites.ts';

test.each(
  equivalents.map((known) => ({ ...known, name: `${known.file}: ${known.line} ${known.original} -> ${known.replacement}` })),
)('$name is one mutant of that file', ({ file, line, original, replacement, times = 1 }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const matching = mutantsOf(file, text).filter(
    (mutant) => mutant.text === line && mutant.original === original && mutant.replacement === replacement,
  );
  expect(matching).toHaveLength(times);
});
