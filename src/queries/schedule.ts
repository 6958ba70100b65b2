import { pow } from '../numerics/pow.ts';

/** How fast a pacer may spend: by a budget for a stream of known length, or by a rate for one without an end. */
export interface Schedule {
  /**
   * Cost that is due for the row at position t, with the cost `left` of the budget and so many labels bought.
   */
  due(t: number, left: number, bought: number): number;
  /** Whether so much has been spent that a row is asked about with p_min alone. */
  isAhead(t: number, left: number, bought: number): boolean;
  /** Rows to the nearer end of the stream. */
  reach(t: number): number;
}

/** A budget, the rows it is for, and how it is spread over them. */
export interface BudgetPlan {
  /** B: cost that may be spent. */
  readonly budget: number;
  /** n: rows of the stream. */
  readonly rows: number;
  /** beta: the rate falls as t^-beta; 0: it is even. */
  readonly decay: number;
  /** Cost that the warm-up is expected to spend. */
  readonly warmUp: number;
}

/**
 * A budget over a stream of n rows: due at t is what is left times
 *
 *   s(t) = (1 - beta) (t+1)^-beta / (n^(1-beta) - t^(1-beta)),     1 / (n - t) where the pace is even;
 *
 * ahead: more has been spent than B (t/n)^(1-beta) + max(3, B/20) and what is left of the warm-up's share.
 */
export function budgetSchedule({ budget, rows: n, decay: beta, warmUp }: BudgetPlan): Schedule {
  const spread = budget - warmUp;
  const slack = Math.max(3, budget / 20);
  const reach = (t: number): number => Math.min(t, n - t);
  // Asked on every row: without powers in it an engine inlines it into the pacer.
  if (beta === 0)
    return {
      due: (t, left) => left * (1 / (n - t)),
      isAhead: (t, left) => budget - left > warmUp + spread * (t / n) + slack,
      reach,
    };
  const share = (t: number): number => ((1 - beta) * pow(t + 1, -beta)) / (pow(n, 1 - beta) - pow(t, 1 - beta));
  return {
    due: (t, left) => left * share(t),
    isAhead: (t, left) => budget - left > warmUp + spread * pow(t / n, 1 - beta) + slack,
    reach,
  };
}

/** Labels that a rate makes up for being behind or ahead within about so many labels' rows. */
const MAKING_UP = 20;

/**
 * A rate r of labels a row, for streams whose length nobody knows: due at t is r and what makes up for being behind or ahead,
 *
 *   r + (r t - bought) / H,     H = 20 / r rows, clipped to [0, 1];
 *
 * ahead: more than r t + max(3, r t / 20) and the warm-up's labels have been bought.
 */
export function rateSchedule(rate: number, warmUp: number): Schedule {
  return {
    due: (t, _left, bought) => Math.min(1, Math.max(0, rate + ((rate * t - bought) * rate) / MAKING_UP)),
    isAhead: (t, _left, bought) => bought > warmUp + rate * t + Math.max(3, (rate * t) / 20),
    reach: (t) => t,
  };
}
