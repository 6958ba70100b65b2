/** The four ways of answering a session, by a person who answers from the text alone. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { RandomStream } from '../../src/numerics/random.ts';
import { openPage } from '../support/processes/label-page.ts';
import { ended, MAIN, start, startProgram, type Circumstances, type Ended } from '../support/processes/started.ts';
import { stepOf } from './session.ts';

/** A session to be answered, and who hears of it. */
export interface Life {
  readonly folder: string;
  readonly args: readonly string[];
  /** Draws which answers are taken back; without it none is. */
  readonly random?: RandomStream | undefined;
  /** The steps of the session so far; those of this life are added before they are sent. */
  readonly sent?: string[];
  /** Of the next process. */
  readonly circumstances?: () => Circumstances;
  /** Hears of every process, with what kills it. */
  readonly started?: (kill: () => void) => void;
  readonly stepped?: () => void;
  /** Hears that the session has confirmed all that was sent. */
  readonly acknowledged?: () => void;
}

/** Answers until the session is over or its process is gone. */
export type Way = (life: Life) => Promise<Ended>;

interface Answer {
  readonly row: number;
  readonly label: string | null;
}

/** The row that a text is of, and what it is. */
function answerTo(text: string): Answer {
  const row = Number(/row(\d+)x/.exec(text)![1]);
  return { row, label: row % 9 === 4 ? null : row % 3 === 0 ? 'complaint' : 'other' };
}

/** The next step of a session with so many answers that stand. */
function nextStep({ random, sent, stepped }: Life, text: string, question: number): Answer | 'undo' {
  const answer = answerTo(text);
  const undoes = question > 1 && (random?.next() ?? 1) < 0.1;
  sent?.push(undoes ? 'undo' : stepOf(answer.row, answer.label));
  stepped?.();
  return undoes ? 'undo' : answer;
}

/** A reply as the protocol has it. */
function replyOf(question: number, step: Answer | 'undo'): object {
  if (step === 'undo') return { question, undo: true };
  return { question, ...(step.label === null ? { skip: true } : { label: step.label }) };
}

function begin(life: Life, more: readonly string[]): ChildProcess {
  const child = start(life.folder, [...life.args, ...more], life.circumstances?.());
  // A process that is killed breaks the pipe.
  child.stdin!.on('error', () => undefined);
  life.started?.(() => child.kill('SIGKILL'));
  return child;
}

/** Answers over the protocol for programs. */
export async function overPipe(life: Life): Promise<Ended> {
  const child = begin(life, ['--protocol', 'jsonl']);
  const end = ended(child);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.endsWith('}')) continue;
    life.acknowledged?.();
    const said = JSON.parse(line) as { question: number; text: string; done?: true; error?: string };
    if (said.error !== undefined) throw new Error(said.error);
    if (said.done) continue;
    child.stdin!.write(`${JSON.stringify(replyOf(said.question, nextStep(life, said.text, said.question)))}\n`);
  }
  return end;
}

/** Answers in the page, by the requests that its script makes. */
export async function inPage(life: Life): Promise<Ended> {
  const child = begin(life, ['--serve']);
  const end = ended(child);
  try {
    const { call } = await openPage(life.folder, [], child);
    let shown = await call('/api/state');
    while (shown.state === 'asking') {
      life.acknowledged?.();
      const text = shown.question!.text.map((part) => part.text).join('');
      shown = await call('/api/answer', { body: replyOf(shown.open, nextStep(life, text, shown.open)) });
      if (shown.error !== undefined) throw new Error(shown.error);
    }
    life.acknowledged?.();
    if (shown.state === 'over') await call('/api/answer', { body: { question: shown.open, quit: true } });
  } catch (error) {
    // The server is gone where it was killed.
    if (child.exitCode === null && child.signalCode === null && !isGone(error)) throw error;
  }
  return end;
}

function isGone(error: unknown): boolean {
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** A question on the screen, down to its keys; and the words behind the last one. */
const QUESTION = /question (\d+), row \d+ -[^]*?\[q\]uit/;
const OVER = /\[u\]ndo\s+the\s+last\s+answer,[^]*?\[q\]uit/;
/** Milliseconds that a person takes for a key at least: what comes faster is a paste (cli/label/keystrokes.ts). */
const FINGER = 40;

const TERMINAL = { SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1' };

/** Answers by keys in a terminal, which script(1) makes. */
export async function inTerminal(life: Life): Promise<Ended> {
  const command = ['echo $$ >pid; exec', ...[process.execPath, MAIN, ...life.args].map((word) => `'${word}'`)].join(' ');
  const script = startProgram(life.folder, ['script', '-qefc', command, 'screen'], TERMINAL);
  const end = ended(script);
  life.started?.(() => {
    const file = join(life.folder, 'pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (pid > 0 && script.exitCode === null) process.kill(pid, 'SIGKILL');
    else script.kill('SIGKILL');
  });
  let screen = '';
  for await (const chunk of script.stdout! as AsyncIterable<Buffer>) {
    screen += chunk.toString();
    const [seen, question] = QUESTION.exec(screen) ?? [];
    if (seen === undefined && !OVER.test(screen)) continue;
    life.acknowledged?.();
    const key = seen === undefined ? 'q' : keyOf(nextStep(life, seen, Number(question)));
    screen = '';
    script.stdin!.write(key);
    await setTimeout(FINGER);
  }
  return end;
}

function keyOf(step: Answer | 'undo'): string {
  if (step === 'undo') return 'u';
  return step.label === null ? 's' : step.label === 'complaint' ? 'c' : 'o';
}

const BATCH = 3;

/** Answers in batches: a command writes questions as a table, another reads it with its answers. */
export async function inBatches(life: Life): Promise<Ended> {
  const sheet = join(life.folder, 'ask.csv');
  for (;;) {
    // Answers that a life before this one has left there come first.
    if (!isFilled(sheet)) {
      const asked = await ended(begin(life, ['--batch', `${BATCH}`, '--out', 'ask.csv']));
      if (asked.code !== 0 || asked.stderr.includes('no question is left')) return asked;
      life.acknowledged?.();
    }
    const filled = readFileSync(sheet, 'utf8').replaceAll(/^(b\w+,\d+,\w+,)\w*(,.*)$/gm, (_, head: string, text: string) => {
      const { row, label } = answerTo(text);
      const step = stepOf(row, label);
      if (life.sent?.includes(step) === false) life.sent.push(step);
      return `${head}${label ?? 'skip'}${text}`;
    });
    writeFileSync(sheet, filled);
    life.stepped?.();
    const taken = await ended(begin(life, ['--answers', 'ask.csv']));
    if (taken.code !== 0) return taken;
    life.acknowledged?.();
    rmSync(sheet);
  }
}

function isFilled(sheet: string): boolean {
  return existsSync(sheet) && /^b\w+,\d+,\w+,\w/m.test(readFileSync(sheet, 'utf8'));
}
