/**
 * `npm run compare-builds -- --record before.json`: runs the command lines of lines.txt (groups, each in a folder of its own: what a line
 * writes a later one may read; for sh, where `iwal` is the build) and keeps what came of each: exit code, output, and the bytes of every file
 * that it wrote. `-- --against before.json` runs them again and prints every difference, so that a change
 * which should alter nothing can show that it alters nothing. `--build FOLDER` runs the build of another clone; `--only TEXT` the lines
 * that hold a text, with the rest of their groups. Records of some lines are added to those of others.
 *
 * Times differ from run to run and are masked. Exit codes: 0 where nothing differs, 1 otherwise.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { writeFiles } from './files.ts';

/** What came of a line. */
interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every file that is new or has changed: text as it is, binary by its checksum. */
  readonly files: Readonly<Record<string, string>>;
}

const OPTIONS = {
  build: { type: 'string', default: '.' },
  record: { type: 'string' },
  against: { type: 'string' },
  only: { type: 'string', default: '' },
} as const;

/** Letters of a difference that are printed. */
const LONGEST = 400;

const { values } = parseArgs({ options: OPTIONS });
const main = resolve(`${values.build}/dist/src/cli/main.js`);
const keyOf = (group: string, line: string): string => `${group}: ${line}`;
const groups = readFileSync('test/compare-builds/lines.txt', 'utf8')
  .split('\n\n')
  .map((group) => group.trimEnd().split('\n'))
  .map(([head, ...lines]) => [head.slice(2), lines] as const)
  .filter(([name, lines]) => lines.some((line) => keyOf(name, line).includes(values.only)));
const found: Record<string, Outcome> = {};
const waiting = [...groups];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
if (values.record !== undefined) writeFileSync(values.record, JSON.stringify({ ...recorded(values.record), ...found }));
if (values.against !== undefined) {
  const before = recorded(values.against);
  const shown = Object.keys(found).filter((key) => key.includes(values.only));
  const differing = shown.filter((key) => tellDifferences(key, before[key], found[key]));
  console.log(`${shown.length} command lines, ${differing.length} differ`);
  process.exitCode = differing.length === 0 ? 0 : 1;
}

function recorded(file: string): Readonly<Record<string, Outcome>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Outcome>) : {};
}

/** Runs groups one after the other, as long as there are some. */
async function lane(): Promise<void> {
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
    const [name, lines] = group;
    const folder = mkdtempSync(join(tmpdir(), 'iwal-compared-'));
    writeFiles(folder);
    let before = filesOf(folder);
    for (const line of lines) {
      const ended = await run(folder, line);
      const after = filesOf(folder);
      const files = Object.fromEntries(Object.entries(after).filter(([file, text]) => before[file] !== text));
      before = after;
      found[keyOf(name, line)] = { ...ended, files };
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, line: string): Promise<Omit<Outcome, 'files'>> {
  const script = `iwal() { "${process.execPath}" "${main}" "$@"; }\n${line}`;
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '110', IWAL_CACHE: join(folder, 'cache'), IWAL_DATA: folder };
  const child = spawn('/bin/sh', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text.stdout += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text.stderr += piece));
  return new Promise((done) => {
    child.on('close', (code) => {
      done({ code: code ?? -1, stdout: masked(text.stdout, folder), stderr: masked(text.stderr, folder) });
    });
  });
}

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      const isText = !bytes.includes(0);
      return [
        path.slice(folder.length + 1).replaceAll(/\d{8}T\d{6}-\w+/g, 'RUN'),
        isText ? masked(bytes.toString('utf8'), folder) : createHash('sha256').update(bytes).digest('hex'),
      ];
    }),
  );
}

/** Without what differs from run to run: times, the folder, checksums of lines that hold times. */
function masked(text: string, folder: string): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0')
    .replaceAll(/\d+\.\d+ s\b/g, 'TIME s')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"sum":"\w+"/g, '"sum":"SUM"');
}

/** Whether two texts are one JSON value, whatever the order of its keys. */
function isSameJson(one = '', other = ''): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}

/** Prints where two outcomes differ; tells whether they do. */
function tellDifferences(key: string, before: Outcome | undefined, after: Outcome): boolean {
  const parts = (outcome: Outcome | undefined): Readonly<Record<string, string>> =>
    outcome === undefined ? {} : { code: String(outcome.code), stdout: outcome.stdout, stderr: outcome.stderr, ...outcome.files };
  const [old, now] = [parts(before), parts(after)];
  const differing = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((part) => old[part] !== now[part]);
  if (differing.length === 0) return false;
  if (differing.every((part) => isSameJson(old[part], now[part]))) {
    console.log(`\n${key}\n  the same but for the order of keys in ${differing.join(', ')}`);
    return true;
  }
  console.log(`\n${key}`);
  for (const part of differing) {
    const [was, is] = [old[part] ?? '(nothing)', now[part] ?? '(nothing)'];
    let at = 0;
    while (at < was.length && was[at] === is[at]) at++;
    const from = Math.max(0, at - 80);
    console.log(`  ${part}\n  - ${was.slice(from, from + LONGEST)}\n  + ${is.slice(from, from + LONGEST)}`);
  }
  return true;
}
