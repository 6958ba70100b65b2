/** Sessions of programs: the run of the command line, with answers that come late and in any order, and after every end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../src/data/index.ts';
import { LabellingSession, type SessionOptions } from '../../src/labelling/labelling-session.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { iwalHere, temporaryFolder } from '../support/processes/cli.ts';

const NAMES = ['sport', 'politics', 'science'];
const WORDS = [
  ['ball', 'goal', 'team'],
  ['vote', 'law', 'party'],
  ['atom', 'cell', 'star'],
];

/** A pool of documents that their words tell apart, mostly. */
async function pooled(classes: number, rows: number) {
  const folder = temporaryFolder();
  const random = randomStream(classes, 'pool');
  const truth = Array.from({ length: rows }, () => random.below(classes));
  const word = (k: number): string => WORDS[random.next() < 0.85 ? k : random.below(classes)][random.below(3)];
  const lines = truth.map((k, row) => `r${row},${word(k)} ${word(k)} ${word(k)} x${random.below(40)}`);
  writeFileSync(join(folder, 'pool.csv'), ['id,body', ...lines].join('\n') + '\n');
  const names = NAMES.slice(0, classes);
  const pool = await readDataset(join(folder, 'pool.csv'), { text: ['body'], labels: 'optional', labelColumn: 'none' });
  const options: SessionOptions & { readonly ledger: string } = {
    ledger: join(folder, 'own.ledger'),
    pool,
    classes: names,
    budget: 40,
  };
  return { folder, options, answerOf: (row: number): string => names[truth[row]] };
}

const headerIn = (file: string): { spec: unknown; data: unknown; classes: unknown } =>
  JSON.parse(readFileSync(file, 'utf8').split('\n')[0].replace(/\t.*$/, '')) as never;
const labelLine = (names: readonly string[], ledger: string): string[] =>
  `label pool.csv --text body --classes ${names.join()} --budget 40 --batch 4 --ledger`.split(' ').concat(ledger);

describe.each([2, 3])('a session of %i classes', (classes) => {
  it('has the defaults of the command line, and its ledger is one', async () => {
    const { folder, options, answerOf } = await pooled(classes, 300);
    const session = await LabellingSession.open(options);
    const asked: string[] = [];
    await session.run(async ({ row, id, text }) => {
      asked.push(text!);
      expect(id).toBe(`r${row}`);
      // Late, and not in the order of the questions.
      await setTimeout(row % 3);
      return answerOf(row);
    }, 4);
    expect(session.standing).toMatchObject({ labels: 40, labelsLeft: 0, open: 0, isOver: true });
    expect(asked.length).toBe(40);
    const said = await session.predict(options.pool.rows);
    expect(said.filter((name, row) => name === answerOf(row)).length).toBeGreaterThan(230);
    await session.close();
    const audited = await iwalHere(folder, 'audit own.ledger --data pool.csv --text body --json');
    expect(JSON.parse(audited.stdout)).toMatchObject({ labels: 40, consistency: { verdict: 'ok' }, replay: { verdict: 'ok' } });
    expect((await iwalHere(folder, labelLine(options.classes, 'own.ledger'))).stderr).toContain('no question is left');
    await iwalHere(folder, labelLine(options.classes, 'other.ledger'));
    const [own, other] = ['own.ledger', 'other.ledger'].map((name) => headerIn(join(folder, name)));
    expect([own.spec, own.data, own.classes]).toEqual([other.spec, other.data, other.classes]);
  });

  it('that ends between any two calls goes on, with the bytes of one that does not', async () => {
    const { options, answerOf } = await pooled(classes, 200);
    const whole = await LabellingSession.open(options);
    await whole.run((question) => Promise.resolve(answerOf(question.row)), 3);
    await whole.close();
    const broken = { ...options, ledger: `${options.ledger}.broken` };
    for (let isOver = false; !isOver;) {
      let session = await LabellingSession.open(broken);
      const open = await session.ask(3);
      for (const { row } of open) {
        await session.close();
        session = await LabellingSession.open(broken);
        await session.answer(row, answerOf(row));
      }
      ({ isOver } = session.standing);
      await session.close();
    }
    const timeless = (file: string): string => readFileSync(file, 'utf8').replaceAll(/"time":"[^"]*"/g, '');
    expect(timeless(broken.ledger)).toBe(timeless(options.ledger));
  });
});

describe('a session', () => {
  it('says what is wrong, and goes on', async () => {
    const { options, answerOf } = await pooled(2, 100);
    const session = await LabellingSession.open(options);
    for (const size of [0, 1.5, '5' as never]) await expect(session.ask(size)).rejects.toThrow('a whole number >= 1, found');
    const [{ row }] = await session.ask();
    await expect(session.answer(row, 'sprot')).rejects.toThrow(
      "'sprot' is no class, did you mean 'sport'?; expected one of sport, politics, or null",
    );
    await expect(session.answer(row === 0 ? 1 : 0, 'sport')).rejects.toThrow('has no open question');
    await expect(LabellingSession.open(options)).rejects.toThrow('own.ledger');
    // Nobody can tell: nothing is spent.
    await session.answer(row, null);
    expect(session.standing).toMatchObject({ labels: 0, labelsLeft: 40 });
    const [next] = await session.ask();
    await session.answer(next.row, answerOf(next.row).toUpperCase());
    expect(session.standing.labels).toBe(1);
    await session.close();
    await session.close();
    await expect(session.run(() => Promise.resolve('sport'))).rejects.toThrow('the session is closed');
    for (const [wrong, said] of [
      [{ classes: ['a', 'a'] }, 'expected two different names or more'],
      [{ classes: ['Yes', 'yes'] }, 'expected two different names or more, in any case'],
      [{ classes: undefined as never }, 'classes: found nothing; a session takes ledger, pool, classes'],
      [{ pol: 1 }, "there is no 'pol', did you mean 'pool'?; a session takes ledger, pool, classes"],
      [{ query: { name: 'random' } }, 'such as its query, stands in spec'],
      [{ spec: { qeury: 1 } }, 'qeury'],
      [{ budget: 0 }, 'budget: expected how many labels may be bought'],
      [{ budget: undefined as never }, 'found undefined'],
    ] as const)
      await expect(LabellingSession.open({ ...options, ledger: `${options.ledger}2`, ...wrong })).rejects.toThrow(said);
  });

  it('stands beside others in one process', async () => {
    const { options, answerOf } = await pooled(2, 100);
    const sessions = await Promise.all(
      [1, 2].map((seed) => LabellingSession.open({ ...options, ledger: `${options.ledger}${seed}`, seed })),
    );
    await Promise.all(sessions.map((session) => session.run(({ row }) => Promise.resolve(answerOf(row)), 2)));
    expect(sessions.map(({ standing }) => standing.labels)).toEqual([40, 40]);
    await Promise.all(sessions.map((session) => session.close()));
  });
});
