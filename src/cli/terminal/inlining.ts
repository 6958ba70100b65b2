import { setFlagsFromString } from 'node:v8';

/**
 * As V8 names them. Without the first three a caller takes in 920 bytes of bytecode, and no call that fewer than one in seven of its turns
 * reach. Without the last, the engine's second-best compiler, which is on from Node 24, takes a loop over many rows into its caller. The best
 * compiler then never sees the loop, because the caller itself is seldom called (Pacer: the search for its knob).
 */
const SETTINGS = [
  '--max-inlined-bytecode-size-cumulative=10000',
  '--max-inlined-bytecode-size-absolute=20000',
  '--min-inlining-frequency=0.001',
  '--no-maglev-inlining',
];

let isSet = false;

/**
 * Lets the engine make one function of all that happens to a row in a pass: learner, update, loss, optimizer, rule and coin are small
 * functions of numbers, and a number that crosses a call which is not inlined is put on the heap, 16 bytes each. With it nothing is
 * left on the heap per row (test/laws/bytes-per-row.test.ts), and once it is compiled logistic passes take 0.9 of their time, active ones
 * 0.75; to compile it takes 15 to 100 ms of another core, which shorter passes do not win back.
 *
 * It holds for all threads of the process. The function that is inlined itself may be as long as ever, 460 bytes: loops over a row rely
 * on being called. Whoever starts the engine anew or loads modules of it afterwards waits 8 ms longer, for what it has compiled of
 * itself is good for other settings; so it is called where a long pass begins.
 */
export function inlinePasses(): void {
  if (isSet) return;
  isSet = true;
  for (const setting of SETTINGS) setFlagsFromString(setting);
}
