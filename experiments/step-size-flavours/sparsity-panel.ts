import type { Origin, PathPanel, Point } from '../../src/figures/model/figure.ts';
import { numberInWords } from '../../src/figures/panels/marks.ts';

/** A model that an l1 penalty made. */
export interface SparseModel extends Pick<Origin, 'cells'> {
  /** The l1 penalty. */
  readonly penalty: number;
  readonly nonZeros: number;
  readonly loss: number;
  readonly low?: number;
  readonly high?: number;
}

/** Sparsity against loss: non-zero weights of a model against its loss, joined in the order of the penalty that made them. */
export interface Sparsity {
  readonly title: string;
  /** Label of the axis of losses. */
  readonly loss: string;
  /** Models of each method, in any order. */
  readonly methods: Readonly<Record<string, readonly SparseModel[]>>;
}

/**
 * The panel of sparsity: non-zero weights (log axis) against loss, a path a method in the order of its penalty.
 */
export function sparsityPanel({ title, loss, methods }: Sparsity): PathPanel {
  const pointOf = ({ penalty, nonZeros, loss: y, ...rest }: SparseModel): Point => ({
    x: nonZeros,
    y,
    ...rest,
    note: `penalty ${numberInWords(penalty)}`,
  });
  return {
    kind: 'paths',
    title,
    x: { label: 'non-zero weights', scale: 'log' },
    y: { label: loss, scale: 'linear' },
    series: Object.entries(methods).map(([label, models]) => ({
      label,
      points: models.toSorted((a, b) => a.penalty - b.penalty).map(pointOf),
    })),
  };
}
