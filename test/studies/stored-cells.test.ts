/**
 * LAW of stored results: whatever is added to specs, every cell that is committed still parses, and to the hash it is stored
 * under.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseCell } from '../../src/studies/cells/cell.ts';
import { hashOf } from '../../src/specs/hash.ts';
import { reportFolders } from '../../src/studies/store/manifest.ts';
import { readEntries } from '../../src/studies/store/read-entries.ts';

const reports = fileURLToPath(new URL('../../reports', import.meta.url));
const files = reportFolders(reports)
  .map((folder) => join(folder, 'results.jsonl'))
  .filter((file) => existsSync(file));

it('every study has some', () => {
  expect(files.length).toBeGreaterThan(10);
});

describe.each(files.map((file) => [file.slice(reports.length + 1), file]))('%s', (_, file) => {
  it('its cells keep their hashes', () => {
    const notes: string[] = [];
    const entries = readEntries(file, (note) => notes.push(note)).entries.map(({ entry }) => entry);
    expect(notes).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
    const moved = entries.filter(({ hash, engine, data, cell }) => hashOf({ engine, data, cell: parseCell(cell) }) !== hash);
    expect(moved.map(({ hash }) => hash)).toEqual([]);
  }, 60_000);
});
