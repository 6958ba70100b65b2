/** LAWS of docs/SOURCES.md, which test/book/written.test.ts holds to its writer: no item is left out, no name is lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedForms, differenceOf, ROUNDING } from '../../experiments/sources/closed-forms.ts';
import { items } from '../../experiments/sources/items.ts';
import { LAWS } from '../../experiments/sources/laws.ts';
import { entries, sourcesPage } from '../../experiments/sources/page.ts';
import { readSummaries } from '../../src/reports/write-report.ts';
import { REPORTS } from '../support/published.ts';
import { root, textOf } from '../book/documents.ts';

const all = Object.entries(entries).flatMap(([source, own]) =>
  Object.entries(own).map(([name, entry]) => ({ id: `${source}/${name}`, ...entry })),
);

describe('the sources, item by item', () => {
  it('every item has one entry, and every entry an item; none is empty', () => {
    expect(all.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { id, says } of all) expect(says, id).toMatch(/^\S.{9,}\.$/);
    for (const { id, place, prints } of items) expect([place, prints], id).not.toContain('');
  });

  it('laws stand in their files, and mistakes in ERRATA.md', () => {
    const laws = [...Object.values(LAWS), ...Object.values(closedForms).map(({ law }) => law)];
    expect(laws.filter(([file, words]) => !readFileSync(join(root, file), 'utf8').includes(words))).toEqual([]);
    for (const erratum of all.flatMap(({ errata = [] }) => errata))
      expect(textOf('docs/ERRATA.md')).toContain(`\n| ${erratum} |`);
  });

  const summaries = readSummaries(REPORTS, () => undefined);
  const named = all.flatMap(({ claims = [] }) => claims.map(([folder, begins]) => [folder, begins] as const));
  it.each(named)('%s: "%s…" is missed under another name', (folder, begins) => {
    const renamed = summaries.map((each) =>
      each.folder === folder
        ? { ...each, claims: each.claims.map((own) => ({ ...own, claim: own.claim.replace(begins, 'renamed') })) }
        : each,
    );
    expect(() => sourcesPage(renamed)).toThrow(/^no claim begins with /);
  });

  it.each(Object.entries(closedForms))('the printed %s is right where the page says so', (_, form) => {
    expect(differenceOf(form).whereRight).toBeLessThanOrEqual(ROUNDING);
  });
});
