/** `iwal next`: rounds of questions by scores of a model of the user's own, killed anywhere, answered in part, refused with what to do. */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { eachFolder, linesOf } from '../../support/processes/cli.ts';

const ROWS = 60;
const NEXT = 'next scores.csv --ledger l.jsonl --labels labels.csv --keep text';
const { iwalHere, path, text, bytes, write } = eachFolder();

const random = randomStream(1, 'rows');
const x = Array.from({ length: ROWS }, () => random.normal());
const classOf = (id: string): string => (x[Number(id.slice(1))] > 0.3 ? 'yes' : 'no');

/** Scores of a model whose threshold is `from`; the rows in an order of its own. */
function scores(from: number, turn = 0): string {
  const rows = x.map((each, i) => `r${i},"text, ${i}",${1 / (1 + Math.exp(-3 * (each - from)))}`);
  return `id,text,yes\n${[...rows.slice(turn), ...rows.slice(0, turn)].join('\n')}\n`;
}

/** The table of questions, its empty labels filled: all, or the first ones. */
function filled(most = Infinity, label = classOf): string {
  let n = 0;
  const fill = (line: string): string =>
    line.replace(/^(b\w+,(r\d+),[^,]+,[^,]+,\w+,)(?=,)/, (begin: string, _, id: string) =>
      n++ < most ? begin + label(id) : begin,
    );
  return linesOf(text('labels.csv')).map(fill).join('\n');
}

async function next(more = ''): Promise<string> {
  const { stdout, stderr, code } = await iwalHere(`${NEXT}${more && ` ${more}`}`);
  expect([stderr.replace(/^all rows have the same scores.*\n/, ''), code]).toEqual(['', 0]);
  return stdout;
}

async function firstRound(): Promise<void> {
  write('scores.csv', scores(0));
  expect(await next('--budget 8 --classes no,yes')).toMatch(/^round 1: 8 questions without an answer in labels.csv: fill/);
}

describe('rounds', () => {
  it('ask the same until answers come, take some or all of them in, and go on by new scores in any order', async () => {
    await firstRound();
    const [head, ...asked] = linesOf(text('labels.csv'));
    expect([head, asked.length]).toEqual(['batch,id,p,importance,says,label,text', 8]);
    const [, id, p, importance, says, label] = asked[0].split(',');
    expect([Number(importance), says, label]).toEqual([1 / Number(p), x[Number(id.slice(1))] >= 0 ? 'yes' : 'no', '']);
    expect(asked[0]).toMatch(new RegExp(`,"text, ${id.slice(1)}"$`));
    const before = bytes('l.jsonl');
    expect(await next()).toMatch(/^round 1: 8 questions/);
    expect(bytes('l.jsonl')).toEqual(before);

    write('labels.csv', filled(3));
    expect(await next()).toMatch(/^3 answers taken in\nround 1: 5 questions/);
    write(
      'labels.csv',
      filled(1, () => 'skip'),
    );
    write('scores.csv', scores(0.2, 17));
    expect(await next()).toMatch(/^1 answer taken in\nround 1: 4 questions/);
    write('labels.csv', filled());
    expect(await next('--budget 9')).toMatch(/^4 answers taken in\nround 2: 9 questions/);
    expect(linesOf(text('labels.csv'))).toHaveLength(18);
    write('labels.csv', filled());
    expect(await next()).toMatch(/^9 answers taken in\nscores.csv has the scores of the last round: train/);
    expect(await next('--same-scores')).toMatch(/^round 3: 9 questions/);

    const { stdout } = await iwalHere('audit l.jsonl --certify error,positives');
    expect(stdout).toMatch(/computed anew: ok .*taken as recorded: the scores, the answers/);
    expect(stdout).toMatch(/of 60 rows considered/);
    expect(stdout).toContain('rounds: 3, each by its own scores');
    expect(stdout).toContain('16 labels learned, 1 without an answer, 9 not answered yet');
    // The copy beside the ledger is what the round under way is computed from.
    write('l.jsonl.scores.csv', text('l.jsonl.scores.csv').replace(/^(r7,).*$/m, '$10.123'));
    expect((await iwalHere('audit l.jsonl')).stderr).toMatch(/^iwal: l\.jsonl:\d+: found/);
  });

  it('go on after a kill at any byte, in the same bytes', async () => {
    await firstRound();
    write('labels.csv', filled());
    write('scores.csv', scores(0.2));
    const [ledger, copy, sheet] = ['l.jsonl', 'l.jsonl.scores.csv', 'labels.csv'].map((name) => bytes(name));
    await next();
    const [after, copied, asked] = ['l.jsonl', 'l.jsonl.scores.csv', 'labels.csv'].map((name) => bytes(name));
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

  it('draw at random by equal scores; ask the rest of a pool, and then nothing', async () => {
    write('scores.csv', `yes\n${'0.5\n'.repeat(6)}`);
    const line = 'next scores.csv --ledger m.jsonl --labels labels.csv --same-scores';
    const { stderr } = await iwalHere(`${line} --budget 4 --classes no,yes`);
    expect(stderr).toBe('all rows have the same scores: the questions of this round are drawn at random\n');
    const fill = (): string => text('labels.csv').replaceAll(/(says.*\n|,(?:no|yes),)(?=\n)/g, '$1no');
    expect(
      new Set(
        linesOf(text('labels.csv'))
          .slice(1)
          .map((each) => each.split(',')[2]),
      ).size,
    ).toBe(1);
    write('labels.csv', fill());
    expect((await iwalHere(line)).stdout).toMatch(/round 2: 2 questions/);
    write('labels.csv', fill());
    await iwalHere(line);
    expect((await iwalHere('audit m.jsonl')).stdout).toMatch(/^0.00% of the rows are 'yes'|no estimate/m);
    expect(linesOf(text('labels.csv'))).toHaveLength(7);
  });

  it('of three classes as JSON lines, then of tabs', async () => {
    const p = x.map((each) => [Math.exp(-each), 1, Math.exp(each)].map((w, _, all) => w / all.reduce((sum, v) => sum + v, 0)));
    const json = p.map(([low, middle, high], i) => JSON.stringify({ low, middle, high, id: `r${i}` }));
    write('s.jsonl', json.join('\n'));
    expect((await iwalHere('next s.jsonl --ledger l.jsonl --budget 9')).stdout).toMatch(
      /fill the column label with low or middle or high/,
    );
    for (const [, id, said] of text('l-labels.csv').matchAll(/,r(\d+),.*,(\w+),$/gm)) {
      const at = p[Number(id)];
      expect(said).toBe(['low', 'middle', 'high'][at.indexOf(Math.max(...at))]);
    }
    write('l-labels.csv', text('l-labels.csv').replaceAll(/,(low|middle|high),$/gm, ',$1,$1'));
    const tabs = p.map(([low, middle, high], i) => `${high}\tr${i}\t${low ** 2 + low * (1 - low)}\t${middle}`);
    write('s.tsv', ['high\tid\tlow\tmiddle', ...tabs.reverse()].join('\n'));
    expect((await iwalHere('next s.tsv --ledger l.jsonl --same-scores')).stdout).toMatch(
      /9 answers taken in\nround 2: 9 questions/,
    );
    expect((await iwalHere('audit l.jsonl')).stdout).toMatch(/computed anew: ok/);
  });
});

describe('what is refused, with what to do', () => {
  it.each<[string, RegExp, string, RegExp]>([
    [
      'no probability',
      /(?<=^r3,.*,)[^,]*$/m,
      'nan',
      /scores\.csv:5: found 'nan' in the column 'yes'; expected a probability from 0 to 1/,
    ],
    ['above 1', /(?<=^r3,.*,)[^,]*$/m, '1.2', /scores\.csv:5: found '1\.2'/],
    ['below 0', /(?<=^r3,.*,)[^,]*$/m, '-.1', /scores\.csv:5: found '-\.1'/],
    ['nothing', /(?<=^r3,.*,)[^,]*$/m, '', /scores\.csv:5: found ''/],
    ['a column of text', /(?<=.)$/gm, ',no', /scores\.csv:2: found 'no' in the column 'no'.*--keep no carries it along/],
    ['an id twice', /^r3,/m, 'r2,', /scores\.csv:5: found the id 'r2' again/],
    ['a new row', /$(?!\n)/, 'z,a,.5\n', /scores\.csv:62: found the row 'z', which is new/],
    ['a missing row', /^r3,.*\n/m, '', /no row 'r3' \(l\.jsonl\.scores\.csv:5\)/],
  ])('%s', async (_name, found, spoiled, why) => {
    await firstRound();
    const before = bytes('l.jsonl');
    write('scores.csv', scores(0).replace(found, spoiled));
    const { stderr, code } = await iwalHere(NEXT);
    expect(stderr).toMatch(why);
    expect([code > 0, bytes('l.jsonl').equals(before)]).toEqual([true, true]);
  });

  it('other classes, labels of none, no budget, tables and ledgers of something else', async () => {
    const says = async (line: string, why: RegExp): Promise<void> => {
      expect((await iwalHere(line)).stderr).toMatch(why);
    };
    write('scores.csv', scores(0));
    await says(`${NEXT} --budget 3`, /expected --classes no,yes, if 'yes' is the probability of yes/);
    await says(`${NEXT} --classes no,yes`, /--budget: how many questions a round/);
    write('sums.csv', 'no,yes\n.3,.7\n.3,.2\n');
    await says('next sums.csv --ledger s.jsonl --budget 1', /sums\.csv:3: found probabilities that sum to 0\.5; expected 1/);
    write('labels.csv', 'mine');
    await says(`${NEXT} --budget 3 --classes no,yes`, /labels\.csv is there already/);
    rmSync(path('labels.csv'));
    await firstRound();
    await says(`${NEXT} --classes a,b`, /--classes: those of l\.jsonl are no,yes/);
    await says('export l.jsonl --data scores.csv --format csv', /one of iwal next/);
    const wrong = filled(1, () => 'yess');
    write('labels.csv', wrong);
    await says(NEXT, /labels\.csv:2: found the label 'yess'.*'yes'/);
    await iwalHere('label scores.csv --text text --ledger k.jsonl --budget 3 --classes no,yes --batch 3 --out q.csv');
    await says('next scores.csv --ledger k.jsonl', /k\.jsonl is a session of iwal label/);
  });
});
