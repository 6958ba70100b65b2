import { caught } from '../../numerics/iwal-error.ts';
import { DivergenceError } from '../../learners/margin-learner.ts';
import { type Dataset, columnsOf, type Split, splitWithConstant } from '../../rows/dataset.ts';
import { canonical } from '../../specs/hash.ts';
import type { LearnerSpec, StreamSpec } from '../../specs/learner-spec.ts';
import type { RunSpec } from '../../specs/run.ts';
import { labelsFor, buildLoss, buildBlock } from '../../specs/build-learner.ts';
import { checkpoints, PER_DECADE, type Checkpoint, type Measurement } from '../../streams/measures/measurement.ts';
import { ProgressiveValidation } from '../../streams/measures/class-measures.ts';
import { inOrder } from './simulate.ts';
import { judgeOfLoss } from '../../streams/judge.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import type { Loss } from '../../losses/loss.ts';
import { BlockLearner } from '../../reductions/block-learner.ts';
import { lossOfMany, type LossOfMany } from '../../reductions/loss-of-many.ts';
import { vectorWeights } from '../../rows/kernels/vector-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { parts } from '../../specs/parts/registry.ts';

/** Optimizers that learn faster as members of a block than one after the other (npm run bench -- blocks). */
export const FASTER_TOGETHER: readonly string[] = ['gradient-descent', 'ada-grad', 'normalized-adaptive'];

/** Fields that a shared pass knows how to follow; with any other one, or parts of one's own, a cell has a run of its own. */
const FOLLOWED: readonly string[] = ['loss', 'update', 'optimizer', 'constant', 'perDecade', 'order', 'seed'];

/**
 * What specs have to have in common to share a pass over their rows: everything but the numbers of the optimizer, and in the order
 * as given the seed, which decides nothing there. Undefined for a spec that needs a pass of its own; `also`: fields besides.
 */
export function passKey(spec: LearnerSpec & StreamSpec, also: readonly string[]): string | undefined {
  const isFollowed = Object.keys(spec).every((field) => FOLLOWED.includes(field) || also.includes(field));
  const { optimizer, seed, ...same } = spec;
  if (!isFollowed || !FASTER_TOGETHER.includes(optimizer.name)) return undefined;
  return canonical({ ...same, optimizer: optimizer.name, ...(spec.order === 'shuffled' && { seed }) });
}

/** Members of a block at most: more gain nothing. */
export const MOST_MEMBERS = 16;
/**
 * Cells that a pass is shared by at least: with 7 of 200,000 documents it takes .65 to .88 of the time of as many runs in either order,
 * with 4 or 5, which leave vectors half empty, 1 to 1.3.
 */
export const FEWEST_MEMBERS = 7;
/** Bytes that the weights of a block and the other numbers of its features may take. */
const MOST_BYTES = 2 ** 28;
/** Numbers a feature and member of the optimizer that keeps most of them (w, G, s). */
const NUMBERS = 3;

/** How many members a block for so many features may have; 1 at least. */
export function membersFor(columns: number): number {
  return Math.max(1, Math.min(MOST_MEMBERS, Math.floor(MOST_BYTES / (8 * NUMBERS * columns))));
}

/**
 * A list in as few parts as it takes that none is longer than `most`, all about as long.
 *
 * @example
 * inParts(['a', 'b', 'c', 'd', 'e'], 4) // => [['a', 'b', 'c'], ['d', 'e']]
 */
export function inParts<T>(list: readonly T[], most: number): T[][] {
  const parts = Math.ceil(list.length / most);
  const at = (part: number): number => Math.ceil((part * list.length) / parts);
  return Array.from({ length: parts }, (_, part) => list.slice(at(part), at(part + 1)));
}

/** The passKey of a run that buys every label; undefined for other ones. */
export function passiveKey(spec: RunSpec): string | undefined {
  return spec.query.name === 'passive' && spec.final === undefined ? passKey(spec, ['query', 'coins']) : undefined;
}

/**
 * Runs with one key, all at once: what `simulate` measures of each, or undefined where learning left the range of numbers.
 *
 * Passive learning buys every label but those of importance 0, at a price of 1, so that the counts of the curve are the same for all.
 */
export function passiveRuns(specs: readonly RunSpec[], asRead: Split): (Measurement | undefined)[] {
  const split = splitWithConstant(asRead, specs[0]);
  const members = new Members(specs, columnsOf(split));
  const { train, order } = inOrder(split.train, specs[0]);
  const labels = labelsFor(members.loss, train);
  const stream = { ...train, labels, order };
  const evaluators = specs.map(() => new ProgressiveValidation(members.loss, labels, train.importances));
  const curves = specs.map((): Checkpoint[] => []);
  let [position, queried, importanceSum] = [0, 0, 0];
  for (const examples of checkpoints(train.rows.length, specs[0].perDecade ?? PER_DECADE)) {
    members.buy(stream, evaluators, position, examples);
    for (; position < examples; position++) {
      const h = train.importances === undefined ? 1 : train.importances[order[position]];
      if (h > 0) queried++;
      importanceSum += h;
    }
    const tests = split.test === undefined ? undefined : mistakesOn(members, specs.length, split.test);
    members.map((m) => {
      const { finiteLoss, error } = evaluators[m];
      curves[m].push({
        ...{ examples, queried, spent: queried, importanceSum },
        ...{ progressiveLoss: finiteLoss, progressiveError: error, testError: tests?.[m].error ?? null },
      });
    });
  }
  const judged = split.validation === undefined ? undefined : mistakesOn(members, specs.length, split.validation);
  return members.map((m) => ({
    curve: curves[m],
    validationError: judged?.[m].error ?? null,
    sample: {
      // Every prediction was judged by a label that was learned; of no importance at all there is no share.
      errorEstimate: importanceSum === 0 ? 0 : evaluators[m].error,
      ...{ refusedImportance: 0, implied: 0, awaited: 0 },
      ...(importanceSum !== position && { consideredImportance: importanceSum }),
    },
  }));
}

function mistakesOn(members: Members, size: number, part: NonNullable<Split['test']>): JudgedErrors[] {
  const labels = labelsFor(members.loss, part);
  const judge = judgeOfLoss(members.loss);
  const mistakes = Array.from({ length: size }, () => new JudgedErrors(judge, labels, part.importances));
  members.judge(part, mistakes);
  return mistakes;
}

/** Rows with the labels that a loss reads, and the row at every position. */
export type Labelled = Pick<Dataset, 'rows' | 'labels' | 'importances'> & { readonly order: Uint32Array };

/**
 * The learners of cells that share a pass: specs of one loss, one update rule and one optimizer, which they give numbers of their own,
 * as members of a block. Member m is the learner of its spec bit for bit, until it leaves the range of numbers: then it is out, and
 * the others go on.
 *
 * Judges are one a member; those of members that are out are told nothing more.
 */
export class Members {
  readonly loss: Loss;
  readonly #learner: BlockLearner;
  readonly #lossOfAll: LossOfMany;
  /** 1 for members that are in. */
  readonly #isIn: Uint8Array;
  /** What the example in hand is to every member: its label, its importance, and what was predicted. */
  readonly #labels: Float64Array;
  readonly #importances: Float64Array;
  readonly #predictions: Float64Array;
  readonly #margins: Float64Array;
  #left: number;
  /** That of the members that are in. */
  #importance = 0;

  constructor(specs: readonly LearnerSpec[], columns: number) {
    this.loss = buildLoss(specs[0]);
    const size = specs.length;
    const block = buildBlock(specs.map(({ optimizer }) => optimizer))(columns, vectorWeights);
    this.#learner = new BlockLearner(this.loss, parts.updates[specs[0].update], block, (m) => this.#leave(m));
    this.#lossOfAll = lossOfMany(this.loss, size);
    this.#isIn = new Uint8Array(size).fill(1);
    const numbers = Array.from({ length: 4 }, () => new Float64Array(size));
    [this.#labels, this.#importances, this.#predictions, this.#margins] = numbers;
    this.#left = size;
  }

  /** Learns positions from … to - 1 of the stream, and tells what is predicted of rows that the optimizers have seen (kinds/online.ts). */
  learn(stream: Labelled, judges: readonly ProgressiveValidation[], from: number, to: number): void {
    this.#walk(stream, judges, from, to, (rows, i) => {
      this.#learner.learn(rows, i, this.#labels, this.#importances, this.#predictions);
    });
  }

  /** The same as passiveLearn (streams/passes/passive-learn.ts) does it: predictions are made before the optimizers have seen the row. */
  buy(stream: Labelled, judges: readonly ProgressiveValidation[], from: number, to: number): void {
    this.#walk(stream, judges, from, to, (rows, i) => {
      this.#learner.block.margins(rows, i, this.#margins);
      this.#learner.learn(rows, i, this.#labels, this.#importances, this.#predictions, this.#margins);
    });
  }

  /** Predicts every row of a part. */
  judge({ rows }: Pick<Dataset, 'rows'>, judges: readonly JudgedErrors[]): void {
    this.#predictEach(rows, (i) => {
      for (let m = 0; m < judges.length; m++) if (this.#isIn[m] === 1) judges[m].record(i, this.#predictions[m]);
    });
  }

  /** The same for judges of the loss; labels are as the loss reads them. */
  score({ rows, labels, importances }: Omit<Labelled, 'order'>, judges: readonly ProgressiveValidation[]): void {
    this.#predictEach(rows, (i) => this.#tell(i, labels[i], importances === undefined ? 1 : importances[i], judges));
  }

  /** A new pass over the data begins. */
  beginPass(): void {
    this.#learner.beginPass();
  }

  /** The weights that predict, as a fresh array. */
  weights(m: number): Float64Array {
    return this.#learner.block.weights(m);
  }

  /** What the work gives for each member; undefined for those that are out, and for those that it finds to have left the numbers. */
  map<T>(work: (m: number) => T): (T | undefined)[] {
    return Array.from({ length: this.#isIn.length }, (_, m) => {
      const given = (): T => work(m);
      return this.#isIn[m] === 0 ? undefined : caught(DivergenceError, given, () => this.#leave(m));
    });
  }

  #walk(
    { rows, labels, importances, order }: Labelled,
    judges: readonly ProgressiveValidation[],
    from: number,
    to: number,
    learn: (rows: SparseRows, i: number) => void,
  ): void {
    for (let t = from; t < to && this.#left > 0; t++) {
      const i = order[t];
      const h = importances === undefined ? 1 : importances[i];
      this.#labels.fill(labels[i]);
      this.#weigh(h);
      learn(rows, i);
      if (judges.length > 0) this.#tell(i, labels[i], h, judges);
    }
  }

  #predictEach(rows: SparseRows, tell: (i: number) => void): void {
    for (let i = 0; i < rows.length && this.#left > 0; i++) {
      this.#learner.predictions(rows, i, this.#predictions);
      tell(i);
    }
  }

  /** The losses of all members at once; those that are out are not asked. */
  #tell(i: number, y: number, h: number, judges: readonly ProgressiveValidation[]): void {
    const { predictions, labels, out } = this.#lossOfAll;
    for (let m = 0; m < judges.length; m++) {
      predictions[m] = this.#isIn[m] === 1 ? this.#predictions[m] : 0;
      labels[m] = y;
    }
    this.#lossOfAll.values(judges.length);
    for (let m = 0; m < judges.length; m++) if (this.#isIn[m] === 1) judges[m].score(i, this.#predictions[m], y, h, out[m]);
  }

  /** Importance h for every member that is in. */
  #weigh(h: number): void {
    if (h === this.#importance) return;
    for (let m = 0; m < this.#isIn.length; m++) this.#importances[m] = this.#isIn[m] * h;
    this.#importance = h;
  }

  #leave(m: number): undefined {
    this.#isIn[m] = 0;
    this.#importances[m] = 0;
    this.#left--;
  }
}
