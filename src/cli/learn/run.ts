import { writeFile } from 'node:fs/promises';
import { type Dataset, selectRows, upTo } from '../../rows/dataset.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { passiveLearn } from '../../streams/passes/passive-learn.ts';
import { ProgressiveValidation } from '../../streams/measures/progressive.ts';
import { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { scaleRemarks } from '../data/remarks.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { readLabelled } from '../data/labelled.ts';
import { spaceRead } from '../models/feature-space.ts';
import type { Session } from '../terminal/session.ts';
import type { ModelChoice } from '../../fits/choose.ts';
import { fitLossOf } from '../../fits/fit.ts';
import { count, percent } from '../../numerics/display.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import type { Work } from '../../numerics/work.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { fittedLearner, fittedSpec, marginPupil } from '../../specs/fitting.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { labelsFor } from '../../specs/traits/labels-for.ts';
import type { LearnedLabel } from '../../streams/learned-labels.ts';
import { Refits, type Final } from '../../streams/refits.ts';
import { comparedIn, newLearner } from '../models/model.ts';
import { FIRST_SEED } from '../options/spec/spec-options.ts';
import { inStrides, interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import { firstPassOf, keptModel, type Learned, type LearnRequest, startOf } from './learned.ts';

/** Carries out `iwal learn` once its command line is checked: reads, learns, writes. Loaded only then. */
export async function learnFile(request: LearnRequest, session: Session): Promise<Learned> {
  const { data, passes, model, predictions } = request;
  const { spec, space: begun, reading, learner: build } = await startOf(request);
  const dataset = await session.unlessInterrupted(readLabelled(data, reading, build(1).loss, request.read));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const space = begun ?? (await spaceRead(data, reading, dataset));
  for (const line of scaleRemarks(spec, dataset.rows)) session.note(line);
  const learner = build(dataset.rows.columns, passes * dataset.rows.length);
  const first =
    predictions === undefined ? new TwoClassValidation(...judged(learner, dataset)) : new Recording(...judged(learner, dataset));
  const stream = { ...dataset, order: upTo(dataset.rows.length) };
  const learnPass = (validation: ProgressiveValidation): Promise<void> =>
    inStrides(stream.order.length, session, (from, to) => {
      passiveLearn(learner, stream, validation, from, to);
    });
  await learnPass(first);
  const firstPass = firstPassOf(learner, first);
  for (let pass = 1; pass < passes; pass++) {
    learner.beginPass();
    await learnPass(new ProgressiveValidation(...judged(learner, dataset)));
  }
  if (first instanceof Recording) await predictions?.fill((path) => writeFile(path, first.predictions.join('\n') + '\n'));
  const measured = { ...firstPass, examples: dataset.rows.length, passes };
  const { final } = request;
  if (final === undefined && passes === 1 && begun === undefined && fitLossOf(learner.loss) !== undefined) {
    const hint = fitHint((await interruptibly(ended(learner, fewOf(dataset), spec, 'best'), session)).choice);
    if (hint !== undefined) session.note(hint);
  }
  if (final === undefined || final === 'online') return keptModel(learner, { spec, space, model }, measured);
  const { learner: home, choice } = await interruptibly(ended(learner, dataset, spec, final), session);
  const kept = choice?.fit === undefined ? spec : fittedSpec(spec);
  const compared = choice && comparedIn(choice);
  return keptModel(home, { spec: kept, space, model, compared }, measured);
}

/** Labels that tell whether a fit would be better: few, so that nobody waits for them. */
const FEW = 256;

function fewOf(data: Dataset): Dataset {
  const { length } = data.rows;
  return selectRows(data, permutation(length, randomStream(FIRST_SEED, 'few')).slice(0, FEW), data.name);
}

/** What is said where a fit makes a tenth fewer mistakes in cross-validation than a pass over the same labels. */
function fitHint(choice: ModelChoice | undefined): string | undefined {
  const { chosen, candidates = [] } = choice ?? {};
  const pass = candidates.find(({ passes }) => passes === 1);
  if (chosen?.name !== 'fit' || pass === undefined || !(chosen.error < 0.9 * pass.error)) return undefined;
  return (
    `a fit may be better: in cross-validation on ${count(choice!.heldOut.places.length)} labels one pass has an error of ` +
    `${percent(pass.error)}, a model fitted to them ${percent(chosen.error)}; --final best keeps the better one`
  );
}

/** The model that cross-validation prefers, or the fit, of all labels of a file. */
function ended(learner: MarginLearner, data: Dataset, spec: LearnerSpec, final: 'best' | 'fit'): Work<Final<MarginLearner>> {
  const { rows, labels, importances } = data;
  const loss = buildLoss(spec);
  if (final === 'fit' && fitLossOf(loss) === undefined)
    throw new Failure(
      `loss '${loss.name}' can be learned online alone: leave out --final fit, or name a loss that can be fitted`,
    );
  const legal = labelsFor(loss, data);
  const known = Array.from(legal, (label, row): LearnedLabel => {
    const rowImportance = importances?.[row] ?? 1;
    return { row, label, rowImportance, learned: rowImportance, importance: rowImportance };
  });
  return new Refits<MarginLearner>({
    ...{
      pool: rows,
      importances,
      loss,
      classes: undefined,
      seed: FIRST_SEED,
      final,
      refit: undefined,
      known,
      order: new Uint32Array(),
    },
    newPupil: () => marginPupil(newLearner(spec, rows.columns, labels.length), data),
    predicting: (fit) => fittedLearner(spec, fit, rows.columns),
  }).final(learner);
}

/** What judges a pass. */
function judged({ loss }: MarginLearner, { labels, importances }: Dataset): ConstructorParameters<typeof ProgressiveValidation> {
  return importances === undefined ? [loss, labels] : [loss, labels, importances];
}

/** Keeps the predictions it scores. */
class Recording extends TwoClassValidation {
  readonly predictions: number[] = [];

  override record(i: number, p: number): void {
    super.record(i, p);
    this.predictions.push(p);
  }
}
