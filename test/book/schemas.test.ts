/**
 * LAWS of the schemas of lines in docs/schemas: they take every line that the program writes, and no other one; docs/LEDGER.md names
 * every field.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, toyFile, shell, iwalHere } from '../support/processes/cli.ts';
import { publishedSchema, refusedBy as refused } from '../support/schemas.ts';
import { root, textOf } from './documents.ts';
import { ledgerSchema } from './protocol-tables.ts';

const [ledger, protocol] = ['ledger.json', 'protocol.json'].map(publishedSchema);

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('docs/schemas', () => {
  it.each(['considered', 'late', 'purchases', 'undone'])('the ledger %s of the corpus', (name) => {
    const lines = linesOf(readFileSync(join(root, `test/corpus/0.1/${name}.ledger`), 'utf8'));
    expect(lines.length).toBeGreaterThan(3);
    expect(refused(ledger, lines)).toEqual([]);
  });

  it('a ledger and a session of today', async () => {
    const folder = temporaryFolder();
    await toyFile(folder, 'train.svm', { rows: 100 });
    const options = ['--ledger', 'a.jsonl', '--budget', '20', '--oracle', 'delayed:delay=3'];
    expect((await iwalHere(folder, ['simulate', 'train.svm', ...options])).code).toBe(0);
    expect(refused(ledger, linesOf(readFileSync(join(folder, 'a.jsonl'), 'utf8')))).toEqual([]);

    const answers = ['{"question":1,"label":"positive"}', 'nonsense', '{"question":2,"skip":true}', '{"question":2,"undo":true}'];
    const { stdout } = await shell(
      folder,
      `printf '%s\\n' '${answers.join("' '")}' | $iwal label train.svm --ledger b.jsonl --budget 5 --protocol jsonl`,
    );
    expect(linesOf(stdout).length).toBeGreaterThan(answers.length);
    expect(refused(protocol, linesOf(stdout))).toEqual([]);
    expect(refused(ledger, linesOf(readFileSync(join(folder, 'b.jsonl'), 'utf8')))).toEqual([]);
    expect(
      refused(
        protocol,
        answers.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as unknown),
      ),
    ).toEqual([]);
  });

  it('refuse a line with a field too many, one too few, and one of another kind', () => {
    const [header, example] = linesOf(readFileSync(join(root, 'test/corpus/0.1/considered.ledger'), 'utf8')) as object[];
    const less = JSON.parse(JSON.stringify({ ...example, model: undefined })) as unknown;
    for (const line of [{ ...header, more: 1 }, { ...example, more: 1 }, less, { ...example, position: 'one' }, [], null])
      expect(ledger.safeParse(line).success, JSON.stringify(line)).toBe(false);
  });
});

it('docs/LEDGER.md names every field of every line', () => {
  const { $defs } = ledgerSchema() as { $defs: Record<string, { properties: object }> };
  const fields = new Set(Object.values($defs).flatMap(({ properties }) => Object.keys(properties)));
  expect(fields.size).toBeGreaterThan(20);
  expect([...fields].filter((field) => field !== 'entry' && !textOf('docs/LEDGER.md').includes(field))).toEqual([]);
});
