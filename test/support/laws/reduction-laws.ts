import { COLUMNS, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import { blocks } from '../../../src/optimizers/blocks/index.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { BlockLearner } from '../../../src/reductions/block-learner.ts';
import type { reductions } from '../../../src/reductions/index.ts';
import type { Reduction, Target } from '../../../src/reductions/reduction.ts';
import { addScaled, dot, type SparseRows } from '../../../src/rows/sparse-rows.ts';
import { updates } from '../../../src/updates/index.ts';

/** The laws of reductions (src/reductions/reduction.ts), as functions from one of them to a counterexample (or undefined). */

export type Reductions = typeof reductions;
export type ReductionName = keyof Reductions;

const ETA = 0.3;

/** A loss that suits it. */
const lossOf = (name: ReductionName): Loss => (name === 'cost-sensitive' ? losses.squared : losses.logistic);

/** With gradient descent at a constant step. */
export function fresh(registry: Reductions, name: ReductionName, classes: number): Reduction {
  const kind = registry[name];
  const block = blocks['gradient-descent'](Array.from({ length: kind.members(classes) }, () => ({ eta0: ETA })))(COLUMNS);
  return kind.build(new BlockLearner(lossOf(name), updates.invariant, block), classes);
}

/** Costs of a few sizes, so that there are ties; a class alone every other time. */
export function sampleTarget(classes: number, random: RandomStream): Target {
  const truth = random.below(classes);
  const isClass = random.below(2) === 0;
  const costs = Float64Array.from({ length: classes }, (_, k) => (isClass ? Number(k !== truth) : random.below(4) / 2));
  const cheapest = costs.indexOf(Math.min(...costs));
  return { costs, listed: new Uint8Array(classes).fill(1), cheapest };
}

type Law = (registry: Reductions, name: ReductionName, random: RandomStream) => string | undefined;

const learned: Law = (registry, name, random) => {
  const classes = 2 + random.below(9);
  const rows = sampleRows(random, 10);
  let reduction = fresh(registry, name, classes);
  for (let t = 0; t < 30; t++) {
    const i = random.below(rows.length);
    const foretold = reduction.predict(rows, i);
    const h = random.below(4);
    const before = weightsOf(reduction);
    const found = reduction.learn(rows, i, sampleTarget(classes, random), h);
    if (found !== foretold) return `predicted ${foretold}, and ${found} when it was learned`;
    if (h === 0 && !isSame(before, weightsOf(reduction))) return 'importance 0 moved weights';
    if (random.below(5) === 0) {
      const copy = fresh(registry, name, classes);
      copy.restore(reduction.state());
      reduction = copy;
    }
  }
  return undefined;
};

/** Learning with importance a, then b, is learning with a + b: where there is one comparison, or none depends on another. */
const semigroup: Law = (registry, name, random) => {
  const classes = name === 'one-against-all' || name === 'cost-sensitive' ? 2 + random.below(6) : 2;
  const rows = sampleRows(random, 6);
  const [once, twice] = [fresh(registry, name, classes), fresh(registry, name, classes)];
  for (let t = 0; t < 10; t++) {
    const i = random.below(rows.length);
    const target = sampleTarget(classes, random);
    const [a, b] = [3 * random.next(), 3 * random.next()];
    once.learn(rows, i, target, a + b);
    twice.learn(rows, i, target, a);
    twice.learn(rows, i, target, b);
  }
  const gap = largestGap(weightsOf(once), weightsOf(twice));
  return gap < 1e-11 ? undefined : `a + b and a, then b differ by ${gap}`;
};

/** Where classes are compared, a row of importance h and costs c is one of importance 1 and costs h c: bit for bit for powers of 2. */
const weighsCosts: Law = (registry, name, random) => {
  if (registry[name].needs !== 'every cost') return undefined;
  const classes = 2 + random.below(9);
  const rows = sampleRows(random, 6);
  const [weighed, dear] = [fresh(registry, name, classes), fresh(registry, name, classes)];
  for (let t = 0; t < 20; t++) {
    const i = random.below(rows.length);
    const { costs, ...target } = sampleTarget(classes, random);
    const h = [0, 0.5, 1, 2, 8][random.below(5)];
    weighed.learn(rows, i, { ...target, costs }, h);
    dear.learn(rows, i, { ...target, costs: costs.map((cost) => h * cost) }, 1);
    if (!isSame(weightsOf(weighed), weightsOf(dear))) return `example ${t}: importance ${h} is not ${h} times the costs`;
  }
  return undefined;
};

/**
 * A node of the filter tree learns a row of importance h as h copies of it, as long as the same two meet: always at the first level,
 * and above it where no copy changes a winner.
 */
const copiesANode: Law = (registry, name, random) => {
  if (name !== 'filter-tree') return undefined;
  const classes = 3 + random.below(8);
  const rows = sampleRows(random, 6);
  const [once, often] = [fresh(registry, name, classes), fresh(registry, name, classes)];
  const first = classes >> 1;
  let isSameCourse = true;
  for (let t = 0; t < 12; t++) {
    const i = random.below(rows.length);
    const target = sampleTarget(classes, random);
    const h = random.below(5);
    const winner = (): number => often.predict(rows, i);
    once.learn(rows, i, target, h);
    const scores = new Float64Array(classes - 1);
    const signs: string[] = [];
    for (let n = 0; n < h; n++) {
      often.learn(rows, i, target, 1);
      often.learner.scores(rows, i, scores);
      signs.push(scores.map((score) => Math.sign(score)).join());
    }
    once.learner.scores(rows, i, scores);
    // Winners that copies agree about, the first of them too, are those of the row of importance h.
    if (new Set([...signs, scores.map((score) => Math.sign(score)).join()]).size > 1) isSameCourse = false;
    const [a, b] = [weightsOf(once), weightsOf(often)];
    const nodes = isSameCourse ? a.length : first;
    const gap = largestGap(a.slice(0, nodes), b.slice(0, nodes));
    if (!(gap < 1e-11))
      return `example ${t} of ${classes} classes, importance ${h}: ${nodes} nodes and their copies differ by ${gap}`;
    if (isSameCourse && once.predict(rows, i) !== winner()) return `example ${t}: another class wins after the copies`;
  }
  return undefined;
};

const firstOfEquals: Law = (registry, name, random) => {
  const classes = 2 + random.below(9);
  const rows = sampleRows(random, 3);
  const reduction = fresh(registry, name, classes);
  const found = [reduction.predict(rows, 0), reduction.learn(rows, 0, sampleTarget(classes, random), 0)];
  return found.every((each) => each === 0) ? undefined : `without a difference ${found.join(' and ')} won`;
};

/** All classes cost the same: a comparison has nothing to learn. Regressions do. */
const equalCosts: Law = (registry, name, random) => {
  if (registry[name].needs !== 'every cost') return undefined;
  const classes = 2 + random.below(9);
  const rows = sampleRows(random, 6);
  const reduction = fresh(registry, name, classes);
  for (let t = 0; t < 8; t++) reduction.learn(rows, random.below(rows.length), sampleTarget(classes, random), 1);
  const before = weightsOf(reduction);
  const costs = new Float64Array(classes).fill(random.normal());
  reduction.learn(rows, random.below(rows.length), { costs, listed: new Uint8Array(classes).fill(1), cheapest: 0 }, 1);
  return isSame(before, weightsOf(reduction)) ? undefined : 'costs that are all equal moved weights';
};

/** The scoring trees against weights and scores kept by hand, the nodes of a level from right to left: they commute bit for bit. */
const byHand: Law = (registry, name, random) => {
  if (name !== 'scoring-filter-tree' && name !== 'static-scoring-filter-tree') return undefined;
  const classes = 2 + random.below(9);
  const rows = sampleRows(random, 8);
  const reduction = fresh(registry, name, classes);
  const weights = Array.from({ length: classes }, () => new Float64Array(COLUMNS));
  for (let t = 0; t < 20; t++) {
    const i = random.below(rows.length);
    const target = sampleTarget(classes, random);
    const h = 0.5 + random.below(3);
    reduction.learn(rows, i, target, h);
    learnByHand(weights, rows, i, target.costs, h, name === 'scoring-filter-tree');
    if (!isSame(weights, weightsOf(reduction)))
      return `example ${t} of ${classes} classes: weights differ from those kept by hand`;
  }
  return undefined;
};

function learnByHand(
  weights: readonly Float64Array[],
  rows: SparseRows,
  i: number,
  costs: Float64Array,
  h: number,
  recomputes: boolean,
): void {
  const scores = weights.map((w) => dot(rows, i, w));
  let entrants = weights.map((_, k) => k);
  while (new Set(entrants.map((k) => costs[k])).size > 1) {
    const matches: [number, number][] = [];
    for (let n = 0; n + 1 < entrants.length; n += 2) matches.push([entrants[n], entrants[n + 1]]);
    for (const [l, r] of matches.toReversed()) {
      const gap = costs[l] - costs[r];
      if (gap === 0) continue;
      const q = ETA * rows.squaredNorms[i];
      if (q === 0) continue;
      const move = updates.invariant(losses.logistic, scores[l] - scores[r], Math.sign(gap), h * Math.abs(gap) * (q + q));
      const u = move / (q + q);
      if (u === 0) continue;
      addScaled(rows, i, weights[l], ETA * u);
      addScaled(rows, i, weights[r], ETA * -u);
      if (!recomputes) continue;
      scores[l] += u * q;
      scores[r] += -u * q;
    }
    const odd = entrants.length % 2 === 1 ? [entrants.at(-1)!] : [];
    entrants = [...matches.map(([l, r]) => (scores[r] < scores[l] ? r : l)), ...odd];
  }
}

/** Of two classes, each reduction is a binary learner. */
const binary: Law = (registry, name, random) => {
  const rows = sampleRows(random, 8);
  const reduction = fresh(registry, name, 2);
  const doubled = name.includes('scoring') ? 2 * ETA : ETA;
  const learner = (): LinearLearner =>
    new LinearLearner(lossOf(name), updates.invariant, optimizers['gradient-descent']({ eta0: doubled })(COLUMNS));
  const [one, other] = [learner(), learner()];
  for (let t = 0; t < 20; t++) {
    const i = random.below(rows.length);
    const target = sampleTarget(2, random);
    const [a, b] = target.costs;
    reduction.learn(rows, i, target, 2);
    if (name === 'cost-sensitive') {
      one.learn(rows, i, a, 2);
      other.learn(rows, i, b, 2);
    } else if (name === 'one-against-all') {
      one.learn(rows, i, target.cheapest === 0 ? 1 : -1, 2);
      other.learn(rows, i, target.cheapest === 1 ? 1 : -1, 2);
    } else if (a !== b) one.learn(rows, i, a > b ? 1 : -1, 2 * Math.abs(a - b));
  }
  const [first, second = new Float64Array(COLUMNS)] = weightsOf(reduction);
  const [p, q] = [one.optimizer.weights(), other.optimizer.weights()];
  if (name === 'filter-tree') return isSame([first], [p]) ? undefined : 'is not the binary learner';
  if (!name.includes('scoring')) return isSame([first, second], [p, q]) ? undefined : 'are not two binary learners';
  const gap = largestGap([first.map((w, j) => w - second[j])], [p]);
  return gap < 1e-12 ? undefined : `w_1 - w_2 is off the binary learner by ${gap}`;
};

/** Every law, by its title. */
export const reductionLaws: Readonly<Record<string, Law>> = {
  'learn returns what predict does, importance 0 moves nothing, states continue': learned,
  'importances a, then b are a + b': semigroup,
  'importance h is h times the costs': weighsCosts,
  'a node learns importance h as h copies': copiesANode,
  'the first of equals wins': firstOfEquals,
  'equal costs teach nothing': equalCosts,
  'nodes of a level commute bit for bit': byHand,
  'two classes are the binary learner': binary,
};

function weightsOf({ learner: { block } }: Reduction): Float64Array[] {
  return Array.from({ length: block.size }, (_, m) => block.weights(m));
}

function isSame(a: readonly Float64Array[], b: readonly Float64Array[]): boolean {
  return a.every((w, m) => w.every((x, j) => Object.is(x, b[m][j]) || (x === 0 && b[m][j] === 0)));
}

function largestGap(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  return Math.max(...a.map((w, m) => w.reduce((most, x, j) => Math.max(most, Math.abs(x - b[m][j]) / (1 + Math.abs(x))), 0)));
}
