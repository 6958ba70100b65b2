/** Sessions that ask for numbers: what is asked, and what is told of their mean; mistakes stand in test/cli/sessions/labels/numbers.txt. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import type { Mean } from '../../../src/ledger/audit/quantities.ts';
import { openPage } from '../../support/processes/label-page.ts';
import { temporaryFolder, iwalHere } from '../../support/processes/cli.ts';

const ROWS = 500;
const random = randomStream(1, 'essays');
const scores = Array.from({ length: ROWS }, () => Math.round(100 * (random.next() + random.next())) / 10 - 5);
const truth = scores.reduce((sum, y) => sum + y, 0) / ROWS;

/** A folder with essays from -5 to 15, and what a machine says of them. */
function furnished(): string {
  const folder = temporaryFolder();
  const line = (y: number, row: number): string => `e${row},essay ${row},${(0.9 * y + 2 * random.next()).toFixed(2)},no score`;
  writeFileSync(join(folder, 'essays.csv'), ['id,body,machine,word', ...scores.map(line)].join('\n'));
  return folder;
}

interface Line {
  readonly question?: number;
  readonly id: number;
  readonly error?: string;
  readonly done?: true;
  readonly mean?: Pick<Mean, 'value' | 'low' | 'high' | 'certified'> & { readonly text: string };
}

/** A program that knows the scores; `instead`: what it answers to a question in place of a score. */
function session(
  folder: string,
  line: string,
  instead: (asked: number, lines: readonly Line[]) => object | undefined = () => undefined,
) {
  const lines: Line[] = [];
  let asked = 0;
  const answer = (written: string): string => {
    const said = JSON.parse(written) as Line;
    lines.push(said);
    if (said.question === undefined) return '';
    return `${JSON.stringify({ question: said.question, ...(instead(asked++, lines) ?? { label: scores[said.id] }) })}\n`;
  };
  return iwalHere(folder, `label ${line} --protocol jsonl`, answer).then((run) => ({ ...run, lines, mean: lines.at(-1)?.mean }));
}

const BEGIN = 'essays.csv --text body --range -5,15 --budget 120 --project p';

async function audited(folder: string, line: string) {
  const { stdout, stderr } = await iwalHere(folder, `audit ${line} --json`);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { mean: Mean; quantities: Mean[]; replay: { verdict: string }; consistency: { verdict: string } };
}

describe.each(['', ' --guess machine'])('a session%s', (guess) => {
  it('tells the mean with its interval, in the units of the numbers, and its audit the same', async () => {
    const folder = furnished();
    const { code, mean, lines } = await session(folder, BEGIN + guess);
    expect([code, lines.filter(({ error }) => error).length]).toEqual([0, 0]);
    const { low, high, certified } = mean!;
    expect([certified![0] < low!, low! < truth, truth < high!, high! < certified![1]]).toEqual([true, true, true, true]);
    const whole = await audited(folder, 'p');
    expect(whole).toMatchObject({ replay: { verdict: 'ok' }, consistency: { verdict: 'ok' }, mean: { low, high, certified } });
    expect(whole.quantities).toEqual([whole.mean]);
    // Without the data too.
    expect((await audited(folder, 'p/ledger.jsonl')).mean).toEqual(whole.mean);
    for (const command of ['audit p', 'status p']) expect((await iwalHere(folder, command)).stdout).toContain(`${mean!.text}\n`);
    expect((await iwalHere(folder, 'export p --format csv')).stdout.split('\n').length).toBe(122);
  });

  it('has the same ledger where it is left and taken up again, the same mean where answers are taken back or corrected', async () => {
    const [whole, parts] = [furnished(), furnished()];
    writeFileSync(join(parts, 'essays.csv'), readFileSync(join(whole, 'essays.csv')));
    const at = (wanted: number, what: object) => (asked: number) => (asked === wanted ? what : undefined);
    await session(whole, BEGIN + guess);
    await session(parts, BEGIN + guess, at(40, { quit: true }));
    const { mean } = await session(parts, 'p');
    const ledger = (folder: string): string => readFileSync(join(folder, 'p', 'ledger.jsonl'), 'utf8');
    expect(ledger(parts)).toBe(ledger(whole));
    const again = furnished();
    writeFileSync(join(again, 'essays.csv'), readFileSync(join(whole, 'essays.csv')));
    const { mean: undone, lines } = await session(again, BEGIN + guess, (asked, { 10: eleventh }) => {
      if (asked === 10) return { label: 15 };
      if (asked === 20) return { correct: 11, label: 15.5 };
      return asked === 21 ? { correct: 11, label: scores[eleventh.id] } : at(30, { undo: true })(asked);
    });
    expect(lines.flatMap(({ error }) => error ?? [])).toEqual(['no answer: 15.5; expected a number from -5 to 15']);
    expect(undone).toEqual(mean);
    expect((await audited(again, 'p')).mean).toMatchObject({ value: mean!.value, certified: mean!.certified });
  });

  it('goes on in another pass, in which numbers that are known cost nothing', async () => {
    const folder = furnished();
    const first = await session(folder, BEGIN + guess);
    const { mean: over } = await session(folder, 'p --budget 100');
    const width = ({ low, high }: Pick<Mean, 'low' | 'high'>): number => high! - low!;
    // Nearly as narrow as the mean of 220 numbers of one pass would be.
    expect([width(over!) < 0.85 * width(first.mean!), over!.low! < truth, truth < over!.high!]).toEqual([true, true, true]);
    const { value, low, high } = over!;
    expect(await audited(folder, 'p')).toMatchObject({
      isOverPasses: true,
      mean: { value, low, high },
      replay: { verdict: 'ok' },
    });
    const { mean } = await session(folder, 'p --budget 500');
    expect([mean!.low, mean!.high]).toEqual([mean!.value, mean!.value]);
    expect(mean!.value).toBeCloseTo(truth, 9);
    expect(mean!.text).toContain('counted on 500 rows');
    expect(first.mean!.low).not.toBe(first.mean!.high);
    expect((await audited(folder, 'p')).replay.verdict).toBe('ok');
  });

  it('is asked in batches', async () => {
    const folder = furnished();
    const sheet = join(folder, 'ask.csv');
    const fill = (label: (row: number, n: number) => string): void => {
      let n = 0;
      const filled = (_: string, head: string, row: string): string => `${head}${label(Number(row) - 1, n++)},`;
      writeFileSync(sheet, readFileSync(sheet, 'utf8').replaceAll(/^(b\w{8},(\d+),e\d+,)[^,]*,/gm, filled));
    };
    const begun = await iwalHere(folder, `label ${BEGIN + guess} --batch 60 --out ask.csv`);
    expect(begun.stderr).toContain('fill the column label with a number from -5 to 15, skip where nobody can tell');
    fill((row, n) => (n === 3 ? '15.1' : String(scores[row])));
    const refused = await iwalHere(folder, 'label p --answers ask.csv');
    expect(refused.stderr).toContain("ask.csv:5: found the label '15.1'; expected a number from -5 to 15, skip where nobody");
    fill((row, n) => (n === 3 ? 'skip' : String(scores[row])));
    const taken = await iwalHere(folder, 'label p --answers ask.csv');
    expect(taken.stdout).toContain('59 answers learned, 1 skipped, the batch is complete');
    expect(taken.stdout.replaceAll('\n', ' ')).toContain('1 bought without an answer, from one end of the range to the other');
    fill((row, n) => (n === 5 ? '0.123' : String(scores[row])));
    expect((await iwalHere(folder, 'label p --answers ask.csv')).stdout).toMatch(/2 corrected \(row \d+, \d+\), 58 were known/);
    const { mean } = await session(folder, 'p');
    const { mean: told, replay } = await audited(folder, 'p');
    expect([told.value, told.unanswered, replay.verdict]).toEqual([mean!.value, 0, 'ok']);
  });
});

it('is asked on a page, which is told the range, nothing of the mean before the end, and refuses the rest', async () => {
  const folder = furnished();
  const { call, child, exit } = await openPage(folder, [...BEGIN.replace('120', '22').split(' '), '--guess', 'machine']);
  try {
    let shown = await call('/api/state?after=');
    expect([shown.classes, shown.range, shown.question!.towards]).toEqual([[], [-5, 15], undefined]);
    const answer = (label: unknown) => call('/api/answer', { body: { question: shown.open, label } });
    expect((await answer('')).error).toBe('no answer: ""; expected a number from -5 to 15');
    while (shown.state === 'asking') {
      expect(JSON.stringify([shown.standing, shown.question])).not.toMatch(/mean of|predicts|guess/i);
      shown = await answer(String(scores[shown.question!.row]));
    }
    expect(shown.standing[0]).toMatch(/^Mean of the numbers: estimated /);
    await call('/api/answer', { body: { question: shown.open, quit: true } });
    expect((await exit).code).toBe(0);
  } finally {
    child.kill();
  }
});

it('is shared by several people, each with rows of their own', async () => {
  const folder = furnished();
  const { call, child, exit } = await openPage(folder, [...BEGIN.replace('120', '24').split(' '), '--annotator', 'ana,ben']);
  try {
    for (let n = 0; n < 24; n++) {
      const person = n % 2;
      const { open, question } = await call('/api/state?after=', { person });
      await call('/api/answer', { person, body: { question: open, label: String(scores[question!.row]) } });
    }
    const { answers } = await call('/api/state?after=');
    expect((await call('/api/answer', { body: { question: 13, correct: 12, label: 15.5 } })).error).toContain(
      'expected a number',
    );
    await call('/api/answer', { body: { question: 13, correct: 12, label: answers.at(-1)!.name } });
    for (const person of [0, 1]) await call('/api/answer', { person, body: { question: 13, quit: true } });
    expect((await exit).stdout).toContain('mean of the numbers: estimated ');
  } finally {
    child.kill();
  }
  const { replay, mean } = await audited(folder, 'p');
  expect([replay.verdict, mean.labels]).toEqual(['ok', 24]);
});

it('takes guesses of which nothing follows: all alike, outside of the range, far off', async () => {
  const folder = furnished();
  const lines = readFileSync(join(folder, 'essays.csv'), 'utf8').split('\n');
  for (const guess of ['0', '7.5', '99', '-1e30']) {
    const cells = lines.map((line, row) => (row === 0 ? line : line.replace(/^(\w+,[^,]*),[^,]*/, `$1,${guess}`)));
    writeFileSync(join(folder, 'essays.csv'), cells.join('\n'));
    const { mean } = await session(folder, `${BEGIN.replace(' p', ` p${guess}`)} --guess machine`);
    expect([mean!.low! < truth, truth < mean!.high!, mean!.high! - mean!.low! < 2]).toEqual([true, true, true]);
  }
});
