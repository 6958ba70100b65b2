/** A top-up: more labels later, in a further pass over the pool, of which every other command knows. */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { answered, shell, eachFolder } from '../../support/processes/cli.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));
const PYTHON = fileURLToPath(new URL('../../../examples/python/ledger.py', import.meta.url));
const READ = ['--data', 'letters.csv', '--text', 'body'];
const LEDGER = 'reviews/ledger.jsonl';
const {
  text: textOf,
  path,
  write,
  iwalHere,
} = eachFolder(() => {
  cpSync(letters, path('letters.csv'));
});

/** Answers so many questions by their numbers, and quits. */
async function label(args: string, count: number): Promise<{ code: number; stderr: string; last: Record<string, unknown> }> {
  const answers = answered(count, (n) => (n % 3 === 0 ? 'other' : 'complaint'));
  const { code, stdout, stderr } = await iwalHere(`label ${args} --protocol jsonl`, answers);
  return { code, stderr, last: code === 0 ? (JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>) : {} };
}

const begin = (): ReturnType<typeof label> =>
  label('letters.csv --text body --classes complaint,other --budget 30 --project reviews', 30);
const topUp = (options = '--budget 20'): ReturnType<typeof label> => label(`--project reviews ${options}`, 20);

describe('another budget', () => {
  test('buys that many labels more, says what a second pass is, and goes on where it stopped', async () => {
    await begin();
    const first = textOf(LEDGER);
    const { code, stderr, last } = await topUp();
    expect([code, last]).toEqual([0, expect.objectContaining({ done: true, pass: 2, known: 30, labels: 20 })]);
    expect(stderr).toContain('second pass over the pool: the 30 labels bought before cost nothing and are not asked for again');
    const text = textOf(LEDGER);
    expect(text.startsWith(first)).toBe(true);
    // The same command once more asks nothing and writes nothing.
    expect((await topUp()).last).toMatchObject({ pass: 2, labels: 20 });
    expect(textOf(LEDGER)).toBe(text);
    // As many labels again have to be asked for as a pass.
    expect((await topUp('--pass 3 --budget 20')).last).toMatchObject({ pass: 3, known: 50, labels: 20 });
  });

  test('is audited in all its passes, exported, replayed, and read by Python', async () => {
    await begin();
    await topUp();
    const { stdout } = await iwalHere(['audit', LEDGER, ...READ, '--certify', 'positives', '--json']);
    const audited = JSON.parse(stdout) as Record<string, { verdict?: string; learned?: number }> & Record<string, number>;
    expect(audited).toMatchObject({ labels: 20, purchases: 20, replay: { verdict: 'ok' }, consistency: { verdict: 'ok' } });
    expect(audited.known).toBeGreaterThan(15);
    const page = await iwalHere(`audit ${LEDGER}`);
    expect(page.stdout).toContain('over all passes, other numbers here are about this pass; the one before is checked as well');
    const exported = await iwalHere(['export', LEDGER, ...READ, '--format', 'vw']);
    expect(exported.stdout.trimEnd().split('\n')).toHaveLength(20 + audited.known);
    const replayed = await iwalHere(['replay', LEDGER, ...READ, '--query', 'random', '--budget', '10', '--json']);
    expect([replayed.code, replayed.stderr]).toEqual([0, '']);
    const other = await iwalHere(['replay', LEDGER, ...READ, '--loss', 'hinge']);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('only rules can be replayed on it')]);
    const python = await shell(path(), `python3 ${PYTHON} ${LEDGER}`);
    if (python.code === 127) return;
    expect(JSON.parse(python.stdout)).toMatchObject({ labels: 20, importanceSum: audited.importance.learned });
  });

  test('an answer of the first pass that was changed is found', async () => {
    await begin();
    await topUp();
    const text = textOf(LEDGER);
    const [header, ...lines] = text.split('\n');
    const at = lines.findIndex((line) => line.includes('"label":1,'));
    lines.splice(at, 1);
    write(LEDGER, [header, ...lines].join('\n'));
    const { code, stderr } = await iwalHere(`audit ${LEDGER}`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ledger\.jsonl:\d+: found position/)]);
  });
});

describe('a pass whose time has not come', () => {
  test.each([
    [
      '--budget 20',
      'pass 1, of budget 30, is not over: the same command without --budget goes on with it; then --budget tops up',
    ],
    ['--pass 2 --budget 30', 'pass 1, of budget 30, is not over: the same command without --budget and --pass goes on with it'],
    ['--pass 3', "--pass must be 1, which goes on, or 2, which tops up; found '3'"],
    ['--pass 1 --budget 20', '--budget: pass 1 has the budget 30; --pass 2 begins another'],
  ])('%s', async (options, message) => {
    await label('letters.csv --text body --classes complaint,other --budget 30 --project reviews', 3);
    const { code, stderr } = await topUp(options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('no budget, another learner', async () => {
    await begin();
    expect((await topUp('--pass 2')).stderr).toContain('--pass 2 needs --budget');
    expect((await topUp('--budget 20 --seed 5')).stderr).toContain('goes on with the seed of the one before, 1');
    expect((await topUp('--budget 20 --loss hinge')).stderr).toContain('goes on with the loss of the one before');
  });
});
