/** LAW of waiting for the writing thread: whoever waits for so many messages goes on when they are done with, not before. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { writingProgress } from '../../../src/ledger/file/writing-progress.ts';

it('waits until so many messages are done with, and not for more', async () => {
  const progress = writingProgress();
  const done = new Int32Array(progress.memory, 0, 1);
  // What `done` does, on another thread: one message every few milliseconds.
  const thread = `const { workerData: counts } = require('node:worker_threads');
    let n = 0;
    const clock = setInterval(() => { Atomics.add(counts, 0, 1); Atomics.notify(counts, 0); if (++n === 3) clearInterval(clock); }, 20);`;
  const worker = new Worker(thread, { eval: true, workerData: done });
  progress.waitFor(0);
  for (const messages of [1, 3]) {
    progress.waitFor(messages);
    expect(Atomics.load(done, 0)).toBeGreaterThanOrEqual(messages);
  }
  progress.done();
  expect(Atomics.load(done, 0)).toBe(4);
  progress.waitFor(4);
  progress.waitFor(2);
  await worker.terminate();
});

it('says why nothing can be written, in the words that the other side was given, once there is a reason', () => {
  const progress = writingProgress();
  expect(progress.failure).toBeUndefined();
  writingProgress(progress.memory).fail('the disk is full: ✓');
  expect(progress.failure).toBe('the disk is full: ✓');
  progress.fail('x'.repeat(5000));
  expect(progress.failure).toBe('x'.repeat(1016));
});
