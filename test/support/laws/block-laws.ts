import { COLUMNS, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { DivergenceError, LinearLearner } from '../../../src/learners/margin-learner.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import type { blocks } from '../../../src/optimizers/blocks/index.ts';
import type { Block, BlockFactory, separate } from '../../../src/optimizers/blocks/block.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import type { BlockLearner } from '../../../src/reductions/block-learner.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { everyLoss, everyUpdate, sampleLabel } from './learner-laws.ts';
import type { givens } from './optimizer-settings.ts';

/** The laws of blocks (src/optimizers/blocks/block.ts), as functions from a setting to a counterexample (or undefined). */

/** What is judged: the project's own, or a copy with a mistake in it. */
export interface BlockModules {
  readonly blocks: typeof blocks;
  readonly separate: typeof separate;
  readonly BlockLearner: typeof BlockLearner;
}

type Given = Readonly<Record<string, number>>;

/** One row of many entries among those of few: tiles, directions and what is left over. */
export function blockRows(random: RandomStream): SparseRows {
  return sampleRows(random, 12, 4);
}

const factoryOf = (name: keyof typeof optimizers, given: Given): OptimizerFactory =>
  (optimizers[name] as (given: Given) => OptimizerFactory)(given);

/** The block of one optimizer with these numbers: interleaved where it can be. */
export function blockOf(
  { blocks, separate }: BlockModules,
  name: keyof typeof optimizers,
  members: readonly Given[],
): BlockFactory {
  return Object.hasOwn(blocks, name)
    ? (blocks as unknown as Record<string, (members: readonly Given[]) => BlockFactory>)[name](members)
    : separate(members.map((given) => factoryOf(name, given)));
}

/** The numbers of K members: the first as given, the others with their own step sizes. */
export function membersOf(given: Given, size: number): Given[] {
  const knob = ['eta0', 'alpha', 'gamma'].find((name) => name in given)!;
  return Array.from({ length: size }, (_, m) => ({ ...given, [knob]: given[knob] * (1 + m / 2) }));
}

/** Members of a block learn bit for bit what linear learners learn alone. */
export function membersAreLinear(
  modules: BlockModules,
  [name, given]: (typeof givens)[number],
  [loss, update]: readonly [Loss, UpdateRule],
  size: number,
  random: RandomStream,
): string | undefined {
  const rows = blockRows(random);
  const settings = membersOf(given, size);
  const alone = settings.map((each) => new LinearLearner(loss, update, factoryOf(name, each)(COLUMNS)));
  let learner = new modules.BlockLearner(loss, update, blockOf(modules, name, settings)(COLUMNS));
  const numbers = (of: (m: number) => number): Float64Array => Float64Array.from({ length: size }, (_, m) => of(m));
  const found = new Float64Array(size);
  for (let t = 0; t < 25; t++) {
    const i = random.below(rows.length);
    const labels = numbers(() => sampleLabel(loss, random));
    const importances = numbers(() => [0, 0.5, 1, 3][random.below(size === 1 ? 4 : 5) % 4]);
    const expected = outcome(() => numbers((m) => alone[m].learn(rows, i, labels[m], importances[m])));
    const got = outcome(() => {
      learner.learn(rows, i, labels, importances, found);
      return found;
    });
    if (expected === 'diverges' || got === 'diverges')
      return expected === got ? undefined : `example ${t}: alone ${String(expected)}, in a block ${String(got)}`;
    const off = difference(expected, got);
    if (off !== undefined) return `example ${t}, member ${off}: alone ${expected[off]}, in a block ${got[off]}`;
    if (random.below(8) === 0) {
      learner.beginPass();
      for (const each of alone) each.beginPass();
    }
    if (random.below(10) === 0) {
      const fresh = new modules.BlockLearner(loss, update, blockOf(modules, name, settings)(COLUMNS));
      fresh.restore(learner.state());
      learner = fresh;
    }
    const asked = random.below(rows.length);
    learner.predictions(rows, asked, found);
    const shown = numbers((m) => alone[m].predict(rows, asked));
    const wrong = difference(shown, found);
    if (wrong !== undefined) return `prediction ${t} of member ${wrong}: alone ${shown[wrong]}, in a block ${found[wrong]}`;
    const slopes = numbers(() => random.normal());
    learner.block.sensitivities(rows, asked, slopes, found);
    const q = numbers((m) => alone[m].optimizer.sensitivity(rows, asked, slopes[m]));
    const unlike = difference(q, found);
    if (unlike !== undefined) return `sensitivity ${t} of member ${unlike}: alone ${q[unlike]}, in a block ${found[unlike]}`;
  }
  for (let m = 0; m < size; m++) {
    const j = difference(alone[m].optimizer.weights(), learner.block.weights(m));
    if (j !== undefined) return `weight ${j} of member ${m} differs`;
  }
  return undefined;
}

/** `follow` leaves the margins that asking again would find; members that were not prepared stay bit for bit, whatever their steps. */
export function followsSteps(
  modules: BlockModules,
  [name, given]: (typeof givens)[number],
  size: number,
  random: RandomStream,
): string | undefined {
  const rows = blockRows(random);
  const block = blockOf(modules, name, membersOf(given, size))(COLUMNS);
  const numbers = (of: (m: number) => number): Float64Array => Float64Array.from({ length: size }, (_, m) => of(m));
  const margins = new Float64Array(size);
  const q = new Float64Array(size);
  for (let t = 0; t < 20; t++) {
    const i = random.below(rows.length);
    const importances = numbers(() => random.below(3));
    block.admit(rows, i, importances);
    block.margins(rows, i, margins);
    const before = margins.slice();
    block.prepare(
      rows,
      i,
      importances,
      numbers(() => random.normal()),
      q,
    );
    block.push(
      rows,
      i,
      numbers((m) => random.normal() / (q[m] > 0 ? q[m] : 1)),
    );
    block.follow(rows, i, margins);
    const asked = askedAgain(block, rows, i);
    for (let m = 0; m < size; m++) {
      if (importances[m] === 0 && !Object.is(margins[m], before[m]))
        return `margin ${m} moved from ${before[m]} to ${margins[m]}`;
      const scale = 1 + Math.abs(before[m]) + Math.abs(asked[m]) + length1(rows, i) * largest(block.weights(m));
      if (!(Math.abs(margins[m] - asked[m]) <= 1e-12 * scale)) return `margin ${m} is ${asked[m]}, follow says ${margins[m]}`;
    }
  }
  return undefined;
}

function askedAgain(block: Block, rows: SparseRows, i: number): Float64Array {
  const out = new Float64Array(block.size);
  block.margins(rows, i, out);
  return out;
}

function length1({ offsets, values }: SparseRows, i: number): number {
  return values.subarray(offsets[i], offsets[i + 1]).reduce((sum, x) => sum + Math.abs(x), 0);
}

function largest(w: Float64Array): number {
  return w.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}

function outcome(learn: () => Float64Array): Float64Array | 'diverges' {
  try {
    return learn();
  } catch (error) {
    if (error instanceof DivergenceError || (error as Error).name === 'DivergenceError') return 'diverges';
    throw error;
  }
}

/** Where two arrays differ in their bits. */
function difference(a: Float64Array, b: Float64Array): number | undefined {
  const at = a.findIndex((x, k) => !Object.is(x, b[k]));
  return at < 0 ? undefined : at;
}

/** Every pair of a loss and an update of the registries. */
export const pairs: readonly (readonly [Loss, UpdateRule])[] = everyLoss.flatMap((loss) =>
  everyUpdate.map((update) => [loss, update] as const),
);
