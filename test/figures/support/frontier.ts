import type { Origin, PathPanel, Point, Reference } from '../../../src/figures/model/figure.ts';
import { numberInWords } from '../../../src/figures/panels/marks.ts';

/** Where a run ended. */
export interface FrontierRun extends Pick<Origin, 'cells'> {
  readonly mellowness: number;
  /** Share of the labels bought, in (0, 1]. */
  readonly share: number;
  readonly error: number;
  readonly low?: number;
  readonly high?: number;
}

/**
 * The frontier of a query rule: the share of the labels it bought against the error it ended with, joined in the order of its
 * mellowness. What else was in reach of a budget is a point on the same path.
 */
export interface Frontier {
  readonly title: string;
  /** Label of the axis of errors. */
  readonly error: string;
  /** Runs of each method, in any order. */
  readonly methods: Readonly<Record<string, readonly FrontierRun[]>>;
  readonly references?: readonly Reference[];
}

/**
 * The panel of frontiers: share of labels bought (log axis) against error, a path a method in the order of its mellowness.
 */
export function frontierPanel({ title, error, methods, references = [] }: Frontier): PathPanel {
  const pointOf = ({ mellowness, share, error: y, ...rest }: FrontierRun): Point => ({
    x: share,
    y,
    ...rest,
    note: `mellowness ${numberInWords(mellowness)}`,
  });
  return {
    kind: 'paths',
    title,
    x: { label: 'share of labels bought', scale: 'log', max: 1 },
    y: { label: error, scale: 'linear' },
    references,
    series: Object.entries(methods).map(([label, runs]) => ({
      label,
      points: runs.toSorted((a, b) => a.mellowness - b.mellowness).map(pointOf),
    })),
  };
}
