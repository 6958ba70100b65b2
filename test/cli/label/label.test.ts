/**
 * Laws of `iwal label` as a process: it can be killed at any moment and goes on as if nothing had been, and one process holds a
 * ledger. What it says to a program line by line stands in test/cli/sessions/labels/pipe.txt.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { answered, ended, shell, start, toyFile, type Ended, eachFolder, linesOf } from '../../support/processes/cli.ts';

interface Line {
  readonly question: number;
  readonly id: number;
  readonly position: number;
  readonly labelsLeft: number | null;
  readonly error?: string;
  readonly done?: boolean;
}

const { path, text, bytes, write, iwalHere } = eachFolder(async () => {
  await toyFile(path(), 'pool.svm', { rows: 60 });
});

const COMMAND = ['label', 'pool.svm', '--protocol', 'jsonl', '--query', 'random', '--rate', '0.4', '--seed', '3'];

/** Somebody who knows some rows and cannot tell others. */
const answerTo = ({ question, id }: Line): string =>
  JSON.stringify({ question, ...(id % 7 === 0 ? { skip: true } : { label: id % 3 === 0 ? -1 : 'positive' }) });

/** One process: its lines, one at a time. */
function conversation(args: readonly string[]): {
  child: ChildProcess;
  say: (line: string) => void;
  hear: () => Promise<Line | undefined>;
} {
  const child = start(path(), args);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  // A process that is killed breaks the pipe, which is the point.
  child.stdin!.on('error', () => undefined);
  return {
    child,
    say: (line) => child.stdin!.write(`${line}\n`),
    hear: async () => {
      const { value } = (await lines.next()) as IteratorResult<string, undefined>;
      return value === undefined ? undefined : (JSON.parse(value) as Line);
    },
  };
}

/**
 * Answers up to so many questions and then has the process killed, the last answer just sent; tells what was asked, and the end. Where
 * none is to be killed none is started.
 */
async function answer(args: readonly string[], atMost = Infinity): Promise<{ asked: Line[]; done: Line | undefined }> {
  if (atMost === Infinity) {
    const { code, stdout, stderr } = await iwalHere(args, (line) => `${answerTo(JSON.parse(line) as Line)}\n`);
    expect([code, stderr]).toEqual([0, '']);
    const asked = linesOf(stdout).map((line) => JSON.parse(line) as Line);
    return { done: asked.pop(), asked };
  }
  const { child, say, hear } = conversation(args);
  const exit = ended(child);
  const asked: Line[] = [];
  while (asked.length < atMost) {
    const line = await hear();
    if (line === undefined) throw new Error((await exit).stderr);
    if (line.done === true) {
      expect(await exit).toMatchObject({ code: 0, stderr: '' });
      return { asked, done: line };
    }
    asked.push(line);
    say(answerTo(line));
  }
  child.kill('SIGKILL');
  await exit;
  return { asked, done: undefined };
}

describe('killed', () => {
  test(
    'kill -9 after any answer: none that was followed by a question is lost or asked about again; the same ledger in the ' +
      'end',
    async () => {
      const straight = await answer([...COMMAND, '--ledger', 'straight.jsonl']);
      expect(straight.asked.length).toBeGreaterThan(12);

      const asked: Line[] = [];
      let done: Line | undefined;
      for (let life = 1; done === undefined; life++) {
        const next = await answer([...COMMAND, '--ledger', 'killed.jsonl'], life);
        // The last answer of a life may or may not have been in time.
        const { question } = next.asked.at(0) ?? { question: asked.length + 1 };
        if (question === asked.length) asked.pop();
        expect(question).toBe(asked.length + 1);
        asked.push(...next.asked);
        done = next.done;
        expect(existsSync(path('killed.jsonl'))).toBe(true);
      }
      expect(asked).toEqual(straight.asked);
      expect(done).toEqual(straight.done);
      expect(text('killed.jsonl')).toBe(text('straight.jsonl'));
      expect(existsSync(path('killed.jsonl.lock'))).toBe(false);
    },
  );

  test('SIGTERM and Ctrl-C: exit code 130, everything kept, nothing locked, and the model of whoever quits there', async () => {
    const answered = async (name: string, leave: (child: ChildProcess) => void): Promise<[Line | undefined, Ended]> => {
      const { child, say, hear } = conversation([...COMMAND, '--ledger', `${name}.jsonl`, '--model', `${name}.iwalmodel`]);
      const exit = ended(child);
      say(answerTo((await hear())!));
      const second = await hear();
      leave(child);
      return [second, await exit];
    };
    await answered('quit', (child) => child.stdin!.end());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const [second, end] = await answered(signal, (child) => child.kill(signal));
      expect(end).toMatchObject({ code: 130, stderr: 'iwal: interrupted\n' });
      expect(bytes(`${signal}.iwalmodel`)).toEqual(bytes('quit.iwalmodel'));
      expect((await iwalHere(['model', 'show', `${signal}.iwalmodel`])).stdout).toMatch(
        /^model of iwal label, 1 examples? learned\n/,
      );
      expect(existsSync(path(`${signal}.jsonl.lock`))).toBe(false);
      expect((await answer([...COMMAND, '--ledger', `${signal}.jsonl`])).asked[0]).toEqual(second);
    }
  });
});

test('an answer that is longer than any is left out with one error line, and nothing else is lost', async () => {
  const straight = await answer([...COMMAND, '--ledger', 'straight.jsonl']);
  const { child, say, hear } = conversation([...COMMAND, '--ledger', 'long.jsonl']);
  const exit = ended(child);
  const asked: Line[] = [];
  for (let line = (await hear())!; line.done !== true; line = (await hear())!) {
    asked.push(line);
    if (asked.length === 3) {
      say(`{"question":3,"label":"${'x'.repeat(3e6)}"}`);
      expect((await hear())!.error).toBe(
        'no answer: a line of more than 1,048,576 bytes; expected one answer a line, each ended by a line feed',
      );
      expect(await hear()).toEqual(line);
    }
    say(answerTo(line));
  }
  expect(await exit).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toEqual(straight.asked);
  expect(text('long.jsonl')).toBe(text('straight.jsonl'));
});

describe('the error by the labels bought', () => {
  test('the last line, killed sessions between, and the audit say one number; a budget that ends stops its clock', async () => {
    await toyFile(path(), 'pool.svm', { rows: 120 });
    const command = [...COMMAND, '--ledger', 'e.jsonl', '--budget', '24'];
    const audited = async (): Promise<unknown> => {
      const { code, stdout } = await iwalHere('audit e.jsonl --json');
      expect(code).toBe(0);
      const { value, low, high } = (JSON.parse(stdout) as { error: Record<'value' | 'low' | 'high', number | null> }).error;
      return { errorEstimate: value, errorLow: low, errorHigh: high };
    };
    await answer(command, 5);
    const { done } = await answer(command);
    expect(done).toMatchObject(await (audited() as Promise<object>));
    expect(done).toMatchObject({
      labels: 24,
      examples: 120,
      errorText: expect.stringMatching(/on the first \d+ rows, as far as the budget went$/) as string,
    });
    const { stdout } = await iwalHere('audit e.jsonl');
    expect(stdout).toContain(
      `\nerror of the predictions: ${(done as unknown as { errorText: string }).errorText}; the true error is not known\n`,
    );
  });
});

test('a reader that has seen enough, and lets go', async () => {
  const { code, stderr } = await shell(
    path(),
    `yes '{"question":1,"label":1}' | $iwal ${COMMAND.join(' ')} --ledger a.jsonl | head -1 > /dev/null; true`,
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(existsSync(path('a.jsonl.lock'))).toBe(false);
});

describe('one ledger', () => {
  test('a second process is refused while the first asks', async () => {
    const { child, hear } = conversation([...COMMAND, '--ledger', 'a.jsonl']);
    const exit = ended(child);
    await hear();
    const { code, stderr, stdout } = await iwalHere([...COMMAND, '--ledger', 'a.jsonl']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(
        `^iwal: a\\.jsonl: found a ledger that is held by process ${child.pid} on .* since \\d{4}-.*; expected one ` +
          'process at a time; .*\n$',
      ),
    );
    child.stdin!.end();
    expect((await exit).code).toBe(0);
  });

  test('a disk that takes no more: told at once, and what was written before is continued', async () => {
    write(
      'answers',
      answered(60, () => 1),
    );
    const { code, stderr } = await shell(path(), `ulimit -f 8; $iwal ${COMMAND.join(' ')} --ledger a.jsonl < answers`);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^iwal: a\.jsonl: found that it cannot be written \(file too large\); expected a file in a writable folder on a disk with room; what was written before is valid\n$/,
    );
    const kept = text('a.jsonl').match(/"label":1/g)!.length;
    expect(kept).toBeGreaterThan(0);
    const { asked } = await answer([...COMMAND, '--ledger', 'a.jsonl'], 1);
    expect(asked[0].question).toBe(kept + 1);
  });
});
