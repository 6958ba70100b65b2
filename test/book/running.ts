/**
 * Every command of the documents is run as it stands, by the packed package in a folder that has the data which it names: those of
 * blocks and whole ones in sentences, in the order of the text. Every piece of JavaScript runs, too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked } from '../support/processes/packed.ts';
import { blocksOf, book, commandsOf, textOf } from './documents.ts';
import { Desk } from './desk.ts';

export const LABELLING = book.parts['Labelling and learning'];

/** Commands with such a line are run elsewhere. */
export const ELSEWHERE: readonly (readonly [begin: string, where: string])[] = [
  ['npm ci', 'whoever runs this'],
  ['npm pkg set', 'test/package.test.ts'],
  ['npx iwal study submit my-study.mjs', '.ci/slurm'],
  ['run=$(npx iwal study submit', 'test/studies/cluster/clusters-page.test.ts'],
  ['node examples/figures/', 'test/book/written.test.ts'],
  ['python3 model.py', 'test/python.test.ts, where there is scikit-learn'],
  ['python3 examples/python/curve.py', 'test/python.test.ts, where there is pandas'],
  ['iwal generate rcv1-like --documents 1000000', 'test/cli/learn/stream.test.ts, on fewer documents'],
];

/** What commands need that people or other documents have made before. */
const BEFORE: Readonly<Record<string, string>> = {
  'docs/USING.md': `npx iwal simulate train.svm --budget 20 --ledger a.jsonl
    npx iwal simulate new.svm --budget 20 --ledger b.jsonl
    npx iwal label documents.csv --text title,abstract --classes other,relevant --budget 20 --project reviews`,
  'docs/TEXT.md': `npx iwal label documents.csv --text title,abstract --classes other,relevant --budget 20 --project reviews
    npx iwal label examples/documents/letters.csv --text body --classes other,complaint --budget 20 --project letters`,
  'docs/PYTHON.md': 'npx iwal simulate pool.svm --budget 40 --ledger labels.jsonl',
  'docs/CLASSES.md': "sed 's/^+1/2/; s/^-1/1/' -i train.svm new.svm",
};

/** Continuous integration runs them once, on the newest promised Node, as a stranger has the package. */
const isElsewhere = process.env.IWAL_BOOK === 'elsewhere';

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the commands and the programs of these documents. */
export function runCommandsOf(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-book-'));
  let installed = '';
  beforeAll(() => {
    if (isElsewhere) return;
    // On other Nodes `.ci/run` has installed the packed package with npm; elsewhere what it depends on is linked.
    installed = process.env.IWAL_INSTALLED ?? installPacked(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.skipIf(isElsewhere)(`commands and programs${isElsewhere ? ' (skipped: another Node runs them)' : ''}`, () => {
    it.each(names.filter((name) => commandsIn(name).length + programsIn(name).length > 0))(
      'of %s run',
      (name) => {
        const desk = new Desk(mkdtempSync(join(folder, 'desk-')), installed);
        for (const [n, code] of programsIn(name).entries())
          desk.write(code.includes("id: 'my-study'") ? 'my-study.mjs' : `program-${n}.mjs`, code);
        expect(desk.run(BEFORE[name] ?? ''), 'what was there before').toBeUndefined();
        for (const script of commandsIn(name)) expect(desk.run(script), script).toBeUndefined();
        expect(desk.run('for program in program-*.mjs; do [ ! -e "$program" ] || node "$program"; done')).toBeUndefined();
        for (const [, file] of programsIn(name)
          .join('')
          .matchAll(/writeFileSync\('([^']+)'/g))
          expect(desk.files()).toContain(file);
      },
      600_000,
    );
  });
}

/** What is to be run here; lines of a tool that this machine lacks are left out. */
function commandsIn(name: string): string[] {
  return commandsOf(textOf(name))
    .filter((script) => !script.split('\n').some((line) => ELSEWHERE.some(([begin]) => line.startsWith(begin))))
    .map((script) => (hasPython ? script : script.replaceAll(/^python3 .*$/gm, '')));
}

/** TypeScript of the documents is JavaScript but for what `test/readme.test.ts` compiles. */
function programsIn(name: string): string[] {
  return ['js', 'ts'].flatMap((language) => blocksOf(textOf(name), language));
}
