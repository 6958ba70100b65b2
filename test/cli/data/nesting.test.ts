/** LAW of input: a value that is nested without end is refused with its file and its place, wherever JSON is read. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAnyRun } from '../../../src/specs/kinds/active-classes.ts';
import { temporaryFolder, toyFile, iwalHere } from '../../support/processes/cli.ts';
import { resealed } from '../../support/ledgers.ts';
import { deep } from '../../support/rows/crafted.ts';

const LEVELS = 20_000;
/** What is read in the place of a value. */
const NESTED = [
  ['a list', `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`, '0'],
  ['an object', deep(LEVELS), 'a'],
] as const;
const TOO_DEEP = 'more than 32 levels deep';

describe.each(NESTED)('%s', (what, nested, inner) => {
  test.each(['body', 'label', 'id', 'age'])('as the %s of a document', async (key) => {
    const folder = temporaryFolder();
    const good = ['a', 'b', 'a', 'b'].map((label, k) => `{"id":${k},"body":"word${k}","label":"${label}","age":${k}}`);
    const bad = good[2].replace(new RegExp(`("${key}":)("[^"]*"|\\d)`), `$1${nested}`);
    writeFileSync(join(folder, 'pool.jsonl'), `${[good[0], good[1], bad, good[3]].join('\n')}\n`);
    const columns = ['--text', 'body', '--number-columns', 'age'];
    const hint = `"${key}.${inner}" names something in it`;
    const message = `iwal: pool.jsonl:3: found ${what} under "${key}"; expected text, a number or null; ${hint}\n`;
    for (const args of [
      ['learn', 'pool.jsonl', ...columns, '--id-column', 'id', '--model', 'out.iwalmodel'],
      ['describe', 'pool.jsonl', ...columns, '--id-column', 'id'],
    ])
      expect(await iwalHere(folder, args)).toEqual({ code: 1, stdout: '', stderr: message });
  });

  test.each([
    ['axes', { query: '@' }],
    ['a parameter of axes', { query: { name: 'random', rate: '@' } }],
    ['an axis that is no part', { budget: '@' }],
    ['a name that is none', { spam: '@' }],
  ])('in a study: %s', async (_, axes) => {
    const folder = temporaryFolder();
    await toyFile(folder, 'toy.svm');
    const study = JSON.stringify({ id: 'deep', data: { toy: 'toy.svm' }, axes }).replace('"@"', nested);
    writeFileSync(join(folder, 'study.json'), study);
    for (const action of ['check', 'run']) {
      const { code, stderr } = await iwalHere(folder, `study ${action} study.json`);
      expect([code, stderr]).toEqual([2, `iwal: study.json: a study: ${TOO_DEEP}\n`]);
    }
  });

  test('as the spec of a ledger, of another pass, and of the library', async () => {
    const folder = temporaryFolder();
    await toyFile(folder, 'toy.svm', { rows: 60 });
    expect((await iwalHere(folder, 'simulate toy.svm --budget 5 --ledger a.jsonl')).code).toBe(0);
    const lines = readFileSync(join(folder, 'a.jsonl'), 'utf8').split('\n');
    const header = JSON.parse(lines[0]) as object;
    const altered = JSON.stringify({ ...header, spec: '@' }).replace('"@"', nested);
    const pass = `{"entry":"pass","pass":1,"iwal":"0","spec":${nested},"model":"0123456789abcdef","crc":"00000000"}`;
    for (const [line, text] of [
      [1, [altered, ...lines.slice(1)]],
      [4, [...lines.slice(0, 3), pass, ...lines.slice(4)]],
    ] as const) {
      writeFileSync(join(folder, 'b.jsonl'), resealed(text.join('\n')));
      for (const args of [
        ['audit', 'b.jsonl'],
        ['replay', 'b.jsonl', '--data', 'toy.svm', '--query', 'random'],
      ]) {
        const { code, stderr } = await iwalHere(folder, args);
        expect([code, stderr]).toEqual([1, expect.stringContaining(`iwal: b.jsonl:${line}: found spec: ${TOO_DEEP}; expected `)]);
      }
    }
    expect(() => parseAnyRun(JSON.parse(altered))).toThrow(TOO_DEEP);
    expect(() => parseAnyRun(JSON.parse(nested))).toThrow(TOO_DEEP);
  });
});
