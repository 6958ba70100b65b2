/** `iwal next`, killed anywhere; what it says of rounds by scores of a model of the user's own stands in test/cli/sessions/labels/next.txt. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { eachFolder } from '../../support/processes/cli.ts';

const { done, text, bytes, write } = eachFolder();

const random = randomStream(1, 'rows');
const x = Array.from({ length: 60 }, () => random.normal());

/** Scores of a model whose threshold is `from`. */
const scores = (from: number): string =>
  `id,text,yes\n${x.map((each, i) => `r${i},"text, ${i}",${1 / (1 + Math.exp(-3 * (each - from)))}\n`).join('')}`;

const next = (more = ''): Promise<string> => done(`next scores.csv --ledger l.jsonl --labels labels.csv --keep text${more}`);

it('goes on after a kill at any byte, in the same bytes', async () => {
  write('scores.csv', scores(0));
  expect(await next(' --budget 8 --classes no,yes')).toMatch(/^round 1: 8 questions/);
  const filled = text('labels.csv').replaceAll(
    /^(b\w+,r(\d+),.*,)(?=,)/gm,
    (_, head: string, id: string) => head + (x[Number(id)] > 0.3 ? 'yes' : 'no'),
  );
  write('labels.csv', filled);
  write('scores.csv', scores(0.2));
  const files = ['l.jsonl', 'l.jsonl.scores.csv', 'labels.csv'];
  const [ledger, copy, sheet] = files.map((name) => bytes(name));
  await next();
  const [after, copied, asked] = files.map((name) => bytes(name));
  const begins = after.indexOf('{"entry":"pass"');
  for (let cut = ledger.length; cut < after.length; cut += 1499) {
    write('l.jsonl', after.subarray(0, cut));
    write('l.jsonl.scores.csv', cut < begins ? copy : copied);
    write('labels.csv', sheet);
    await next();
    expect([bytes('l.jsonl').equals(after), bytes('labels.csv').equals(asked)]).toEqual([true, true]);
  }
  // The copy was written, and the round had not begun.
  write('l.jsonl', after.subarray(0, begins));
  write('labels.csv', sheet);
  await next();
  expect(bytes('l.jsonl').equals(after)).toBe(true);
});
