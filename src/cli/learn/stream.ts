import { upTo, type Dataset } from '../../rows/dataset.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { passiveLearn } from '../../streams/passes/passive-learn.ts';
import { PiecewiseValidation } from '../../streams/measures/piecewise.ts';
import { labelledPieces } from '../data/labelled.ts';
import { STDIN } from '../../data/readers/bytes.ts';
import { readsScale, SizeWatch } from '../data/remarks.ts';
import { GrowingLearner } from '../models/growing-learner.ts';
import { spaceRead } from '../models/feature-space.ts';
import type { Target } from '../options/target.ts';
import type { Session } from '../terminal/session.ts';
import { firstPassOf, keptModel, type Learned, type LearnRequest, startOf } from './learned.ts';

/**
 * Carries out `iwal learn --stream` once its command line is checked: reads, learns and forgets, a piece at a time. Loaded only then.
 *
 * Learns a file whose rows nobody holds: model, predictions and what is told are those of `learnFile`, bit for bit. The memory is that
 * of the features and of one piece. Later passes read the file again.
 */
export async function learnStream(request: Omit<LearnRequest, 'read'>, session: Session): Promise<Learned> {
  const { data, passes, model, predictions } = request;
  const { spec, space: begunIn, reading, learner: build } = await startOf(request);
  const space = begunIn ?? (await spaceRead(data, reading, {}));
  const begun = build(1);
  const growing = new GrowingLearner(spec, begun);
  const first = new Judge(begun, predictions);
  const watch = readsScale(spec) ? new SizeWatch(data !== STDIN) : undefined;
  let examples = 0;
  for await (const piece of labelledPieces(data, reading, begun.loss, session)) {
    watch?.add(piece.rows);
    examples += piece.rows.length;
    first.begin(piece);
    learnPiece(growing.reaching(piece.rows.columns), piece, first);
    first.keep();
  }
  if (watch !== undefined) {
    const remarks = watch.remarks(spec) ?? (await remarksOnAll(spec, labelledPieces(data, reading, begun.loss, session)));
    for (const line of remarks) session.note(line);
  }
  const firstPass = firstPassOf(begun, first.whole);
  for (let pass = 1; pass < passes; pass++) {
    growing.reaching(1).beginPass();
    for await (const piece of labelledPieces(data, reading, begun.loss, session))
      learnPiece(growing.reaching(piece.rows.columns), piece, UNJUDGED);
  }
  await predictions?.finish();
  return keptModel(growing.exact(), { spec, space, model }, { ...firstPass, examples, passes });
}

/** What sizes of features ask to be said once every entry was looked at. */
async function remarksOnAll(spec: LearnerSpec, pieces: AsyncIterable<Dataset>): Promise<string[]> {
  const watch = new SizeWatch(false);
  for await (const { rows } of pieces) watch.add(rows);
  return watch.remarks(spec)!;
}

function learnPiece(learner: MarginLearner, piece: Dataset, judge: Pick<PiecewiseValidation, 'record'>): void {
  const order = upTo(piece.rows.length);
  passiveLearn(learner, { ...piece, order }, judge, 0, order.length);
}

/** Of passes whose predictions have seen the labels. */
const UNJUDGED: Pick<PiecewiseValidation, 'record'> = {
  record() {
    // Nobody asks.
  },
};

/** Scores predictions, and writes them where somebody wants them. */
class Judge extends PiecewiseValidation {
  readonly #target: Target | undefined;
  #lines: string[] = [];

  constructor({ loss }: MarginLearner, target: Target | undefined) {
    super(loss);
    this.#target = target;
  }

  override record(i: number, p: number): void {
    super.record(i, p);
    if (this.#target !== undefined) this.#lines.push(`${p}\n`);
  }

  /** Writes what was predicted since the last call. */
  keep(): void {
    this.#target?.append(this.#lines.join(''));
    this.#lines = [];
  }
}
