/**
 * UNCHANGED: what commands say of small files, word for word. A file of said/ and of labels/ is a session in a folder of its own: blocks of a
 * line `$ …` and, below it, what it said, with remarks and errors behind `! `. `npm run docs:write` writes the words anew; the lines are written
 * by hand: `$ iwal …`, behind it `| grep REGEXP` for some lines of the output and `| pick NAME.NAME …` for some values of its JSON; `$ rows 40 >
 * a.csv`, whose file is what stands below, the last line 40 times: {n} counts from 1, {3n%7} is a remainder, {a|b} one in turn; `$ toy 200 >
 * a.svm`, a task of two classes; `$ cat`, `$ cmp`, `$ ls`, `$ mv`, `$ rm`, `$ cp` (of a file of the project too), `$ sed s/REGEXP/TEXT/FLAGS
 * FILE`, which alters it, `$ reseal`, which gives a ledger the checksums of its lines, and `$ fill {a|b} ask.csv`, which answers the questions of a table by the numbers of their rows.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { resealed } from '../../support/ledgers.ts';
import { lineHere, linesOf, temporaryFolder, toyFile } from '../../support/processes/cli.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The n-th row of a template. */
const row = (template: string, n: number): string =>
  template.replace(/\{(?:(\d+)?n(?:%(\d+))?|([^{}]*\|[^{}]*))\}/g, (_, factor?: string, modulus?: string, names?: string) =>
    names === undefined
      ? `${(Number(factor ?? 1) * n) % Number(modulus ?? Infinity)}`
      : names.split('|')[n % names.split('|').length],
  );

/** The value of a name with dots in it. */
const valueOf = (from: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], from);

const filters: Readonly<Record<string, (text: string, words: string) => string>> = {
  grep: (text, words) => [...linesOf(text).filter((line) => new RegExp(words).test(line)), ''].join('\n'),
  pick: (text, names) =>
    names
      .split(' ')
      .map((name) => `${name}: ${JSON.stringify(valueOf(JSON.parse(text), name))}\n`)
      .join(''),
};

/** Times and the version are others another day. */
const ALTERING = [
  [/"seconds":[\d.e-]+/g, '"seconds":0'],
  [/(?<![\d.])\d(\.\d+)? s (of learning|on \d+ worker)/g, '0 s $2'],
  [/\biwal \d+\.\d+\.\d+/g, 'iwal VERSION'],
] as const;

const timeless = (text: string): string => ALTERING.reduce((whole, [found, constant]) => whole.replace(found, constant), text);

/** What a line writes below itself. */
async function said(folder: string, line: string, body: string): Promise<string> {
  const [command, ...pipes] = line.split(' | ');
  const filtered = (text: string): string => {
    const kept = pipes.reduce((left, pipe) => filters[pipe.split(' ', 1)[0]](left, pipe.replace(/^\S+ /, '')), timeless(text));
    return kept === '' || kept.endsWith('\n') ? kept : `${kept}\n`;
  };
  const [program, ...words] = command.split(' ');
  const [first, last] = [words[0] ?? '.', words.at(-1) ?? '.'].map((name) => join(folder, name));
  if (program === 'iwal') {
    const { code, stdout, stderr } = await lineHere(folder, command);
    const remarks = timeless(stderr)
      .replace(/^(?=.)/gm, '! ')
      .replaceAll(`${realpathSync(folder)}/`, '');
    return `${filtered(stdout)}${remarks}${code === 0 ? '' : `exit code ${code}\n`}`;
  }
  if (program === 'cat') return filtered(readFileSync(first, 'utf8'));
  if (program === 'cmp') return readFileSync(first).equals(readFileSync(last)) ? 'equal\n' : 'different\n';
  if (program === 'ls') return `${readdirSync(first).sort().join('\n')}\n`;
  if (program === 'mv') renameSync(first, last);
  else if (program === 'rm') rmSync(first);
  else if (program === 'cp') cpSync(existsSync(first) ? first : join(ROOT, words[0]), last);
  else if (program === 'sed') {
    const [, found, put, flags] = /^sed s\/(.*?)\/(.*?)\/(\w*) /.exec(line)!;
    writeFileSync(last, readFileSync(last, 'utf8').replace(new RegExp(found, `m${flags}`), put));
  } else if (program === 'reseal') writeFileSync(last, resealed(readFileSync(last, 'utf8')));
  else if (program === 'fill') {
    const answers = (_: string, head: string, n: string): string => `${head}${row(words[0], Number(n))},`;
    writeFileSync(last, readFileSync(last, 'utf8').replaceAll(/^(b\w+,(\d+),[^,]*,),/gm, answers));
  } else if (program === 'toy') await toyFile(folder, words.at(-1)!, { rows: Number(words[0]) });
  else if (program === 'rows') {
    const lines = linesOf(body);
    const repeated = Array.from({ length: Number(words[0]) }, (_, n) => row(lines.at(-1)!, n + 1));
    mkdirSync(dirname(last), { recursive: true });
    const write = words[1] === '>>' ? appendFileSync : writeFileSync;
    write(last, `${[...lines.slice(0, -1), ...repeated].join('\n')}\n`);
    return `${lines.join('\n')}\n`;
  } else throw new Error(`no program: ${line}`);
  return '';
}

/** A session holds where each of its lines says what stands below it. */
export async function holds(approved: string): Promise<void> {
  const folder = temporaryFolder();
  const told: string[] = [];
  for (const block of readFileSync(approved, 'utf8').split(/\n\n(?=\$ )/)) {
    const [, line, body] = /^\$ (.*)\n?([^]*)$/.exec(block)!;
    told.push(`$ ${line}\n${await said(folder, line, body)}`);
  }
  expect(told.length).toBeGreaterThan(6);
  await expect(told.join('\n')).toMatchFileSnapshot(approved);
}
