/** LAW of the passes: a row leaves nothing on the heap, in the built program and with the engine as the program sets it. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rcv1Like } from '../../../src/data/generated/rcv1-like.ts';
import { onThread } from '../../../src/files/on-thread.ts';
import type { PassName } from '../../bench/kernels.ts';

const THREAD = pathToFileURL(fileURLToPath(new URL('../../../dist/test/bench/bytes-thread.js', import.meta.url)));
/** Looking at the heap leaves some hundred bytes on it, shared by the rows in between. A number on the heap takes 16. */
const NOTHING = 1;
/** A pacer solves for its knob every twentieth row at most, and keeps the ends of an interval meanwhile. */
const SOLVING = 8;

describe('bytes that a row leaves on the heap (law)', () => {
  const train = rcv1Like({ seed: 1, documents: 20_000 });

  it.each<[PassName, number]>([
    ['logistic, invariant', NOTHING],
    ['logistic, naive', NOTHING],
    ['hinge', NOTHING],
    ['normalized-adaptive', NOTHING],
    ['ada-grad', NOTHING],
    ['ftrl-proximal, l1 = 1', NOTHING],
    ['logistic, active', NOTHING],
    ['hinge, active', NOTHING],
    ['normalized-adaptive, paced', SOLVING],
  ])('%s', async (pass, most) => {
    const [bytes] = await onThread<number>(THREAD, { train, pass }, new AbortController().signal);
    expect(bytes).toBeLessThan(most);
  });
});
