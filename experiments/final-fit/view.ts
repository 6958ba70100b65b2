import { canonical } from '../../src/specs/hash.ts';
import type { Checkpoint, FinalMeasured } from '../../src/streams/measures/measurement.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/cell.ts';
import type { Measured } from '../../src/studies/results/claim.ts';
import type { Findings } from '../../src/studies/study.ts';
import { logRatio, meanRatio } from '../support/ratios.ts';
import { Rivals, type Rival } from '../support/rivals.ts';
import rivals from './rivals.json' with { type: 'json' };
import { DEVELOPMENT, fitSets } from './sets.ts';
import { cellOf, type Variation } from './settings.ts';

/** How a run ends: the test error of its model, and the balanced one where classes are uneven. */
export interface End {
  readonly error: number;
  readonly balanced: number | undefined;
  readonly cell: string;
}

/** Whose errors: a setting of the study, or scikit-learn's, by how it gets its labels. */
export type Contestant = Variation | Rival;

/** What scikit-learn does on the sets of this study. */
export const RIVALS = new Rivals(rivals);

/** Everything the report is made from. */
export class View {
  readonly findings: Findings;
  /** Sets that are here: all, those where something is chosen, and the others. */
  readonly sets: readonly string[];
  readonly development: readonly string[];
  readonly confirmation: readonly string[];
  readonly #ends = new Map<string, End>();

  constructor(findings: Findings) {
    this.findings = findings;
    this.sets = fitSets()
      .map(({ name }) => name)
      .filter((name) => findings.splits.has(name));
    this.development = this.sets.filter((name) => DEVELOPMENT.includes(name));
    this.confirmation = this.sets.filter((name) => !DEVELOPMENT.includes(name));
    for (const result of findings.results) {
      const end = endOf(result);
      if (end !== undefined) this.#ends.set(canonical(result.cell), end);
    }
  }

  /** The runs of a setting that have ended, in the order of their seeds. */
  runs(set: string, variation: Variation, budget?: number): End[] {
    const seeds = Array.from({ length: this.findings.seeds }, (_, s) => s + 1);
    return seeds.flatMap((seed) => this.#ends.get(canonical(cellOf(set, variation, seed, budget))) ?? []);
  }

  /** Mean test error over seeds; undefined where there is none. */
  error(set: string, of: Contestant, budget?: number): number | undefined {
    const errors = this.#errors(set, of, budget);
    return errors.length === 0 ? undefined : mean(errors);
  }

  #errors(set: string, of: Contestant, budget?: number): readonly number[] {
    return typeof of === 'string' ? RIVALS.errors(set, of, budget) : this.runs(set, of, budget).map(({ error }) => error);
  }

  /** The geometric mean over sets and budgets of the errors of one over those of the other, less 1; of two settings on the seeds of both. */
  ratio(one: Contestant, other: Contestant, sets: readonly string[], budgets: readonly (number | undefined)[]): Measured {
    const perSet = sets.flatMap((set) => {
      const each = budgets.flatMap((budget) => {
        const errors = [one, other].map((each) => this.#errors(set, each, budget));
        const seeds = [one, other].some((each) => typeof each === 'string')
          ? Infinity
          : Math.min(...errors.map(({ length }) => length));
        const [a, b] = errors.map((each) => mean(each.slice(0, seeds)));
        return Number.isNaN(a + b) ? [] : [logRatio(a, b)];
      });
      return each.length === 0 ? [] : [mean(each)];
    });
    return meanRatio(perSet);
  }
}

function endOf({ cell, hash, outcome }: CellResult): End | undefined {
  if ((cell.kind !== 'active' && cell.kind !== 'active-classes') || !('measurement' in outcome)) return undefined;
  const { curve, final } = outcome.measurement as { curve: readonly Checkpoint[]; final?: FinalMeasured };
  const { testError, balancedError } = final ?? curve.at(-1)!;
  return { error: testError!, balanced: balancedError ?? undefined, cell: hash };
}
