/** Laws of the terminal: single keys do what the screen says; raw mode is over when the session is, however it ends. */
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/cli/failure.ts';
import { openKeyboard } from '../../src/cli/label-keyboard.ts';
import { namedClasses } from '../../src/labelling/classes.ts';
import { converse } from '../../src/labelling/conversation.ts';
import { openSession } from '../../src/labelling/session.ts';
import { TerminalRespondent } from '../../src/labelling/terminal.ts';
import { linesIn, plan, specOf, textOf } from '../support/label-sessions.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { finished } from '../support/finished.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => folder.path(`${++files}.jsonl`);

/** A terminal that remembers whether it is raw. */
class FakeTerminal extends PassThrough {
  isRaw = false;
  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
}

interface Played {
  readonly screen: readonly string[];
  readonly error: unknown;
  readonly terminal: FakeTerminal;
}

/** A session with somebody who presses these keys one after the other, then waits. */
async function play(file: string, keys: readonly string[], { abort = false, text = 'a text', budget = 100 } = {}): Promise<Played> {
  const terminal = new FakeTerminal();
  const controller = new AbortController();
  const keyboard = openKeyboard(terminal, controller.signal);
  expect(terminal.isRaw).toBe(true);
  const screen: string[] = [];
  const session = finished(openSession(plan(file, specOf({ name: 'passive' }, { budget }))));
  const classes = namedClasses(['ham', 'eggs'], { negative: -1, positive: 1 });
  const respondent = new TerminalRespondent({
    classes,
    textOf: () => text,
    screen: { columns: 80, colors: createColors(false) },
    print: (line) => screen.push(line),
    key: keyboard.next,
  });
  let error: unknown;
  const conversation = converse(session, respondent, (work) => Promise.resolve(finished(work))).catch((caught: unknown) => { error = caught; });
  for (const key of keys) {
    terminal.write(key);
    await setImmediate();
    await setImmediate();
  }
  if (abort) controller.abort(new Interrupted());
  await conversation;
  keyboard.close();
  session.close();
  return { screen, error, terminal };
}

/** What the ledger holds in the end: the labels in order, null for a skip. */
const labelsIn = (file: string): (number | null | undefined)[] =>
  linesIn(textOf(file)).flatMap(({ entry, label }) => (entry === 'undo' ? ['undo' as never] : label === undefined ? [] : [label]));

test('numbers and first letters are answers, in either case', async () => {
  const file = newFile();
  const { terminal, error, screen } = await play(file, ['1', '2', 'h', 'E', 'q']);
  expect(labelsIn(file)).toEqual([-1, 1, -1, 1]);
  expect([error, terminal.isRaw]).toEqual([undefined, false]);
  expect(screen.filter((line) => line.startsWith('>'))).toEqual(['> ham', '> eggs', '> ham', '> eggs']);
});

test('skip and undo', async () => {
  const file = newFile();
  await play(file, ['1', 's', '2', 'u', 'u', '1', 'q']);
  expect(labelsIn(file)).toEqual([-1, null, 1, 'undo', 'undo', -1]);
});

test('undo before any answer says so and asks on', async () => {
  const { screen } = await play(newFile(), ['u', 'q']);
  expect(screen).toContain('There is no answer to take back.');
  expect(screen.filter((line) => line.includes('question 1, row'))).toHaveLength(2);
});

test('help, the whole text, and keys that mean nothing change nothing', async () => {
  const file = newFile();
  const text = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  const { screen } = await play(file, ['?', 'm', 'x', '\u001b[A', '\t', ' ', '\u0001', 'q'], { text });
  expect(labelsIn(file)).toEqual([]);
  expect(screen).toContain("1 or h: this is 'ham'");
  expect(screen).toContain('line 39');
  expect(screen).toContain("'x' means nothing here; [?] tells the keys.");
  expect(screen).toContain("'up' means nothing here; [?] tells the keys.");
  expect(screen.join('')).not.toMatch(/\p{Control}/u);
});

test('a text that is all there has no more', async () => {
  const { screen } = await play(newFile(), ['m', 'q']);
  expect(screen.join('\n')).not.toContain('[m]ore');
  expect(screen).toContain("'m' means nothing here; [?] tells the keys.");
});

test('the last answer can be taken back', async () => {
  const file = newFile();
  const { screen } = await play(file, ['1', '1', 'x', 'u', '2', 'q'], { budget: 2 });
  expect(labelsIn(file)).toEqual([-1, -1, 'undo', 1]);
  expect(screen.filter((line) => line.startsWith('The budget is spent'))).toHaveLength(3);
  expect(linesIn(textOf(file)).at(-1)).toMatchObject({ entry: 'end', labels: 2 });
});

test.each([
  ['Ctrl-C', ['1', '\u0003'], {}],
  ['a signal', ['1'], { abort: true }],
])('%s interrupts, keeps what was answered, and gives the terminal back', async (_, keys, options) => {
  const file = newFile();
  const { error, terminal } = await play(file, keys, options);
  expect(error).toBeInstanceOf(Interrupted);
  expect(terminal.isRaw).toBe(false);
  expect(labelsIn(file)).toEqual([-1]);
});

test('Ctrl-D and a terminal that goes away are to quit', async () => {
  expect((await play(newFile(), ['\u0004'])).error).toBeUndefined();
  const terminal = new FakeTerminal();
  const keyboard = openKeyboard(terminal, new AbortController().signal);
  terminal.end();
  expect(await keyboard.next()).toBe('q');
  keyboard.close();
});

test('a process that ends in between gives the terminal back', () => {
  const terminal = new FakeTerminal();
  const before = process.listeners('exit');
  openKeyboard(terminal, new AbortController().signal);
  const [restore] = process.listeners('exit').filter((listener) => !before.includes(listener));
  restore(0);
  expect(terminal.isRaw).toBe(false);
  expect(process.listeners('exit')).toEqual(before);
});
