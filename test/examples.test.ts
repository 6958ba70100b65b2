/**
 * Every @example of a docstring runs: lines of code, then an expression with `// => value` after it. Names of the public
 * API are in scope, and those the file itself exports.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as api from '../src/index.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));

const examples = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const text = readFileSync(join(src, name), 'utf8');
    return [...text.matchAll(/^ *\* @example\n((?: *\* .*\n)+?)(?= *\*\/| *\*\n| *\* @)/gm)].map((found, n) => ({
      title: `${name} example ${n + 1}`,
      file: join(src, name),
      lines: found[1]
        .split('\n')
        .map((line) => line.replace(/^ *\* /, ''))
        .filter((line) => line.trim() !== ''),
    }));
  });

describe('docstring examples', () => {
  it('are found', () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples)('$title', async ({ file, lines }) => {
    const scope: Record<string, unknown> = { ...api, ...((await import(file)) as object), expectEqual };
    const body = lines.map((line) => line.replace(/^(.*?);?\s*\/\/ => (.*)$/, 'expectEqual(($1), ($2));')).join('\n');
    expect(body).toContain('expectEqual');
    // oxlint-disable-next-line typescript/no-implied-eval -- the examples of our own docstrings
    const run = new Function(...Object.keys(scope), `return (async () => { ${body} })();`) as (
      ...values: unknown[]
    ) => Promise<void>;
    await run(...Object.values(scope));
  });
});

function expectEqual(found: unknown, wanted: unknown): void {
  if (typeof found === 'number' && typeof wanted === 'number' && Number.isFinite(wanted)) {
    expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
  } else expect(found).toEqual(wanted);
}
