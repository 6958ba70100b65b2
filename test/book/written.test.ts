/**
 * UNCHANGED: what documents say of schemas and results is written by the functions here, never by hand; `npm run docs:write` writes it
 * anew.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { sourcesPage } from '../../experiments/sources/page.ts';
import { indexOf, readSummaries } from '../../src/reports/write-report.ts';
import { look } from '../figures/support/pixels.ts';
import '../support/processes/built.ts';
import { REPORTS } from '../support/published.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { documents, root, textOf } from './documents.ts';
import { frontierTables } from './frontier-tables.ts';
import { ledgerSchema, protocolSchema, protocolTables } from './protocol-tables.ts';
import { modelSchema, specSchema, studySchema } from './spec-schemas.ts';

const { path } = temporaryFolder();
const ANEW = '`npm run docs:write` writes it anew';

/** What stands between `<!-- written: name -->` and `<!-- /written -->`. */
const SECTION = /(<!-- written: (\S+) -->\n)[\s\S]*?(<!-- \/written -->)/g;

const sections: Readonly<Record<string, () => string>> = { ...protocolTables, ...frontierTables() };

/** By the name of the file in docs/schemas. */
const schemas = { protocol: protocolSchema, ledger: ledgerSchema, spec: specSchema, study: studySchema, model: modelSchema };

describe('what documents say of results and formats', () => {
  it('every section is used, and has a writer', () => {
    const used = documents.flatMap(({ text }) => [...text.matchAll(SECTION)].map(([, , name]) => name));
    expect(used.sort()).toEqual(Object.keys(sections).sort());
  });

  it.each(['docs/PROTOCOL.md', 'docs/CHOOSING.md'])('%s: its tables', async (name) => {
    const anew = textOf(name).replaceAll(
      SECTION,
      (_, begin: string, section: string, end: string) => `${begin}\n${sections[section]()}\n\n${end}`,
    );
    await expect(anew, ANEW).toMatchFileSnapshot(join(root, name));
  });

  it('every schema has a writer, and is named by a chapter', () => {
    const names = readdirSync(join(root, 'docs/schemas'));
    expect(names.sort()).toEqual(
      Object.keys(schemas)
        .map((name) => `${name}.json`)
        .sort(),
    );
    expect(names.filter((name) => !documents.some(({ text }) => text.includes(`](schemas/${name})`)))).toEqual([]);
  });

  it.each(Object.entries(schemas))('docs/schemas/%s.json', async (name, schema) => {
    await expect(`${JSON.stringify(schema(), null, 2)}\n`, ANEW).toMatchFileSnapshot(join(root, `docs/schemas/${name}.json`));
  });
});

describe('the index of the published reports, and what they say of the sources', () => {
  const refuse = (remark: string): never => {
    throw new Error(remark);
  };
  const index = [
    ...indexOf(REPORTS, Object.keys(studies), refuse),
    { name: '../docs/SOURCES.md', content: sourcesPage(readSummaries(REPORTS, refuse)) },
  ];

  it.each(index)('reports/$name', async ({ name, content }) => {
    await expect(content, ANEW).toMatchFileSnapshot(join(REPORTS, name));
  });
});

describe('figures of the book', () => {
  const programs = readdirSync(join(root, 'examples/figures')).filter((name) => name.endsWith('.mjs'));

  it('are those that have a program', () => {
    const pictures = readdirSync(join(root, 'docs/figures')).map((name) => name.replace('.png', '.mjs'));
    expect(pictures.sort()).toEqual(programs.sort());
  });

  it.each(programs)('%s makes the picture that stands there, up to a thousandth of its pixels', async (name) => {
    const [stands, made] = [join(root, 'docs/figures', name.replace('.mjs', '.png')), path(name.replace('.mjs', '.png'))];
    const isAnew = expect.getState().snapshotState.snapshotUpdateState === 'all';
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'examples/figures', name), isAnew ? stands : made], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    if (isAnew) return;
    const [old, fresh] = [await look(readFileSync(stands)), await look(readFileSync(made))];
    expect([fresh.width, fresh.height]).toEqual([old.width, old.height]);
    expect(fresh.colors.filter((color, at) => color !== old.colors[at]).length / old.colors.length, ANEW).toBeLessThan(1e-3);
  });
});
