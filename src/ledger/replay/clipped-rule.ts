import { around } from '../../queries/around.ts';
import type { QueryRule, Reads, RuleReading } from '../../queries/query.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import type { Observer } from '../../streams/passes/active-learn.ts';
import type { Answers } from './answers.ts';

/** What a rule asked of a ledger. */
export interface Requests {
  /** Labels that its coins wanted and its budget held. */
  readonly wanted: number;
  /** Those of them that the ledger bought. */
  readonly met: number;
  /** Those met with a probability that the ledger's own was below: their importances are not the rule's. */
  readonly reweighted: number;
  /** Rows at which the rule's probability exceeded the ledger's, wanted or not. */
  readonly clipped: number;
}

/**
 * Another rule on the coins of a ledger, where it may ask with the ledger's probability p at most:
 *
 *   P'' = min(P', p)       importance i / P''
 *
 * A coin below P'' is below p, so that every label it asks for was bought. Where P' <= p at every row it wants, nothing is clipped
 * that matters, and the run is that of the rule itself with these coins. Elsewhere it is an exact run of the clipped rule, whose
 * sample is as unbiased as the smaller of both.
 *
 * Source: thinning of a Poisson sample (Särndal, Swensson & Wretman, Model assisted survey sampling, 1992, section 9.8).
 */
export class ClippedRule implements Observer<AnyActiveLearner> {
  readonly rule: QueryRule;
  #wish = 0;
  #isClipped = false;
  #wanted = 0;
  #met = 0;
  #reweighted = 0;
  #clipped = 0;

  constructor(rule: QueryRule, answers: Pick<Answers, 'probabilities'>) {
    this.rule = this.#clip(rule as RuleReading<Reads>, answers);
  }

  get requests(): Requests {
    return { wanted: this.#wanted, met: this.#met, reweighted: this.#reweighted, clipped: this.#clipped };
  }

  considered({ decision, situation }: AnyActiveLearner): void {
    if (this.#isClipped) this.#clipped++;
    if (decision.coin >= this.#wish || situation.labelsLeft < 1 || situation.rowImportance === 0) return;
    this.#wanted++;
    if (decision.outcome !== 'asked') return;
    this.#met++;
    if (this.#isClipped) this.#reweighted++;
  }

  answered(): void {
    // Counted where it was asked for.
  }

  #clip<R extends Reads>(rule: RuleReading<R>, { probabilities }: Pick<Answers, 'probabilities'>): RuleReading<R> {
    const isClippedAway = (): boolean => this.#isClipped;
    const clipped = around(rule, {
      probability: (situation, rows, i) => {
        const wish = rule.probability(situation, rows, i);
        const { time, rowImportance } = situation;
        this.#wish = wish;
        // Rows of importance 0 are bought by nobody.
        this.#isClipped = wish > probabilities[time] && rowImportance > 0;
        return this.#isClipped ? probabilities[time] : wish;
      },
    });
    return {
      ...clipped,
      // What the ledger left out is no prediction of this rule that it could learn from.
      get whenImplied() {
        return isClippedAway() ? 'skip' : rule.whenImplied;
      },
    };
  }
}

/** The rule that a ledger was kept of, by its probabilities alone, for other learners to be handed the same labels. */
export function recordedRule(
  { name, weighting, whenImplied, unbiased }: Pick<QueryRule, 'name' | 'weighting' | 'whenImplied' | 'unbiased'>,
  { probabilities }: Pick<Answers, 'probabilities'>,
): QueryRule {
  return {
    name,
    reads: 'counts',
    weighting,
    whenImplied,
    unbiased,
    probability: ({ time }) => probabilities[time],
    settle: () => undefined,
    state: () => ({}),
    restore: () => undefined,
  };
}
