import type { Loss } from '../../losses/loss.ts';
import type { Block } from '../../optimizers/blocks/block.ts';

/** Rounding of a margin, as a share of its label, that is no overrun. */
const ROUNDING = 1e-9;

/** What the members of a block have done: steps, matches of a tournament, and those whose margin a step carried over its label. */
interface StepCounts {
  readonly steps: number;
  readonly matches: number;
  readonly overruns: number;
}

/**
 * Counts from now on what the members of a block do: the steps they take, and the matches of a tournament whose margin a step carries
 * over its label. The counts are live.
 *
 *   match of members l and r, learned with the label y = +1 where l gives way, else -1:  m = s_l - s_r
 *   overrun:  y m < 1 before the step, y m > 1 after it, both taken with the weights as they are then
 *
 * A match is two members that were prepared together; a step of any other number of them is none. The block's own `prepare` and
 * `push` do the work: nothing that is learned depends on the counting.
 */
export function countSteps(block: Block): StepCounts {
  const { size } = block;
  const counts = { steps: 0, matches: 0, overruns: 0 };
  const [before, after] = [new Float64Array(size), new Float64Array(size)];
  const isPrepared = new Uint8Array(size);
  const [prepare, push] = [block.prepare.bind(block), block.push.bind(block)];
  block.prepare = (rows, i, importances, slopes, out) => {
    for (let m = 0; m < size; m++) isPrepared[m] = importances[m] > 0 ? 1 : 0;
    prepare(rows, i, importances, slopes, out);
  };
  block.push = (rows, i, steps) => {
    const prepared = isPrepared.reduce((sum, each) => sum + each, 0);
    counts.steps += prepared;
    if (prepared !== 2) {
      push(rows, i, steps);
      return;
    }
    const [left, right] = [isPrepared.indexOf(1), isPrepared.lastIndexOf(1)];
    block.margins(rows, i, before);
    push(rows, i, steps);
    block.margins(rows, i, after);
    counts.matches++;
    if (isOverrun(before[left] - before[right], after[left] - after[right])) counts.overruns++;
  };
  return counts;
}

/** The margin of a match moves towards its label. */
function isOverrun(before: number, after: number): boolean {
  const y = after >= before ? 1 : -1;
  return y * before < 1 && y * after > 1 + ROUNDING;
}

/** Whether a margin can go too far: whether the loss does not fall any more beyond the label 1. */
export function canOverrun(loss: Loss): boolean {
  return loss.slope(1 + ROUNDING, 1) >= 0;
}
