/** Laws of the terminal: single keys do what the screen says; raw mode is over when the session is, however it ends. */
import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/cli/terminal/failure.ts';
import { openKeyboard } from '../../../src/cli/label/keyboard.ts';
import { namedClasses, numbersOf } from '../../../src/labelling/classes.ts';
import { converse } from '../../../src/labelling/conversation.ts';
import { openSession } from '../../../src/labelling/session.ts';
import type { NumberRange } from '../../../src/streams/judge.ts';
import type { Sight } from '../../../src/labelling/question.ts';
import { TerminalRespondent } from '../../../src/labelling/terminal/terminal.ts';
import { ignoredView } from '../../../src/labelling/terminal/view.ts';
import { FakeTerminal } from '../../support/processes/fake-terminal.ts';
import { linesIn, plan, pool, specOf, textOf } from '../../support/processes/label-sessions.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { finished } from '../../../src/numerics/work.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => folder.path(`${++files}.jsonl`);

interface Played {
  readonly screen: readonly string[];
  readonly error: unknown;
  readonly terminal: FakeTerminal;
}

/** Longer than any burst goes on. */
const LONG = 1000;

/**
 * A session with somebody who presses these keys one after the other, so many milliseconds apart (or as `pauses` says of the
 * first ones), and then goes away.
 */
async function play(
  file: string,
  keys: readonly string[],
  {
    abort = false,
    text = 'a text',
    budget = 100,
    apart = LONG,
    pauses = [] as readonly number[],
    range = undefined as NumberRange | undefined,
  } = {},
  sight: Sight = 'sees',
): Promise<Played> {
  const terminal = new FakeTerminal();
  const controller = new AbortController();
  const screen: string[] = [];
  const ignored = (count: number): void => {
    screen.push(...ignoredView(count, 80));
  };
  const keyboard = openKeyboard({ ...terminal.parts, ignored, signal: controller.signal });
  expect(terminal.isRaw).toBe(true);
  const classes = range ? numbersOf(range) : namedClasses(['ham', 'eggs'], { negative: -1, positive: 1 });
  const spec = specOf({ name: 'passive' }, { budget, ...(range && { range, loss: { name: 'squared' } }) });
  const session = finished(openSession(plan(file, spec, 'considered', pool, { classes })));
  const respondent = new TerminalRespondent({
    classes,
    sight,
    answers: () => session.answers(Infinity),
    textOf: () => text,
    screen: { columns: 80, colors: createColors(false) },
    draw: (line) => screen.push(line),
    print: (line) => screen.push(line),
    key: keyboard.next,
  });
  let error: unknown;
  const conversation = converse(session, respondent, (work) => Promise.resolve(finished(work))).catch((caught: unknown) => {
    error = caught;
  });
  for (const [n, key] of keys.entries()) await terminal.type(key, pauses.at(n) ?? apart);
  await terminal.pass(LONG);
  if (abort) controller.abort(new Interrupted());
  else terminal.end();
  await conversation;
  keyboard.close();
  session.close();
  return { screen, error, terminal };
}

/** What the ledger holds in the end: the labels in order, null for a skip. */
const labelsIn = (file: string): (number | null | undefined)[] =>
  linesIn(textOf(file)).flatMap(({ entry, label }) =>
    entry === 'undo' ? ['undo' as never] : label === undefined ? [] : [label],
  );

test('who is blind is not told what the model predicts', async () => {
  for (const sight of ['sees', 'blind'] as const) {
    const { screen } = await play(newFile(), ['1', '2', 'q'], {}, sight);
    expect(screen.some((line) => line.includes('predicted'))).toBe(sight === 'sees');
  }
});

test('numbers and first letters are answers, in either case', async () => {
  const file = newFile();
  const { terminal, error, screen } = await play(file, ['1', '2', 'h', 'E', 'q']);
  expect(labelsIn(file)).toEqual([-1, 1, -1, 1]);
  expect([error, terminal.isRaw]).toEqual([undefined, false]);
  expect(screen.filter((line) => line.startsWith('>'))).toEqual(['> ham', '> eggs', '> ham', '> eggs']);
});

test('a number is typed and ended by Enter; one outside of its range is asked again', async () => {
  const file = newFile();
  const keys = [
    '7',
    '.',
    '5',
    '\r',
    '1',
    '2',
    '\r',
    '\r',
    '9',
    '9',
    '\u007f',
    '\r',
    's',
    '-',
    '3',
    '\r',
    'u',
    '0',
    '\r',
    '?',
    'x',
    'q',
  ];
  const { screen, error } = await play(file, keys, { range: [-3, 10] });
  expect([labelsIn(file), error]).toEqual([[7.5, 9, null, -3, 'undo', 0], undefined]);
  expect(screen.filter((line) => /^[>:] /.test(line)).slice(0, 5)).toEqual([': 7', ': 7.', ': 7.5', '> 7.5', ': 1']);
  expect(screen).toContain("'12' is no answer: a number from -3 to 10 is one.");
  expect(screen).toContain("'' is no answer: a number from -3 to 10 is one.");
  expect(screen).toContain('a number from -3 to 10, then [Enter]  [s]kip  [u]ndo  [q]uit  [?] help');
  expect(screen.join('\n')).not.toContain('predicted');
});

test('an earlier answer is changed by the number of its question; no such number, and [<] again, leave all as they are', async () => {
  const file = newFile();
  const { screen } = await play(file, '1s2<2\r1<9\r<\r<3\r<<3\rxsu2q'.split(''));
  expect(labelsIn(file)).toEqual([-1, null, 1, -1, null, 1]);
  expect(screen).toContain('There is no such answer: all stay as they are.');
  expect(screen).toContain('skipped; a new answer takes its place, [<] leaves it as it is');
  expect(screen).toContain('answered eggs; a new answer takes its place, [<] leaves it as it is');
  expect(screen).toContain("'x' means nothing here; [?] tells the keys.");
  const ended = newFile();
  await play(ended, '12<1\r2<q'.split(''), { budget: 2 });
  expect(labelsIn(ended)).toEqual([-1, 1, 1]);
  const numbers = newFile();
  await play(numbers, '7\r<1\r8.5\rq'.split(''), { range: [-3, 10] });
  expect(labelsIn(numbers)).toEqual([7, 8.5]);
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
  const keyboard = openKeyboard({ ...terminal.parts, ignored: () => undefined, signal: new AbortController().signal });
  terminal.end();
  expect(await keyboard.next()).toBe('q');
  keyboard.close();
});

test('a process that ends in between gives the terminal back', () => {
  const terminal = new FakeTerminal();
  const before = process.listeners('exit');
  openKeyboard({ ...terminal.parts, ignored: () => undefined, signal: new AbortController().signal });
  expect([terminal.isRaw, terminal.marksPastes]).toEqual([true, true]);
  const [restore] = process.listeners('exit').filter((listener) => !before.includes(listener));
  restore(0);
  expect([terminal.isRaw, terminal.marksPastes]).toEqual([false, false]);
  expect(process.listeners('exit')).toEqual(before);
});

const PASTE = ['\u001b[200~', '\u001b[201~'] as const;
const reported = (keys: number): string => `Ignored: ${keys} keys at once, as from a paste or a key held down. A question is`;

describe('what nobody types answers nothing, and is told', () => {
  test('a paste that the terminal marks, in one piece and in many, and the key after it counts', async () => {
    for (const pieces of [
      [`${PASTE[0]}1h2e\r1${PASTE[1]}`],
      [PASTE[0], '1', 'h2', 'e\r', '1', PASTE[1]],
      ['\u001b[20', '0~1h2e\r', `1${PASTE[1].slice(0, 3)}`, PASTE[1].slice(3)],
    ]) {
      const file = newFile();
      const { screen } = await play(file, [...pieces, '2'], { apart: 60 });
      expect(labelsIn(file)).toEqual([1]);
      expect(screen).toContain(reported(6));
    }
  });

  test('a paste that comes without marks, all at once', async () => {
    const file = newFile();
    const { screen } = await play(file, ['1h2e is what the first line said\r\n', '1', 'q']);
    expect(labelsIn(file)).toEqual([-1]);
    expect(screen).toContain(reported(34));
  });

  test('a paste over a slow line that stutters', async () => {
    const file = newFile();
    await play(file, ['1', 'h', '2', 'e', '1', 'h2', 'e', 'e', 'e'], { apart: 20 });
    expect(labelsIn(file)).toEqual([]);
    const stuttering = newFile();
    await play(stuttering, ['1h', '2', 'e', '1'], { apart: 400 });
    expect(labelsIn(stuttering)).toEqual([]);
  });

  test('a key that is held down answers once', async () => {
    for (const apart of [30, 33, 40, 42]) {
      const file = newFile();
      await play(file, ['1', ...Array.from({ length: 20 }, () => '1')], { apart, pauses: [400] });
      expect(labelsIn(file)).toEqual([-1]);
    }
  });

  test('an empty paste says nothing', async () => {
    const { screen } = await play(newFile(), [PASTE.join(''), 'q']);
    expect(screen.join('\n')).not.toContain('Ignored');
  });

  test('a paste whose end is lost is over after a pause', async () => {
    const file = newFile();
    await play(file, [`${PASTE[0]}12`, '2']);
    expect(labelsIn(file)).toEqual([1]);
  });

  test('Ctrl-C interrupts in the middle of a paste', async () => {
    const file = newFile();
    const { error, terminal } = await play(file, [`${PASTE[0]}12\u0003`]);
    expect(error).toBeInstanceOf(Interrupted);
    expect([terminal.isRaw, terminal.marksPastes, labelsIn(file)]).toEqual([false, false, []]);
  });
});

test('the fastest fingers are heard', async () => {
  const file = newFile();
  await play(file, ['1', '2', 'h', 'e', 'q'], { apart: 60 });
  expect(labelsIn(file)).toEqual([-1, 1, -1, 1]);
});

test('Ctrl-L shows the question again', async () => {
  const { screen } = await play(newFile(), ['\u000c', 'q']);
  expect(screen.filter((line) => line.includes('question 1, row'))).toHaveLength(2);
});

test('Ctrl-Z stops the process with the terminal as it was, and afterwards the question is shown again', async () => {
  const file = newFile();
  const { screen, terminal } = await play(file, ['\u001a', '1', 'q']);
  expect(terminal.stops).toEqual([{ isRaw: false, marksPastes: false }]);
  expect(screen.filter((line) => line.includes('question 1, row'))).toHaveLength(2);
  expect(labelsIn(file)).toEqual([-1]);
  expect([terminal.isRaw, terminal.marksPastes]).toEqual([false, false]);
});

test.each(['SIGTSTP', 'SIGCONT'] as const)(
  '%s: the modes are set anew, and nothing listens when the session is over',
  async (name) => {
    const terminal = new FakeTerminal();
    const before = process.listeners(name);
    const keyboard = openKeyboard({ ...terminal.parts, ignored: () => undefined, signal: new AbortController().signal });
    const [hear] = process.listeners(name).filter((listener) => !before.includes(listener));
    terminal.isRaw = false;
    hear(name);
    expect([terminal.isRaw, terminal.marksPastes]).toEqual([true, true]);
    expect(terminal.stops).toHaveLength(name === 'SIGTSTP' ? 1 : 0);
    expect(await keyboard.next()).toBe('ctrl-l');
    keyboard.close();
    expect(process.listeners(name)).toEqual(before);
  },
);
