/**
 * UNCHANGED: what the parts of every registry say of themselves in numbers, kinds and answers of yes and no: ranges and defaults of
 * parameters, labels and domains of losses, traits of rules and optimizers. Specs that stand were completed with them.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { reductions } from '../../../src/reductions/index.ts';
import { legalNumbers } from '../../../src/specs/parts/registry.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { updates } from '../../../src/updates/index.ts';

/** All that is said, in one line; texts for people and what computes are left out. */
function said(part: unknown, depth = 0): string {
  if (typeof part === 'number' || typeof part === 'boolean') return String(part);
  if (typeof part === 'string') return `'${part}'`;
  if (part === null || part === undefined || depth === 4) return '';
  const fields = Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    // No stored spec was completed with `fittable`, which came later.
    if (['meaning', 'label', 'name', 'fittable'].includes(name)) return [];
    const text = said(value, depth + 1);
    return text === '' ? [] : [Array.isArray(part) ? text : `${name} ${text}`];
  });
  return fields.length === 0 ? '' : `(${fields.join(', ')})`;
}

const built = (registry: object): object =>
  Object.fromEntries(
    Object.entries(registry).map(([name, entry]: [string, unknown]) => {
      const isRecipe = typeof entry === 'function' && 'parameters' in entry;
      return [name, isRecipe ? [entry, (entry as unknown as (given: object) => unknown)(legalNumbers(entry))] : entry];
    }),
  );

it('the registries say what registries.txt says; parts that are new are added to it with the first release that has them', () => {
  const registries = { losses: built(losses), updates, optimizers, queries, oracles, reductions, costRules };
  const lines = Object.entries(registries).flatMap(([kind, registry]) => [
    kind,
    ...Object.entries(registry).map(([name, part]) => `  ${name} ${said(part)}`.trimEnd()),
  ]);
  const stored = readFileSync(new URL('registries.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(stored.filter((line) => !lines.includes(line))).toEqual([]);
  expect(stored.length).toBeGreaterThan(50);
});
