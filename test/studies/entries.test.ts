import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DataError } from '../../src/files/data-error.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { cell } from '../../src/studies/cells/cell.ts';
import { type Entry, identityOf, lineOf, sealed, unsealed } from '../../src/studies/store/entry.ts';
import { PUBLISHED, Store } from '../../src/studies/store/store.ts';
import { readDurations } from '../../src/studies/run/durations.ts';
import { readManifest } from '../../src/studies/store/manifest.ts';
import { readEntries } from '../../src/studies/store/read-entries.ts';
import { deep } from '../support/rows/crafted.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { refusalOf } from '../support/refusal.ts';
import '../support/kinds.ts';

/** LAWS of reading results: no byte of a file changes without notice, and whatever stands there, nobody meets a stack trace. */

const { path, write } = temporaryFolder();
const TIMES = process.env.IWAL_LAWS === 'long' ? 100_000 : 2_000;

const entries = [0.5, 1, 2, 3].map((importance): Entry => {
  const one = cell({
    kind: 'displacement',
    run: { loss: { name: 'squared' }, update: 'naive', prediction: 0, label: 1, importance, sensitivity: 0.1 },
  });
  return { ...identityOf(one, new Map()), stored: { prediction: 0.1 * importance, loss: 0.272, overshoot: 0 } };
});
const text = entries.map((entry) => `${lineOf(entry)}\n`).join('');

/** What is read of a text, and what is said of it: notes, or the one error. */
function reading(contents: string | Uint8Array): { entries: Entry[]; said: string[] } {
  const said: string[] = [];
  try {
    const { entries: found, tail } = readEntries(write('read.jsonl', contents), (note) => said.push(note));
    if (tail === 'torn') said.push('torn');
    return { entries: found.map(({ entry }) => entry), said };
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    return { entries: [], said: [(error as DataError).message] };
  }
}

const name = (message: string): string => message.replace(path('read.jsonl'), 'file');

it('what is written is read, and a seal says whether it is', () => {
  expect(reading(text)).toEqual({ entries, said: [] });
  const line = lineOf(entries[0]);
  expect(line).toMatch(/,"digest":"[0-9a-f]{16}"\}$/);
  expect([unsealed(line).seal, unsealed(unsealed(line).json).seal]).toEqual(['intact', 'none']);
  expect(sealed(unsealed(line).json)).toBe(line);
  expect(unsealed(line.replace('0.272', '0.001')).seal).toBe('broken');
});

it(`${TIMES} changes of one byte: each is told or changes no result, and none brings in a result that was not measured`, () => {
  const random = randomStream(1, 'bytes');
  const bytes = Buffer.from(text);
  const measured = new Set(entries.map((entry) => JSON.stringify(entry)));
  for (let n = 0; n < TIMES; n++) {
    const changed = Buffer.from(bytes);
    const at = random.below(bytes.length);
    changed[at] = random.below(2) === 0 ? changed[at] ^ (1 << random.below(8)) : random.below(256);
    const { entries: found, said } = reading(changed);
    expect(found.filter((entry) => !measured.has(JSON.stringify(entry)))).toEqual([]);
    if (found.length < entries.length) expect(said, `byte ${at}: ${changed[at]}`).not.toEqual([]);
    if (said.length > 0 && said[0] !== 'torn') expect(name(said[0])).toMatch(/^file(:\d+)?: /);
  }
});

describe('what is no result is named with its line', () => {
  const line = (change: (line: string) => string): string =>
    [lineOf(entries[0]), change(lineOf(entries[1])), lineOf(entries[2]), ''].join('\n');
  const DIGEST = '(its digest is not that of its content)';
  const NO_DIGEST = '(it has no digest, where others of the file have one)';
  const altered = (from: string, to: string) => (each: string) => sealed(unsealed(each).json.replace(from, to));

  it.each<[string, (line: string) => string, string]>([
    ['a number', (each) => each.replace('0.272', '0.001'), `a damaged result ${DIGEST}`],
    // Another engine is what an intact line says.
    ['the engine', (each) => each.replace('"engine":3', '"engine":2'), `a damaged result ${DIGEST}`],
    ['a digest that was taken away', (each) => unsealed(each).json, `a damaged result ${NO_DIGEST}`],
    ['a digest alone', (each) => each.replace(/"digest":"./, '"digest":"x'), `a damaged result ${NO_DIGEST}`],
    [
      'a measurement of another kind, sealed',
      altered('"loss":0.272', '"los":0.272'),
      'a damaged result (loss: Invalid input: expected number, received undefined)',
    ],
    [
      'a spec that is not its hash, sealed',
      altered('"label":1', '"label":2'),
      'a damaged result (its hash is not that of its cell)',
    ],
    [
      'a spec that is nested without end, sealed',
      altered('"run":{', `"run":{"spam":${deep(20_000)},`),
      'a damaged result (cell.run.spam: more than 32 levels deep)',
    ],
    [
      'a measurement that is nested without end, sealed',
      altered('"overshoot":', `"spam":${deep(20_000)},"overshoot":`),
      'a damaged result (spam.a: more than 32 levels deep)',
    ],
    ['no JSON', (each) => each.replace('"engine":3', '"engine":'), 'half a result'],
  ])('%s', (_, change, words) => {
    const { entries: found, said } = reading(line(change));
    expect(found).toEqual([entries[0], entries[2]]);
    expect(said).toHaveLength(1);
    expect(name(said[0])).toContain(`file:2: ${words}`);
    expect(said[0]).toMatch(/its cell will be run again$/);
  });
});

it('a file of version 0.1.0, without digests, is read, and its state is told', () => {
  const old = text
    .split('\n')
    .map((line) => unsealed(line).json)
    .join('\n');
  const { entries: found, said } = reading(old);
  expect(found).toEqual(entries);
  expect(said.map(name)).toEqual([expect.stringMatching(/^file: results without digests, as version 0\.1\.0 wrote them/)]);
});

describe('published results', () => {
  const folder = path('published');
  const file = join(folder, PUBLISHED);
  const publish = (bytes: Uint8Array): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(file, bytes);
  };

  it('are read as they were; a plain file beside them is newer; a new report takes their place', async () => {
    publish(gzipSync(text));
    expect(new Store(folder, () => undefined).entries()).toEqual(entries);
    writeFileSync(join(folder, 'results.jsonl'), `${lineOf(entries[0])}\n`);
    const store = new Store(folder, () => undefined);
    expect(store.entries()).toEqual([entries[0]]);
    await store.report(entries, () => Promise.resolve(), new AbortController().signal);
    expect(readdirSync(folder)).toEqual(['results.jsonl']);
    expect(new Store(folder, () => undefined).entries()).toEqual(entries);
  });

  it('any damaged or missing byte is told with the file, and no result is made of it', () => {
    const whole = gzipSync(text);
    // Ten bytes of header say nothing of the content: time, system and level.
    for (let at = 10; at < whole.length; at++) {
      const damaged = Uint8Array.from(whole);
      damaged[at] ^= 1 << (at % 8);
      publish(damaged);
      expect(() => new Store(folder, () => undefined), `byte ${at}`).toThrow(/results\.jsonl\.gz: found no whole gzip file/);
    }
    publish(whole.subarray(0, whole.length - 9));
    expect(() => new Store(folder, () => undefined)).toThrow(`${file}: found no whole gzip file`);
  });
});

describe('one cell has one result', () => {
  const folder = path('report');
  const other = { ...entries[0], node: '22.1.0', stored: { ...entries[0].stored, loss: 0.273 } };
  const store = (files: Readonly<Record<string, readonly Entry[]>>): Store => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, '.partial'), { recursive: true });
    for (const [file, each] of Object.entries(files))
      writeFileSync(join(folder, file), each.map((entry) => `${lineOf(entry)}\n`).join(''));
    return new Store(folder, () => undefined);
  };

  it('two that differ are an error that names both, with the versions of Node', () => {
    expect(() => store({ 'results.jsonl': entries, '.partial/a.jsonl': [other] })).toThrow(
      `${join(folder, '.partial', 'a.jsonl')}:1: found another result of cell ${other.hash}, measured with Node 22.1.0, ` +
        `than ${join(folder, 'results.jsonl')}:1 has, measured with Node of unknown version`,
    );
  });

  it('one that is measured anew and differs is not kept', () => {
    const here = store({ 'results.jsonl': entries });
    expect(() => here.put(other)).toThrow(
      /another result of cell \w{16}, measured with Node 22\.1\.0, than .*results\.jsonl:1 has/,
    );
    here.put({ ...entries[0], seconds: 3, node: '22.1.0' });
  });

  it('equal ones are one, and what a thread cut short gives way', () => {
    const crashed = { ...entries[0], stored: { failure: 'the worker thread ended', reason: 'crashed' } };
    expect(
      store({
        'results.jsonl': [crashed, entries[1]],
        'other.jsonl': [entries[1]],
        '.partial/a.jsonl': [entries[0]],
        '.partial/b.jsonl': [crashed],
      }).entries(),
    ).toEqual([entries[0], entries[1]]);
  });
});

it('damaged manifests and times, whatever the byte: a DataError, or left aside', () => {
  const folder = path('folder');
  mkdirSync(folder);
  const run = { id: 'small', title: 'small', size: 'default', seeds: 4, cells: 24, file: 'study.json' };
  const manifest = `${JSON.stringify(run, undefined, 2)}\n`;
  const times = '{"kind":"active","dataset":"toy","seconds":0.00163,"node":"20.19.0"}\n{"kind":"displacement","seconds":0.001}\n';
  const random = randomStream(2, 'bytes');
  for (let n = 0; n < TIMES / 4; n++) {
    for (const [file, whole] of [
      ['study.json', manifest],
      ['durations.jsonl', times],
    ] as const) {
      const changed = Buffer.from(whole);
      changed[random.below(changed.length)] = random.below(256);
      writeFileSync(
        join(folder, file),
        changed.subarray(0, random.below(4) === 0 ? random.below(changed.length) : changed.length),
      );
    }
    for (const note of noted((note) => readDurations(folder, note))) expect(note).toMatch(/durations\.jsonl:[123]: found /);
    const said = refusalOf(DataError, () => readManifest(folder));
    if (said !== undefined) expect(said).toMatch(/study\.json:\d+: found .*; expected .*run the folder's study again/);
  }
});

function noted(work: (note: (message: string) => void) => unknown): string[] {
  const notes: string[] = [];
  work((note) => notes.push(note));
  return notes;
}

describe('a number that nothing can measure, sealed, is no result', () => {
  const curve = {
    ...{ examples: [1, 10, 100], queried: [1, 5, 5], spent: [1, 5, 5], importanceSum: [1, 9.5, 99] },
    ...{ progressiveLoss: [0.7, 0.6, 0.5], progressiveError: [1, 0.5, 0.25], testError: [0.5, 0.4, 0.3] },
  };
  const active = cell({
    kind: 'active',
    dataset: 'toy',
    run: {
      ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'ada-grad', eta0: 1 } },
      ...{ query: { name: 'random', rate: 0.1 }, seed: 1 },
    },
  });
  const sample = { errorEstimate: 1.2, refusedImportance: 0, implied: 0.5, awaited: 0 };
  const stored = { curve, validationError: 0.3, sample };
  const read = (changed: object): ReturnType<typeof reading> =>
    reading(`${lineOf({ ...identityOf(active, new Map([['toy', 'a']])), stored: { ...stored, ...changed } })}\n`);

  it('these numbers are legal', () => {
    expect(read({})).toMatchObject({ entries: [{ stored }], said: [] });
    expect(read({ validationError: null }).said).toEqual([]);
  });

  it.each([
    ['curve.testError: expected a number from 0 to 1, found 17', { curve: { ...curve, testError: [0.5, 17, 0.3] } }],
    ['curve.progressiveError: expected a number from 0 to 1, found -1', { curve: { ...curve, progressiveError: [-1, 0, 0] } }],
    ['curve.queried: expected numbers that do not decrease, found 4 behind 5', { curve: { ...curve, queried: [1, 5, 4] } }],
    [
      'curve.examples: expected numbers that do not decrease, found 10 behind 100',
      { curve: { ...curve, examples: [1, 100, 10] } },
    ],
    [
      'curve.importanceSum: expected numbers that do not decrease, found 0 behind 1',
      { curve: { ...curve, importanceSum: [1, 0, 9] } },
    ],
    ['curve.spent: expected a number >= 0, found -5', { curve: { ...curve, spent: [1, -5, 5] } }],
    ['curve.fScore: expected a number from 0 to 1, found 2', { curve: { ...curve, fScore: [0, 1, 2] } }],
    ['validationError: expected a number from 0 to 1, found 1.5', { validationError: 1.5 }],
    ['sample.implied: expected a number >= 0, found -1', { sample: { ...sample, implied: -1 } }],
    ['validationClasses.balancedError: expected a number from 0 to 1, found 3', { validationClasses: { balancedError: 3 } }],
  ])('%s', (words, changed) => {
    const { entries: found, said } = read(changed);
    expect(found).toEqual([]);
    expect(said.map(name)).toEqual([`file:1: a damaged result (${words}) is left aside; its cell will be run again`]);
  });
});
