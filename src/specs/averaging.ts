import { SpecError } from './choices.ts';
import type { Average } from './learner-spec.ts';
import { budgetOf, type RunSpec } from './run.ts';

/** Labels learned before an average begins, of so many that will be. */
export function averageAfter(average: Average, labels: number): number {
  return typeof average === 'number' ? average : Math.floor((labels * Number.parseFloat(average)) / 100);
}

/**
 * How many labels a run will learn: every row's, or the budget that sets the knob and is spent to its end; Infinity where nobody knows
 * beforehand, and a share of them says nothing (requireKnownShare).
 */
export function labelsOf(spec: Pick<RunSpec, 'query' | 'budget' | 'pace'>, rows: number): number {
  const { query, pace } = spec;
  const isKnown = query.name === 'passive' || (pace !== undefined && pace.rate === undefined);
  return isKnown ? Math.min(rows, budgetOf(spec, rows)) : Infinity;
}

/**
 * @throws SpecError for an average that begins after a share of labels whose number is not known beforehand.
 */
export function requireKnownShare(spec: Pick<RunSpec, 'average' | 'query' | 'budget' | 'pace' | 'oracle'>): void {
  const { average, oracle = [], pace } = spec;
  if (typeof average !== 'string') return;
  const legal = 'expected a number of labels, as average 500';
  if (pace?.rate !== undefined)
    throw new SpecError(
      `average ${average} is a share of the labels of a stream, and at a rate nobody knows how long that is; ${legal}`,
    );
  if (labelsOf(spec, 1) === Infinity)
    throw new SpecError(
      `average ${average} is a share of the labels that will be learned, and rule '${spec.query.name}' with its knob ` +
        `given buys nobody knows how many; ${legal}, or a budget that sets the knob`,
    );
  if (oracle.some(({ name }) => name === 'priced'))
    throw new SpecError(
      `average ${average} is a share of the labels, and at these prices nobody knows how many the budget buys; ${legal}`,
    );
}
