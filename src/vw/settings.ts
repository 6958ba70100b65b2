import type { HashName } from '../data/readers/vw/hash.ts';

/** What a run of Vowpal Wabbit's learner is made of, as plain settings. */
export interface VwSettings {
  readonly features: {
    readonly bits: number;
    readonly hash: HashName;
    readonly interactions: readonly string[];
    readonly constant: boolean;
  };
  readonly loss: VwLossChoice;
  readonly update: 'naive' | 'invariant';
  readonly optimizer: DescentSettings | FtrlSettings;
  /** Absent: one learner, of numbers. */
  readonly several?: VwClasses;
}

/** Classes 1 … K, a learner each: against all others by the label, or on its own cost. */
export interface VwClasses {
  readonly name: 'oaa' | 'csoaa';
  /** K. */
  readonly classes: number;
}

/** The loss that the options of Vowpal Wabbit choose. */
export type VwLossChoice =
  | { readonly name: 'squared' | 'hinge' | 'logistic' | 'poisson' }
  | { readonly name: 'quantile'; readonly level: number }
  /** q as METHODS has it: the expectile to estimate. */
  | { readonly name: 'expectile'; readonly q: number };

/** Gradient descent, with the rules that are switched on. */
export interface DescentSettings {
  readonly name: 'descent';
  readonly adaptive: boolean;
  readonly normalized: boolean;
  readonly powerT: number;
  readonly initialT: number;
  readonly l1: number;
  readonly l2: number;
  /** Weight of the constant feature before the first example, one of the hash space like others; absent: 0. */
  readonly initialConstant?: number;
}

/** FTRL-Proximal with its numbers. */
export interface FtrlSettings {
  readonly name: 'ftrl';
  readonly alpha: number;
  readonly beta: number;
  readonly l1: number;
  readonly l2: number;
}

/** The step size, apart from the settings because a model may be continued with another one. */
export interface VwRate {
  readonly eta: number;
  /** Factor after every pass. */
  readonly decay: number;
}
