/** LAWS of model files: what was saved is loaded bit for bit, and whatever is not a whole, sound model is refused by name. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DataError } from '../../../src/files/data-error.ts';
import { load, save } from '../../../src/learners/model-file.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { clone, COLUMNS, difference, experienced, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { settings } from '../../support/laws/optimizer-settings.ts';
import { refusalOf } from '../../support/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'iwal-model-'));
const path = join(folder, 'a.model');
afterAll(() => rmSync(folder, { recursive: true }));

const awkward = {
  learned: 3,
  empty: {},
  none: new Float64Array(0),
  numbers: Float64Array.of(-0, 0, NaN, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE, 0.1),
  part: { deep: { minus: -0, nothing: NaN, much: Infinity }, 7: 7, λ: 0.5 },
};
const spec = { loss: { name: 'logistic' }, text: 'ünicode "quoted"', list: [1, null, true] };

it('give back every state and spec bit for bit', async () => {
  await save(path, { spec, state: awkward });
  const model = load(path);
  expect(model.spec).toEqual(spec);
  expect(difference(model.state, awkward)).toBeUndefined();
});

it.each(settings.map((setting) => [setting.name, setting] as const))('%s continues from its file', async (name, { factory }) => {
  const random = randomStream(1, name);
  const optimizer = experienced(factory, sampleRows(random, 10), random);
  await save(path, { spec: name, state: optimizer.state() });
  const resumed = factory(COLUMNS);
  resumed.restore(load(path).state);
  expect(difference(resumed.state(), optimizer.state())).toBeUndefined();
  expect(difference(clone(factory, resumed).state(), optimizer.state())).toBeUndefined();
});

/** The bytes of the awkward model. */
const saved = async (): Promise<Buffer> => {
  await save(path, { spec, state: awkward });
  return readFileSync(path);
};

it('above 2 GiB are none, and one that is not there is told by the system', () => {
  const large = join(folder, 'large.model');
  writeFileSync(large, '');
  // A hole: it takes no room on the disk.
  truncateSync(large, 2 ** 31 + 1);
  expect(() => load(large)).toThrow('a file above 2 GiB');
  rmSync(large);
  expect(() => load(large)).toThrow('ENOENT');
});

it('with a spec of up to 31 levels are read, and deeper ones refused', async () => {
  const nested = (levels: number): object => (levels === 1 ? { end: 1 } : { in: nested(levels - 1) });
  await save(path, { spec: nested(31), state: {} });
  expect(load(path).spec).toEqual(nested(31));
  await save(path, { spec: nested(32), state: {} });
  expect(() => load(path)).toThrow('a header more than 32 levels deep');
});

it('of equal models are equal bytes', async () => {
  expect((await saved()).equals(await saved())).toBe(true);
});

it('cut short anywhere are refused, and so is one byte too many', async () => {
  const whole = await saved();
  load(path);
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length));
    expect(() => load(path), `${length} bytes`).toThrow(DataError);
  }
  writeFileSync(path, Buffer.concat([whole, Buffer.alloc(1)]));
  expect(() => load(path)).toThrow(`found ${whole.length + 1} bytes; expected the ${whole.length} bytes it was written with`);
});

it('with a bit flipped in any byte are refused', async () => {
  const whole = await saved();
  load(path);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] ^= 1 << (at & 7);
    writeFileSync(path, damaged);
    expect(() => load(path), `byte ${at}`).toThrow(DataError);
  }
});

it('say what is wrong', async () => {
  const whole = await saved();
  const refusal = (change: (bytes: Buffer) => void): string => {
    const bytes = Buffer.from(whole);
    change(bytes);
    writeFileSync(path, bytes);
    return refusalOf(Error, () => load(path)) ?? 'accepted';
  };
  expect(refusal((bytes) => bytes.write('PK'))).toMatch(/a\.model: found a file that begins with "PKal/);
  expect(refusal((bytes) => bytes.writeUInt8(2, 8))).toMatch(/found model version 2; expected version 1/);
  expect(refusal((bytes) => bytes.writeUInt8(1, 60))).toMatch(/found a damaged model/);
});

it('replace a file in one step and leave nothing behind', async () => {
  const before = await saved();
  expect(readdirSync(folder)).toEqual(['a.model']);
  await expect(save(join(folder, 'absent', 'b.model'), { spec, state: awkward })).rejects.toThrow(DataError);
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  await expect(save(path, { spec: circular, state: awkward })).rejects.toThrow(/circular/);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['a.model']);
});
