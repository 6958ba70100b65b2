import { columnsOf, splitWithConstant, type Split } from '../../../rows/selection.ts';
import { labelsFor } from '../../../specs/traits/labels-for.ts';
import type { RunSpec } from '../../../specs/run.ts';
import { checkpoints, PER_DECADE } from '../../../streams/measures/checkpoints.ts';
import type { Checkpoint, Measurement } from '../../../streams/measures/measurement.ts';
import { ProgressiveValidation } from '../../../streams/measures/progressive.ts';
import { inOrder } from '../in-order.ts';
import { Mistakes } from '../measures/mistakes.ts';
import { Members } from './members.ts';
import { passKey } from './pass.ts';

/** passKey (pass.ts) of a run that buys every label; undefined for other ones. */
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
        ...{ progressiveLoss: finiteLoss, progressiveError: error, testError: tests?.[m].share ?? null },
      });
    });
  }
  const judged = split.validation === undefined ? undefined : mistakesOn(members, specs.length, split.validation);
  return members.map((m) => ({
    curve: curves[m],
    validationError: judged?.[m].share ?? null,
    sample: {
      // Every prediction was judged by a label that was learned; of no importance at all there is no share.
      errorEstimate: importanceSum === 0 ? 0 : evaluators[m].error,
      ...{ refusedImportance: 0, implied: 0, awaited: 0 },
      ...(importanceSum !== position && { consideredImportance: importanceSum }),
    },
  }));
}

function mistakesOn(members: Members, size: number, part: NonNullable<Split['test']>): Mistakes[] {
  const labels = labelsFor(members.loss, part);
  const mistakes = Array.from({ length: size }, () => new Mistakes(members.loss, labels, part.importances));
  members.judge(part, mistakes);
  return mistakes;
}
