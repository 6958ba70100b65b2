/** A folder as a reader of the documents has it: the data that commands name, and `npx`, `iwal` and `python3` to run them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { randomStream } from '../../src/numerics/random.ts';
import { root } from './documents.ts';

/** Rows of a file; of those a pilot is taken from there are more. */
const ROWS = 200;
const POOL = 600;
/** The published reports that commands name. */
const PUBLISHED = ['rcv1-active', 'rcv1-active-full'];

export class Desk {
  readonly #folder: string;
  readonly #tools: string;
  readonly #installed: string;

  /** In a new folder; `installed` is where the package was installed. */
  constructor(folder: string, installed: string) {
    this.#installed = installed;
    this.#folder = join(folder, 'work');
    this.#tools = join(folder, 'tools');
    for (const each of [this.#folder, this.#tools]) mkdirSync(each);
    this.#makeTools();
    this.#fill();
  }

  /** Runs a block of commands as it stands; any of them that fails ends it. What was printed, where it failed. */
  run(script: string): string | undefined {
    const env = { ...process.env, PATH: `${this.#tools}${delimiter}${process.env.PATH}`, IWAL_CACHE: join(this.#tools, 'cache') };
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: this.#folder,
      env,
      encoding: 'utf8',
    });
    return status === 0 ? undefined : `${stdout}${stderr}`;
  }

  /** Names of the reader's files. */
  files(): string[] {
    return readdirSync(this.#folder);
  }

  /** A file of the reader's own. */
  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.#folder, name), content);
  }

  /** A labelling session, or a sheet of questions, is answered by one who knows the truth. */
  #makeTools(): void {
    const { bin } = JSON.parse(readFileSync(join(this.#installed, 'package.json'), 'utf8')) as { bin: { iwal: string } };
    const main = join(this.#installed, bin.iwal);
    const run = `case "$1" in label) set -- "${join(root, 'test/book/answering.mjs')}" "${main}" "$@";; *) set -- "${main}" "$@";; esac
exec "${process.execPath}" "$@"
`;
    for (const [name, first] of Object.entries({ npx: '[ "$1" = iwal ]; shift\n', iwal: '' })) {
      const file = join(this.#tools, name);
      writeFileSync(file, `#!/bin/sh -e\n${first}${run}`);
      chmodSync(file, 0o755);
    }
  }

  #fill(): void {
    const here = (name: string): string => join(this.#folder, name);
    mkdirSync(here('reports'));
    mkdirSync(here('node_modules'));
    symlinkSync(this.#installed, here('node_modules/iwal'));
    for (const report of PUBLISHED) symlinkSync(join(root, 'reports', report), here(`reports/${report}`));
    symlinkSync(join(this.#installed, 'examples'), here('examples'));
    for (const own of ['own-rule/rule.mjs', 'own-loss/loss.mjs', 'own-optimizer/optimizer.mjs'])
      cpSync(join(this.#installed, 'examples', own), here(own.split('/')[1]));
    for (const name of ['train.svm', 'new.svm']) this.write(name, twoClasses(name));
    this.write('pool.svm', twoClasses('pool.svm', POOL));
    this.write('train.svm.gz', gzipSync(twoClasses('train.svm')));
    this.write('train.vw', twoClasses('train.vw').replaceAll(/ 1:/g, ' | 1:'));
    for (const name of ['lists.svm', 'other.svm']) this.write(name, lists(name));
    const { table, truth } = papers();
    this.write('documents.csv', table);
    this.write('truth.json', JSON.stringify({ ...truth, ...letters() }));
  }
}

/** A task of two classes that can be learned, in svmlight text; equal names give equal rows. */
function twoClasses(name: string, rows = ROWS): string {
  const random = randomStream(1, name);
  return Array.from({ length: rows }, () => {
    const x = random.normal();
    return `${x + 0.3 * random.normal() > 0 ? '+1' : '-1'} 1:${x} 2:${random.normal()}\n`;
  }).join('');
}

/** Queries of five rows whose relevance can be learned. */
function lists(name: string): string {
  const random = randomStream(1, name);
  return Array.from({ length: ROWS }, (_, row) => {
    const x = random.normal();
    return `${x > 1 ? 2 : x > 0 ? 1 : 0} qid:${Math.floor(row / 5) + 1} 1:${x} 2:${random.normal()}\n`;
  }).join('');
}

/** A table of documents with nothing labelled, and the class of each by its text as it is shown. */
function papers(): { table: string; truth: Record<string, string> } {
  const random = randomStream(1, 'papers');
  const words = ['learning', 'labels', 'model', 'garden', 'tulips', 'soil', 'water', 'data'];
  const rows = Array.from({ length: 400 }, (_, n) => {
    const isRelevant = random.next() < 0.4;
    const pick = (): string => words[isRelevant === random.next() < 0.85 ? random.below(3) : 3 + random.below(5)];
    return { title: `paper ${n}`, abstract: Array.from({ length: 8 }, pick).join(' '), kind: isRelevant ? 'relevant' : 'other' };
  });
  return {
    table: `id,title,abstract\n${rows.map(({ title, abstract }, n) => `${n},${title},${abstract}\n`).join('')}`,
    truth: Object.fromEntries(rows.map(({ title, abstract, kind }) => [`${title}\n\n${abstract}`, kind])),
  };
}

/** The class of every letter of the examples, by its text and by its id. */
function letters(): Record<string, string> {
  const table = readFileSync(join(root, 'examples/documents/letters.csv'), 'utf8');
  const rows = [...table.matchAll(/^(L\d+),"((?:[^"]|"")*)",\d{4},(\w+)\r?$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, id, body, kind]) => [
      [body.replaceAll('""', '"'), kind],
      [id, kind],
    ]),
  );
}
