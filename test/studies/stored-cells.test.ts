/**
 * LAW of stored results: whatever is added to specs, every cell that is committed still parses, and to the hash it is stored
 * under.
 */
import { describe, expect, it } from 'vitest';
import { parseCell } from '../../src/studies/cells/cell.ts';
import { hashOf } from '../../src/specs/hash.ts';
import { readEntries } from '../../src/studies/store/read-entries.ts';
import { publishedFiles } from '../support/published.ts';
import '../support/kinds.ts';

it('every study has some', () => {
  expect(publishedFiles.size).toBeGreaterThan(10);
});

describe.each([...publishedFiles])('%s', (_, file) => {
  it('its cells keep their hashes', () => {
    const notes: string[] = [];
    const entries = readEntries(file, (note) => notes.push(note)).entries.map(({ entry }) => entry);
    expect(notes).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
    // One seed of a setting: reading has compared the hashes of all cells as they are stored.
    const settings = new Map(entries.map((entry) => [JSON.stringify(entry.cell).replace(/"seed":\d+/, ''), entry]));
    const moved = [...settings.values()].filter(
      ({ hash, engine, data, cell }) => hashOf({ engine, data, cell: parseCell(cell) }) !== hash,
    );
    expect(moved.map(({ hash }) => hash)).toEqual([]);
  });
});
