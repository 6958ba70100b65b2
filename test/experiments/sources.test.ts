/** LAWS of docs/SOURCES.md, which test/book/written.test.ts holds to its writer: no item is left out, no name is lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dyadic } from '../../experiments/dyadic/study.ts';
import { closedForms, differenceOf, ROUNDING } from '../../experiments/sources/closed-forms.ts';
import { items } from '../../experiments/sources/items.ts';
import { LAWS } from '../../experiments/sources/laws.ts';
import { onePass } from '../../experiments/one-pass/study.ts';
import { treeScores as kind } from '../../experiments/tree-scores/kind.ts';
import { treeScores } from '../../experiments/tree-scores/study.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { failing, findingsOf } from './support/hand-made.ts';
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

const studies = { dyadic, 'one-pass': onePass, 'tree-scores': treeScores };

/** What a run measures where the source is right, and where it is wrong. */
const measured: Record<keyof typeof studies, (cell: Cell, isRight: boolean) => object> = {
  dyadic(cell, isRight) {
    const good = isRight === (cell as Cell<'dyadic'>).run.way.startsWith('recomputed');
    const [loss, share] = good ? [0.1, 0] : [0.2, 0.5];
    return { curve: [{ eta0: 1, validationLoss: loss, testLoss: loss, overran: share, raised: share }] };
  },
  'one-pass'(cell, isRight) {
    const { passes, optimizer } = (cell as Cell<'online'>).run;
    const error = (optimizer.name === 'ftrl-proximal') === isRight ? 0.1 : 0.3 - 0.02 * passes;
    return { validation: { loss: 1, error }, test: { loss: 1, error } };
  },
  'tree-scores'({ dataset }, isRight) {
    const [few, many] = isRight ? [5, 30] : [4, 60];
    return { error: 0, shortCircuit: { rcv1_4class: few, letter: many }[dataset!] ?? (dataset === 'news20' ? 25 : 15), ours: 4 };
  },
};

describe.each(Object.keys(studies) as (keyof typeof studies)[])('%s', (id) => {
  it('every claim holds where the source is right, and can fail', () => {
    const [right, wrong] = [true, false].map((isRight) =>
      studies[id].report(findingsOf(studies[id], (cell) => measured[id](cell, isRight))),
    );
    expect(failing(right)).toEqual([]);
    expect(failing(wrong)).toEqual(wrong.claims.map(({ claim }) => claim));
  });
});

it('four classes, each of which wins its matches: a score each, then two in the final', () => {
  const rows = new SparseRows(Uint32Array.of(0, 1, 2, 3, 4), Uint32Array.of(1, 2, 3, 4), Float32Array.of(1, 1, 1, 1), 5);
  const train = { name: 'one row a class', rows, labels: Float64Array.of(1, 2, 3, 4) };
  const scores = kind.run({ reduction: 'scoring-filter-tree', eta0: 1, seed: 1 }, { train });
  expect(scores).toEqual({ error: 0.75, shortCircuit: 6, ours: 4 });
});
