/**
 * A two-class topic model of news text: the part of the RCV1-like generator that decides which terms a document holds.
 *
 *   term       ~ 25% background, 75% topics (of these a share U(0.6, 1) the main topic, the rest a second one)
 *   background : P(word of rank r) ∝ (r + 20)^-1.35
 *   topic      : 1500 words, P(k-th word) ∝ (k + 10)^-1; its words are the first 1500 distinct draws from
 *                ∝ (r + 160)^-1.55, in the order drawn, so that common words stand high in many topics
 *   main topic : class first, then one of its 30 topics by popularity ∝ rank^-0.6; second topic: any, by popularity
 *   label      : the class of the main topic, flipped with probability 0.02
 *   length     : the number of DISTINCT terms is lognormal(4.12, 0.70) clipped to [10, 450]; terms are drawn until it is reached
 *
 * Lengths therefore follow the published law exactly, and term counts follow from them. Sixty topics, their size, word and
 * popularity laws, the mix of two topics, the noise and the length law are a known fit to RCV1. How common words are shared out
 * (the shifts 20 and 160, the exponent 1.55 and the 75%) was then fitted to three published curves at once: document frequency by
 * rank, growth of the vocabulary, and one-pass logistic error. datasets/README.md has the comparison.
 *
 * The structure (which words, which topics, which term numbers) depends on `structure` alone; documents may be drawn from any
 * stream. Source of the statistics: RCV1-v2 (Lewis, Yang, Rose and Li, JMLR 5, 2004).
 */
import { permutation } from '../numerics/random.ts';
import type { RandomStream } from '../numerics/random.ts';
import { AliasTable } from './alias-table.ts';

export const TERMS = 47_152;
const TOPICS = 60;
const TOPIC_WORDS = 1500;
const TOPIC_SHARE = 0.75;
const LABEL_NOISE = 0.02;
const LENGTH = { mean: 4.12, deviation: 0.7, least: 10, most: 450 };
/** Of RCV1's labels 370,541 of 781,265 are positive; label noise pulls a rate towards 1/2, and this undoes it. */
const POSITIVE_PRIOR = (370_541 / 781_265 - LABEL_NOISE) / (1 - 2 * LABEL_NOISE);

export class TopicModel {
  /** Terms of the last document in the order met, numbers from 0 to TERMS - 1; the first `length` count. */
  readonly terms = new Uint32Array(LENGTH.most);
  /** Number of distinct terms of the last document. */
  length = 0;
  /** -1 or +1, of the last document. */
  label = 0;
  /** How often each term occurs in the last document. */
  readonly counts = new Uint16Array(TERMS);

  readonly #termOfRank: Uint32Array;
  readonly #background = new AliasTable(powerLaw(TERMS, 20, 1.35));
  readonly #word = new AliasTable(powerLaw(TOPIC_WORDS, 10, 1));
  readonly #topicTerms: readonly Uint32Array[];
  readonly #anyTopic = new AliasTable(powerLaw(TOPICS, 0, 0.6));
  /** The classes alternate down the popularity ranks: topic 2k + c is the k-th of class c (0 negative, 1 positive). */
  readonly #topicOfClass = [0, 1].map((c) => new AliasTable(powerLaw(TOPICS, 0, 0.6).filter((_, topic) => topic % 2 === c)));

  constructor(structure: RandomStream) {
    this.#termOfRank = permutation(TERMS, structure);
    const topicWords = new AliasTable(powerLaw(TERMS, 160, 1.55));
    this.#topicTerms = Array.from({ length: TOPICS }, () =>
      distinctDraws(topicWords, TOPIC_WORDS, structure).map((rank) => this.#termOfRank[rank]),
    );
  }

  /** Draws the next document into `terms`, `counts`, `length` and `label`. */
  draw(random: RandomStream): void {
    this.#clear();
    const positive = random.next() < POSITIVE_PRIOR ? 1 : 0;
    const main = this.#topicTerms[2 * this.#topicOfClass[positive].draw(random) + positive];
    const second = this.#topicTerms[this.#anyTopic.draw(random)];
    const mainShare = TOPIC_SHARE * (0.6 + 0.4 * random.next());
    this.label = positive === 1 === random.next() >= LABEL_NOISE ? 1 : -1;
    const wanted = Math.round(Math.exp(LENGTH.mean + LENGTH.deviation * random.normal()));
    const length = Math.min(LENGTH.most, Math.max(LENGTH.least, wanted));
    while (this.length < length) {
      const source = random.next();
      if (source >= TOPIC_SHARE) this.#count(this.#termOfRank[this.#background.draw(random)]);
      else this.#count((source < mainShare ? main : second)[this.#word.draw(random)]);
    }
  }

  #count(term: number): void {
    if (this.counts[term] === 0) this.terms[this.length++] = term;
    this.counts[term]++;
  }

  #clear(): void {
    for (let k = 0; k < this.length; k++) this.counts[this.terms[k]] = 0;
    this.length = 0;
  }
}

/** (rank + shift)^-power for rank = 1 … n. */
function powerLaw(n: number, shift: number, power: number): Float64Array {
  return Float64Array.from({ length: n }, (_, k) => (k + 1 + shift) ** -power);
}

/** The first n distinct values a table gives, in the order met: weighted sampling without replacement. */
function distinctDraws(table: AliasTable, n: number, random: RandomStream): Uint32Array {
  const met = new Set<number>();
  while (met.size < n) met.add(table.draw(random));
  return Uint32Array.from(met);
}
