/** `iwal next`, killed anywhere; what it says of rounds by scores of a model of the user's own stands in test/cli/sessions/labels/next.txt. */
import { expect, it } from 'vitest';
import { latestError } from '../../../src/cli/next/round-error.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { eachFolder } from '../../support/processes/cli.ts';
import { finished } from '../../../src/numerics/work.ts';

const { done, text, bytes, write, iwalHere, path } = eachFolder();

const random = randomStream(1, 'rows');
const x = Array.from({ length: 60 }, () => random.normal());

/** Scores of a model whose threshold is `from`. */
const scores = (from: number, of = x): string =>
  `id,text,yes\n${of.map((each, i) => `r${i},"text, ${i}",${1 / (1 + Math.exp(-3 * (each - from)))}\n`).join('')}`;

const next = (more = ''): Promise<string> => done(`next scores.csv --ledger l.jsonl --labels labels.csv${more}`);

it('goes on after a kill at any byte, in the same bytes', async () => {
  write('scores.csv', scores(0));
  expect(await next(' --budget 8 --classes no,yes --keep text')).toMatch(/^round 1: 8 questions/);
  const filled = text('labels.csv').replaceAll(
    /^(b\w+,r(\d+),.*,)(?=,)/gm,
    (_, head: string, id: string) => head + (x[Number(id)] > 0.3 ? 'yes' : 'no'),
  );
  write('labels.csv', filled);
  write('scores.csv', scores(0.2));
  const files = ['l.jsonl', 'l.jsonl.scores.csv', 'labels.csv'];
  const [ledger, copy, sheet] = files.map((name) => bytes(name));
  // Columns that were kept are remembered.
  await next();
  expect(text('labels.csv')).toMatch(/^batch,id,p,importance,says,label,text\n/);
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

it('says how often the scores of the latest rounds were wrong: mistakes over p, on rows that had no label then', async () => {
  const many = Array.from({ length: 100 }, () => random.normal());
  let [weighed, rows, said, old] = [0, 0, '', 0];
  for (const from of [NaN, 0, 0.2, 0.1]) {
    write('scores.csv', Number.isNaN(from) ? scores(0, many).replaceAll(/[\d.]+$/gm, '0.5') : scores(from, many));
    said = (
      await iwalHere(
        'next scores.csv --ledger l.jsonl --labels labels.csv --keep text --budget 30 --explore 0.9 --classes no,yes',
      )
    ).stdout;
    if (from === 0.1) break;
    const answered = text('labels.csv').replaceAll(/^(b\w+,r(\d+),.*,)(?=,)/gm, (_, head: string, id: string) => {
      const label = Number(id) % 3 === 0 ? 'yes' : 'no';
      const [, , p, , says] = head.split(',');
      // Nothing can be said of scores that are all the same.
      if (from >= 0 && says !== label) weighed += 1 / Number(p);
      return head + label;
    });
    write('labels.csv', answered);
    if (from >= 0) rows += many.length - old;
    old = answered.split('\n').length - 2;
  }
  expect(weighed).toBeGreaterThan(0);
  expect(said).toContain('\nerror of the scores of rounds 2 to 3, on rows that had no label then: ');
  write('before.jsonl', text('l.jsonl').split('{"entry":"pass","pass":3')[0]);
  const { estimate, rounds } = latestError(finished(readLedger(path('before.jsonl')))!)!;
  expect([rounds, estimate.value ?? estimate.middle]).toEqual(['rounds 2 to 3', expect.closeTo(weighed / rows, 12)]);
});
