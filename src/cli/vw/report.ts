import { decimal } from '../../numerics/decimals.ts';
import { isInRange, lossOutOfRange } from '../../learners/margin-learner.ts';
import { UsageError } from '../terminal/failure.ts';

/** One prediction; label undefined where there is none, and then the loss is 0. */
export interface Scored {
  readonly label: number | undefined;
  readonly importance: number;
  readonly prediction: number;
  readonly loss: number;
  readonly features: number;
  /** Label and prediction as the table shows them where they are classes. */
  readonly shown?: readonly [label: string, prediction: string];
}

/**
 * What Vowpal Wabbit prints: a table of progress, then a summary.
 *
 * Losses are means over the importance of labelled examples, each taken from the prediction before its update; "since last" is
 * that since the last line. Lines come at importances 1, 2, 4, … or as --progress asks: every n examples for a whole number n,
 * else whenever the importance has grown by that factor (a factor <= 1 gets 1 added, as there).
 */
export class VwReport {
  readonly #grow: (weight: number) => number;
  readonly #print: (line: string) => void;
  #next: number;
  #last = { loss: 0, mass: 0 };
  #examples = 0;
  #weight = 0;
  #mass = 0;
  #labels = 0;
  #loss = 0;
  #features = 0;

  /** progress: what --progress says. */
  constructor(progress: string, print: (line: string) => void) {
    const step = decimal(progress);
    if (!(step > 0)) throw new UsageError(`--progress must be a number > 0, found '${progress}'`);
    const factor = step <= 1 ? step + 1 : step;
    const additive = /^\d+$/.test(progress);
    this.#grow = additive ? (weight) => Math.floor(weight / step) * step + step : (weight) => factor * weight;
    this.#next = additive ? step : 1;
    this.#print = print;
  }

  begin(): void {
    this.#print('average  since         example        example        current        current  current');
    this.#print('loss     last          counter         weight          label        predict features');
  }

  add(scored: Scored): void {
    const { label, importance, loss, features } = scored;
    this.#examples++;
    this.#weight += importance;
    this.#features += features;
    if (label !== undefined) {
      this.#mass += importance;
      this.#labels += importance * label;
      this.#loss += importance * loss;
      if (!isInRange(this.#loss)) throw lossOutOfRange(this.#examples, scored.prediction, label);
    }
    if (this.#weight < this.#next) return;
    this.#print(this.#line(scored));
    this.#last = { loss: this.#loss, mass: this.#mass };
    while (this.#next <= this.#weight) this.#next = this.#grow(this.#next);
  }

  result(passes: number): VwResult {
    return {
      averageLoss: this.#mass > 0 ? this.#loss / this.#mass : null,
      examples: this.#examples / passes,
      passes,
      features: this.#features,
      weightedExamples: this.#weight,
      weightedLabels: this.#labels,
    };
  }

  #line({ label, prediction, features, shown }: Scored): string {
    const mean = (loss: number, mass: number): string => (mass > 0 ? (loss / mass).toFixed(6) : 'n.a.').padEnd(8);
    return [
      mean(this.#loss, this.#mass),
      mean(this.#loss - this.#last.loss, this.#mass - this.#last.mass),
      String(this.#examples).padStart(12),
      this.#weight.toFixed(1).padStart(14),
      (shown?.[0] ?? (label === undefined ? 'unknown' : label.toFixed(4))).padStart(14),
      (shown?.[1] ?? prediction.toFixed(4)).padStart(14),
      String(features).padStart(8),
    ].join(' ');
  }
}

/** What Vowpal Wabbit prints at the end, as numbers. */
export interface VwResult {
  /** Mean progressive loss; null without a label. */
  readonly averageLoss: number | null;
  /** In one pass. */
  readonly examples: number;
  readonly passes: number;
  /** Entries of all examples of all passes, constants and interactions included. */
  readonly features: number;
  readonly weightedExamples: number;
  readonly weightedLabels: number;
}

/** The lines that Vowpal Wabbit prints at the end. */
export function vwSummary({ averageLoss, examples, passes, features, weightedExamples, weightedLabels }: VwResult): string {
  return [
    'finished run',
    ...(passes === 1
      ? [`number of examples = ${examples}`]
      : [`number of examples per pass = ${examples}`, `passes used = ${passes}`]),
    `weighted example sum = ${weightedExamples.toFixed(6)}`,
    `weighted label sum = ${weightedLabels.toFixed(6)}`,
    `average loss = ${averageLoss === null ? 'n.a.' : averageLoss.toFixed(6)}`,
    `total feature number = ${features}`,
  ].join('\n');
}
