import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomStream } from '../../src/numerics/random.ts';
import { demand, demandClear, pick, type Bench } from './kind.ts';
import { overPipe, inBatches, type Way } from './ways.ts';

/** A labelling session that faults are tried on: its options and where its files are. */
export interface Setup {
  readonly args: readonly string[];
  readonly ledger: string;
  readonly model: string;
  /** Names what decides the result. */
  readonly name: string;
}

const ROWS = 40;
const WORDS = 'refund broken hello thanks money parcel late great love item box call'.split(' ');
const POOL = ['pool.csv', '--text', 'body'];
const OPTIONS = [[], ['--record', 'purchases'], ['--fresh', '3']];

/** Writes the pool of all sessions: documents that name their rows, so that whoever reads one knows its answer. */
export function writePool(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const text = (row: number): string => [1, 5, 7, 11].map((step) => WORDS[(row * step + (row >> 2)) % WORDS.length]).join(' ');
  const lines = Array.from({ length: ROWS }, (_, row) => `d${row},row${row}x ${text(row)}\n`);
  writeFileSync(join(folder, 'pool.csv'), `id,body\n${lines.join('')}`);
}

/** Draws a session: in a project or in files, and with what else. Batches have no fresh labels. */
export function setupOf(random: RandomStream, way: Way): Setup {
  const options = pick(random, way === inBatches ? OPTIONS.slice(0, 2) : OPTIONS);
  const [ledger, model] =
    random.next() < 0.5 ? ['reviews/ledger.jsonl', 'reviews/model.iwalmodel'] : ['labels.jsonl', 'labels.iwalmodel'];
  const place = ledger.startsWith('reviews/') ? ['--project', 'reviews'] : ['--ledger', ledger, '--model', model];
  const args = ['label', ...POOL, '--classes', 'other,complaint', '--budget', '8', ...options, ...place];
  return { args, ledger, model, name: [way === inBatches ? 'batches' : 'single', ...options].join(' ') };
}

/** What a session has come to: the entries that stand, without what was taken back, and the model. */
export interface Result {
  readonly ledger: string;
  readonly model: string;
}

/** The result of a session that nothing disturbs. */
export function undisturbed({ once }: Bench, setup: Setup, way: Way): Promise<Result> {
  return once(setup.name, async (folder) => {
    writePool(folder);
    const { code, stderr } = await (way === inBatches ? inBatches : overPipe)({ folder, args: setup.args });
    demand(code === 0, stderr);
    return resultIn(folder, setup);
  });
}

/** What a session has come to in this folder. */
export function resultIn(folder: string, { ledger, model }: Setup): Result {
  return {
    ledger: standingIn(readFileSync(join(folder, ledger), 'utf8')).join('\n'),
    model: readFileSync(join(folder, model)).toString('base64'),
  };
}

interface Line {
  readonly entry?: 'example' | 'answer' | 'undo' | 'fresh' | 'undo-fresh' | 'end';
  readonly position: number;
  readonly row: number;
  readonly label?: number | null;
  readonly labels: number;
}

/** The complete lines of a ledger. */
function linesIn(text: string): readonly (readonly [text: string, line: Line])[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line, JSON.parse(line) as Line]);
}

/** The lines that stand: an undo voids itself and what it takes back. */
function standingIn(text: string): string[] {
  let standing: (readonly [string, Line])[] = [];
  for (const each of linesIn(text)) {
    const [, { entry, position, labels }] = each;
    if (entry === 'undo') standing = standing.filter(([, line]) => line.entry === undefined || line.position < position);
    else if (entry === 'undo-fresh') {
      let fresh = 0;
      standing = standing.filter(([, line]) => line.entry !== 'fresh' || ++fresh <= labels);
    } else standing.push(each);
  }
  return standing.map(([line]) => line);
}

/** What was answered and taken back, as a ledger says it: 'row label' (null where nobody could tell) or 'undo'. */
export function stepsIn(file: string): string[] {
  if (!existsSync(file)) return [];
  return linesIn(readFileSync(file, 'utf8')).flatMap(([, { entry, row, label }]) => {
    if (entry === 'undo' || entry === 'undo-fresh') return ['undo'];
    return label === undefined ? [] : [stepOf(row, label === null ? null : label > 0 ? 'complaint' : 'other')];
  });
}

/** A step as ways and ledgers write it. */
export function stepOf(row: number, label: string | null): string {
  return `${row} ${label}`;
}

/** Holds a ledger against what was sent: nothing else is in it, and nothing acknowledged is missing. */
export function demandKept(file: string, sent: readonly string[], acknowledged: number, when: string): void {
  const steps = stepsIn(file);
  const isKept = steps.length >= acknowledged && steps.every((step, k) => step === sent[k]);
  demand(isKept, `${when}: ${acknowledged} steps of ${sent.join(', ')} were acknowledged, the ledger has ${steps.join(', ')}`);
}

/** Goes on with a session to its end, and holds the result against the undisturbed one. */
export async function demandSameEnd(bench: Bench, folder: string, setup: Setup, way: Way, when: string): Promise<void> {
  const end = await way({ folder, args: setup.args, sent: stepsIn(join(folder, setup.ledger)) });
  demandClear(end, `${when} the session that goes on`, [0]);
  const audit = await bench.run(folder, ['audit', setup.ledger, '--data', ...POOL]);
  demandClear(audit, `${when} the audit`, [0]);
  demand(audit.stderr === '', `${when} the audit says ${audit.stderr}`);
  const [expected, found] = [await undisturbed(bench, setup, way), resultIn(folder, setup)];
  demand(found.ledger === expected.ledger, `${when} the ledger ends as\n${found.ledger}\nexpected\n${expected.ledger}`);
  demand(found.model === expected.model, `${when} the model is another one`);
}
