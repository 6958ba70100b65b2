import { losses } from '../losses/index.ts';
import type { Loss } from '../losses/loss.ts';
import { sigmoid, softplus, expm1, log, log1p, solve } from '../numerics/elementary.ts';
import { updates } from '../updates/index.ts';
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
 * - logistic takes any label in [-1, 1], see below;
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

/**
 * Logistic loss of a label between the classes: s ln(1 + e^-p) + (1 - s) ln(1 + e^p), s = (y + 1) / 2 in (0, 1).
 *
 * It is least at p* = ln(s / (1 - s)). Its flow, dp/dtau = s - sigmoid(p), brings p from A below p* to B below it in the time
 *
 *   tau = (A - B) / s + ln((1 - e^-A) / (1 - e^-B)) / (s (1 - s)),
 *
 * and from above with s and 1 - s exchanged: solved here for D = A - B, which the speed at the start bounds. The logarithm is
 * taken as ln(1 + (1 - e^-D) / (e^B - 1)), which keeps its digits for short distances.
 *
 * Vowpal Wabbit goes s of the way for the label +1 and 1 - s of the way for -1 instead: the flow of no loss, which does not stop
 * at p*. Derived here; the two are compared in test/references/vw-parity.test.ts.
 */
export const mixedLogistic = {
  value: (p: number, y: number): number => softplus(p) - share(y) * p,
  slope: (p: number, y: number): number => sigmoid(p) - share(y),
  flow(p: number, y: number, tau: number): number {
    const s = share(y);
    const ahead = log(s / (1 - s)) - p;
    const speed = s - sigmoid(p);
    const highest = Math.min(Math.abs(ahead), tau * Math.abs(speed));
    return Math.sign(speed) * solve(flowTime, tau, 0, highest, ahead > 0 ? s : 1 - s, Math.abs(ahead));
  },
};

function share(y: number): number {
  return (y + 1) / 2;
}

/** Time in which the distance to p* shrinks from `start` by `moved`. */
function flowTime(moved: number, s: number, start: number): number {
  return moved / s + log1p(-expm1(-moved) / expm1(start - moved)) / (s * (1 - s));
}
