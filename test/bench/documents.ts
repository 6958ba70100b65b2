/**
 * What documents cost: 100,000 of them as a table, made of paragraphs and code blocks of README files, read in a fresh process; and
 * sessions of `iwal label` over them, from the command to the first question and from an answer to the next one: in a terminal, on the
 * page and over a pipe, without a cache.
 */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../../src/data/documents/read-documents.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { peakOf } from './peers/measured-process.ts';
import { IWAL } from './peers/programs.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DATA = fileURLToPath(new URL('../../src/entry/data.js', import.meta.url));
const DOCUMENTS = 100_000;
const BUDGET = 60;
/** Characters of a document at least: a paragraph, an abstract. */
const LENGTHS = [0, 900];
const LAPS = 3;
/** Clock ticks of Linux in a second. */
const TICKS = 100;

/** A session that has been asked something. */
interface Asking {
  readonly child: ChildProcessWithoutNullStreams;
  /** The process whose time and memory count. */
  readonly pid: number;
  /** Answers; resolves with the next question. */
  readonly answer?: () => Promise<boolean>;
}

type Front = (folder: string, args: readonly string[]) => Promise<Asking>;

const fronts: Record<string, Front> = { terminal: inTerminal, page: onPage, pipe: onPipe };

export async function benchDocuments(folder: string): Promise<void> {
  const paragraphs = await paragraphsIn(folder);
  for (const length of LENGTHS) {
    const file = join(folder, `documents-${length}.csv`);
    writeFileSync(file, table(paragraphs, length));
    const megabytes = statSync(file).size / 1e6;
    console.log(`${DOCUMENTS} documents of at least ${length} characters, ${megabytes.toFixed(0)} MB`);
    reading(file, megabytes);
    for (const [name, front] of Object.entries(fronts)) await labelling(name, front, folder, file);
  }
}

/** Texts of README files of what is installed, by the script of the examples. */
async function paragraphsIn(folder: string): Promise<readonly string[]> {
  const script = join(root, 'examples/documents/paragraphs.mjs');
  const { stdout } = spawnSync(process.execPath, [script, join(root, 'node_modules'), '5000'], { maxBuffer: 2 ** 28 });
  const file = join(folder, 'paragraphs.csv');
  writeFileSync(file, stdout);
  return (await readDocuments(file, 'csv', { text: ['text'], labels: 'optional' })).texts!;
}

/** Documents of at least so many characters: paragraphs into which words of others are put, numbered ones among them. */
function table(paragraphs: readonly string[], length: number): string {
  const random = randomStream(1, 'documents');
  const upTo = (n: number): number => Math.floor(n * random.next());
  const any = (): string => paragraphs[upTo(paragraphs.length)];
  const lines = ['id,text'];
  for (let i = 1; i <= DOCUMENTS; i++) {
    const words = any().split(' ');
    const others = any().split(' ');
    words.splice(upTo(words.length), 0, others[upTo(others.length)], `word${upTo(DOCUMENTS)}`);
    let text = words.join(' ');
    while (text.length < length) text += `\n\n${any()}`;
    lines.push(`${i},"${text.replaceAll('"', '""')}"`);
  }
  return `${lines.join('\n')}\n`;
}

/** Processor time of a fresh process, and of the same file once more in it. */
function reading(file: string, megabytes: number): void {
  const program = `import { readDataset } from ${JSON.stringify(DATA)};
    const seconds = [];
    for (let lap = 0; lap < 2; lap++) {
      const before = process.cpuUsage();
      await readDataset(${JSON.stringify(file)}, { text: ['text'], labels: 'optional' });
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
    }
    console.log(JSON.stringify(seconds));`;
  const laps = Array.from({ length: LAPS }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as number[];
  });
  const speeds = [0, 1].map((k) => (megabytes / median(laps.map((lap) => lap[k]))).toFixed(0));
  console.log(`  read: ${speeds[0]} MB a second of processor time in a fresh process, ${speeds[1]} the second time`);
}

async function labelling(name: string, front: Front, folder: string, file: string): Promise<void> {
  const project = join(folder, 'project');
  const [seconds, cpu]: [number[], number[]] = [[], []];
  let peak = 0;
  const answers: number[] = [];
  for (let lap = 0; lap < LAPS; lap++) {
    rmSync(project, { recursive: true, force: true });
    const options = ['--text', 'text', '--classes', 'code,prose', '--budget', String(BUDGET), '--project', project];
    const begun = performance.now();
    const { child, pid, answer } = await front(folder, ['label', file, ...options]);
    seconds.push((performance.now() - begun) / 1000);
    cpu.push(processorTime(pid));
    for (let k = 1; answer !== undefined && k < BUDGET; k++) {
      const said = performance.now();
      if (!(await answer())) break;
      answers.push(performance.now() - said);
    }
    peak = Math.max(peak, peakOf(pid) / 2 ** 20);
    const ended = new Promise((resolve) => child.once('close', resolve));
    process.kill(pid, 'SIGKILL');
    await ended;
  }
  const next = answers.length === 0 ? '' : `; an answer to the next question ${median(answers).toFixed(1)} ms`;
  console.log(
    `  ${name.padEnd(8)} first question after ${median(seconds).toFixed(2)} s (${median(cpu).toFixed(2)} s of processor ` +
      `time)${next}; peak ${peak.toFixed(0)} MB`,
  );
}

async function onPipe(folder: string, args: readonly string[]): Promise<Asking> {
  const child = spawn(process.execPath, [IWAL, ...args, '--protocol', 'jsonl'], { cwd: folder });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<{ readonly question?: number; readonly text?: string }> =>
    JSON.parse((await lines.next()).value as string) as { question?: number; text?: string };
  let asked = await next();
  return {
    child,
    pid: child.pid!,
    answer: async () => {
      child.stdin.write(`${JSON.stringify({ question: asked.question, label: labelOf(asked.text!) })}\n`);
      asked = await next();
      return asked.question !== undefined;
    },
  };
}

/** What a window of the page is told. */
interface Shown {
  readonly open: number;
  readonly state: string;
  readonly question?: { readonly text: readonly { readonly text: string }[] };
}

async function onPage(folder: string, args: readonly string[]): Promise<Asking> {
  const child = spawn(process.execPath, [IWAL, ...args, '--serve'], { cwd: folder });
  const address = new URL(await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)));
  const call = (path: string, body?: object): Promise<Shown> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-iwal-token': address.hash.slice(1), 'x-iwal-window': 'bench' };
      const method = body === undefined ? 'GET' : 'POST';
      const sent = request({ host: address.hostname, port: address.port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Shown));
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  let shown = await call('/api/state');
  return {
    child,
    pid: child.pid!,
    answer: async () => {
      const text = shown.question!.text.map((segment) => segment.text).join('');
      shown = await call('/api/answer', { question: shown.open, label: labelOf(text) });
      return shown.state === 'asking';
    },
  };
}

/** A pseudo-terminal, which script(1) opens. */
async function inTerminal(folder: string, args: readonly string[]): Promise<Asking> {
  const command = [process.execPath, IWAL, ...args].map((each) => `'${each}'`).join(' ');
  const child = spawn('script', ['-qefc', `echo pid $$; exec ${command}`, '/dev/null'], { cwd: folder });
  let written = '';
  let questions = 0;
  let reported = (): void => undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    const asked = written.split('[?] help').length - 1;
    if (asked > questions) reported();
    questions = asked;
  });
  const next = (): Promise<void> => new Promise((resolve) => (reported = resolve));
  await next();
  const [, pid] = /pid (\d+)/.exec(written)!;
  return {
    child,
    pid: Number(pid),
    answer: async () => {
      const asked = next();
      child.stdin.write(labelOf(written.slice(written.lastIndexOf('question '))) === 'code' ? '1' : '2');
      await asked;
      return true;
    },
  };
}

/** As somebody might who does not look twice. */
function labelOf(text: string): 'code' | 'prose' {
  return /[{};=]/.test(text) ? 'code' : 'prose';
}

function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
