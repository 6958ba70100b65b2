import { losses } from '../losses/index.ts';
import type { Loss } from '../losses/loss.ts';
import { updates } from '../updates/index.ts';
import { mixedLogistic } from './mixed-logistic.ts';
import type { VwSettings } from './settings.ts';

/** A loss as Vowpal Wabbit defines it: value, slope, and the exact update. */
export interface VwLoss {
  value(p: number, y: number): number;
  slope(p: number, y: number): number;
  /** Displacement of the prediction in the time tau. */
  step(p: number, y: number, tau: number): number;
  /** Where predictions are clipped: fixed bounds, or the labels that were seen. */
  readonly range: readonly [low: number, high: number] | 'seen';
  /** Which labels are legal. */
  readonly labels: { readonly legal: string; includes(y: number): boolean };
}

const ANY = { legal: 'a finite number', includes: Number.isFinite };
const BETWEEN_CLASSES = { legal: 'a number in [-1, 1] for logistic loss', includes: (y: number) => Math.abs(y) <= 1 };
const NOT_NEGATIVE = { legal: 'a number >= 0 for poisson loss', includes: (y: number) => y >= 0 };

/**
 * Vowpal Wabbit's losses, made of ours: the same motions under its conventions.
 *
 * - squared and expectile are without the half: 2 l, whose step for the time tau is that of l for 2 tau;
 * - logistic takes any label in [-1, 1], see mixed-logistic.ts;
 * - the value of poisson is the deviance, twice what its steps descend;
 * - predictions are clipped: to [-50, 50] for logistic and poisson, else to the range of 0 and the labels seen so far.
 *
 * Labels other than -1 and +1 go through hinge as they are, as there.
 *
 * Source: Vowpal Wabbit 9.11, loss_functions.cc; it adds 1e-6 inside the logarithm of the deviance, ours does not.
 */
export function vwLoss({ loss, update }: Pick<VwSettings, 'loss' | 'update'>): VwLoss {
  switch (loss.name) {
    case 'squared':
      return { ...times(2, losses.squared, update), range: 'seen', labels: ANY };
    case 'expectile':
      return { ...times(2, losses.expectile({ q: loss.q }), update), range: 'seen', labels: ANY };
    case 'hinge':
      return { ...times(1, losses.hinge, update), range: 'seen', labels: ANY };
    case 'quantile':
      return { ...times(1, losses.quantile({ level: loss.level }), update), range: 'seen', labels: ANY };
    case 'logistic':
      return { ...softened(times(1, losses.logistic, update), update), range: [-50, 50], labels: BETWEEN_CLASSES };
    case 'poisson':
      return {
        ...times(1, losses.poisson, update),
        value: (p, y) => 2 * losses.poisson.excess(p, y),
        range: [-50, 50],
        labels: NOT_NEGATIVE,
      };
  }
}

type Motion = Pick<VwLoss, 'value' | 'slope' | 'step'>;

/** c l. */
function times(c: number, loss: Loss, update: keyof typeof updates): Motion {
  return {
    value: (p, y) => c * loss.value(p, y),
    slope: (p, y) => c * loss.slope(p, y),
    step: (p, y, tau) => updates[update](loss, p, y, c * tau),
  };
}

/** Logistic loss, extended to labels between the classes. */
function softened(classes: Motion, update: VwSettings['update']): Motion {
  const isClass = (y: number): boolean => Math.abs(y) === 1;
  const between: Motion = {
    ...mixedLogistic,
    step: (p, y, tau) => (update === 'invariant' ? mixedLogistic.flow(p, y, tau) : -tau * mixedLogistic.slope(p, y)),
  };
  return {
    value: (p, y) => (isClass(y) ? classes : between).value(p, y),
    slope: (p, y) => (isClass(y) ? classes : between).slope(p, y),
    step: (p, y, tau) => (isClass(y) ? classes : between).step(p, y, tau),
  };
}
