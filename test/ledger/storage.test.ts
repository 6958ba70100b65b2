/** Ledgers that no file holds: the bytes of the file, whatever keeps them, and no answer that is not kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readDataset } from '../../src/data/index.ts';
import { openBatches } from '../../src/labelling/batch/session.ts';
import { LabellingSession, plannedSession, type SessionOptions } from '../../src/labelling/labelling-session.ts';
import { MemoryLedger, type LedgerStorage } from '../../src/ledger/file/memory-ledger.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { iwalHere } from '../support/processes/here.ts';
import { finished } from '../../src/numerics/work.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const CLASSES = ['ham', 'spam'];
const folder = temporaryFolder();
const random = randomStream(1, 'storage');
const truth = Array.from({ length: 150 }, () => random.below(2));
const lines = truth.map((k) => `${CLASSES[random.next() < 0.9 ? k : 1 - k]} grün x${random.below(30)}`);
writeFileSync(folder.path('pool.csv'), ['body', ...lines].join('\n') + '\n');
const pool = await readDataset(folder.path('pool.csv'), { text: ['body'], labels: 'optional', labelColumn: 'none' });
const options = (ledger: SessionOptions['ledger']): SessionOptions => ({ ledger, pool, classes: CLASSES, budget: 20 });
const answerOf = ({ row }: { readonly row: number }): Promise<string> => Promise.resolve(CLASSES[truth[row]]);

/** A table of texts by their places, each of which may be written once, after a while; `fails`: at this append. */
class Table implements LedgerStorage {
  readonly rows = new Map<number, string>();
  appended = 0;
  fails = Infinity;

  async read(): Promise<string> {
    await setTimeout(0);
    return [...this.rows.values()].join('');
  }

  async append(text: string, at: number): Promise<void> {
    await setTimeout(this.appended % 3);
    if (++this.appended === this.fails) throw new Error('the disk is full');
    if (this.rows.has(at)) throw new Error(`somebody has written at ${at}`);
    this.rows.set(at, text);
  }
}

async function runToItsEnd(ledger: SessionOptions['ledger']): Promise<void> {
  const session = await LabellingSession.open(options(ledger));
  await session.run(answerOf, 3);
  await session.close();
}

const file = folder.path('file.ledger');

it('in memory or in a slow table has the bytes of its file, and passes the audit', async () => {
  const [memory, table] = [new MemoryLedger(), new Table()];
  for (const ledger of [file, memory, table]) await runToItsEnd(ledger);
  expect(memory.read()).toBe(readFileSync(file, 'utf8'));
  expect(await table.read()).toBe(memory.read());
  writeFileSync(folder.path('memory.ledger'), memory.read());
  const { stdout } = await iwalHere(folder.path('.'), 'audit memory.ledger --data pool.csv --text body --json');
  expect(JSON.parse(stdout)).toMatchObject({ labels: 20, consistency: { verdict: 'ok' }, replay: { verdict: 'ok' } });
});

it('goes on after a storage has failed at any append, and only answers that were kept count', async () => {
  const whole = new Table();
  await runToItsEnd(whole);
  for (let fails = 1; fails <= whole.appended; fails++) {
    const table = new Table();
    table.fails = fails;
    if (fails === 1) await expect(LabellingSession.open(options(table))).rejects.toThrow('the disk is full');
    else {
      const session = await LabellingSession.open(options(table));
      const run = session.run(answerOf, 3).then(() => session.close());
      await expect(run, `append ${fails}`).rejects.toThrow('the disk is full');
      expect(() => session.standing).toThrow('the disk is full');
      await expect(session.ask()).rejects.toThrow('the disk is full');
    }
    const text = await table.read();
    const again = await LabellingSession.open(options(table));
    const said = text.split('\n').filter((line) => line.startsWith('{"entry":"answer"'));
    expect(again.standing.labels).toBe(said.length);
    await again.run(answerOf, 3);
    await again.close();
    expect(await table.read()).toBe(await whole.read());
  }
});

it('of two sessions on one storage is that of the one which writes first', async () => {
  for (const ledger of [new MemoryLedger(), new Table()]) {
    await (await LabellingSession.open(options(ledger))).close();
    const [one, two] = [await LabellingSession.open(options(ledger)), await LabellingSession.open(options(ledger))];
    await one.ask();
    await expect(two.ask()).rejects.toThrow(/another session has changed it|somebody has written/);
    await one.run(answerOf);
    await one.close();
    expect((await LabellingSession.open(options(ledger))).standing.isOver).toBe(true);
  }
});

it('in memory is cut off where it was half written, at any place, as its file is', async () => {
  const text = readFileSync(file, 'utf8');
  for (let cut = text.indexOf('\n') + 1; cut < text.length; cut += 97) {
    const ledger = new MemoryLedger(text.slice(0, cut));
    const { plan } = await plannedSession({ ...options(file), ledger });
    finished(openBatches(plan)).close();
    expect(text.startsWith(ledger.read()), `cut at ${cut}`).toBe(true);
    await runToItsEnd(ledger);
    expect(ledger.read()).toBe(text);
  }
});

it('that ends within a line is refused', async () => {
  const text = readFileSync(file, 'utf8').slice(0, -5);
  await expect(LabellingSession.open(options(new MemoryLedger(text)))).rejects.toThrow(
    'the storage of the ledger: found a last line without its end; expected texts as they were appended, whole or not at all',
  );
});
