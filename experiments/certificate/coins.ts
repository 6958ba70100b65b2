import { z } from 'zod';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { Certificate } from '../../src/statistics/certificates/certificate.ts';
import { HALF_WIDTH } from '../../src/numerics/elementary.ts';
import { scoreInterval, type SeenMistakes } from '../../src/statistics/intervals/score-interval.ts';
import { Decision } from '../../src/streams/decision.ts';
import { checkpoints } from '../../src/streams/measures/measurement.ts';
import { curveOf, type DatalessKind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** How probabilities come about, each of at least the floor. */
const POLICIES = ['even', 'adaptive', 'adversarial'] as const;

/** Streams of coins and mistakes, without data and learner. */
export interface CoinsSpec {
  /** Streams, with coins and mistakes of their own. */
  readonly streams: number;
  readonly rows: number;
  /** Share of the rows that are mistakes, each by a draw. */
  readonly share: number;
  readonly floor: number;
  /**
   * even: the floor · adaptive: more, the more of the last labels were mistakes · adversarial: knows every mistake, hides it at the
   * floor while the labels so far show too few of them, and buys it for sure elsewhere.
   */
  readonly probabilities: (typeof POLICIES)[number];
  readonly confidence: number;
  readonly seed: number;
}

/** The same as a study writes it. */
export type CoinsGiven = CoinsSpec;

/** Widths are shares of the rows, means over the streams. */
export interface CoinsCheckpoint {
  readonly examples: number;
  readonly labels: number;
  readonly certified: number;
  readonly score: number;
}

/** How wide certificates are along streams of coins, and how often they miss. */
export interface CoinsMeasurement {
  /** Mean widths along the streams. */
  readonly curve: readonly CoinsCheckpoint[];
  /** Streams in which the truth was above, below the certified band at any row: each side has half of the confidence's rest. */
  readonly above: number;
  readonly below: number;
  /** Streams in which it was outside of the normal interval at any row from the 30th label on, and at the last row. */
  readonly normalWatched: number;
  readonly normalAtEnd: number;
  /** Streams in which it was outside of the score interval at the last row. */
  readonly scoreAtEnd: number;
}

const schema = z.strictObject({
  streams: z.int().min(1),
  rows: z.int().min(1),
  share: z.number().min(0).max(1),
  floor: z.number().positive().max(1),
  probabilities: z.enum(POLICIES),
  confidence: z.number().gt(0).lt(1),
  seed: z.int().nonnegative(),
});

/** Labels from which on a normal interval is looked at: the usual rule of thumb. */
const ENOUGH = 30;
/** Labels that the adaptive probabilities remember. */
const MEMORY = 8;

/**
 * Streams of coins without data or learner, watched at every row: how often the count of mistakes leaves its certified band, and the
 * intervals that are made for one look.
 *
 * The bounds move where a mistake was seen, and the truth where one was not: these are all the looks there are.
 */
export const coins: DatalessKind<CoinsGiven, CoinsSpec, CoinsMeasurement> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  run(spec) {
    const random = randomStream(spec.seed, 'streams of coins');
    const at = checkpoints(spec.rows, 3);
    const sums = at.map((examples) => ({ examples, labels: 0, certified: 0, score: 0 }));
    const found = { above: 0, below: 0, normalWatched: 0, normalAtEnd: 0, scoreAtEnd: 0 };
    for (let n = 0; n < spec.streams; n++) {
      const stream = new WatchedStream(spec, random);
      at.forEach((examples, c) => {
        stream.runTo(examples);
        const { certified, score, labels } = stream.look();
        sums[c].labels += labels / spec.streams;
        sums[c].certified += certified / spec.streams;
        sums[c].score += score / spec.streams;
      });
      const missed = stream.missed();
      for (const each of Object.keys(found) as (keyof typeof found)[]) if (missed[each]) found[each]++;
    }
    return { curve: sums, ...found };
  },
  measured: measured({
    curve: curveOf('examples', 'labels', 'certified', 'score'),
    above: stored,
    below: stored,
    normalWatched: stored,
    normalAtEnd: stored,
    scoreAtEnd: stored,
  }),
  quantities: {
    'streams outside of the certified band': ({ above, below }) => above + below,
    'width of the certified band': ({ curve }) => curve.at(-1)!.certified,
  },
};

/** One stream, and whether an interval has missed its truth so far. */
class WatchedStream {
  readonly #spec: CoinsSpec;
  readonly #random: RandomStream;
  readonly #certificate: Certificate;
  readonly #decision = new Decision();
  readonly #alpha: number;
  #rows = 0;
  #truth = 0;
  #labels = 0;
  #seen = 0;
  /** H and V of the mistakes seen (statistics/intervals/score-interval.ts). */
  #weighted = 0;
  #variance = 0;
  #largest = 0;
  /** Share of mistakes among the last labels. */
  #recent = 0;
  #upper: number;
  #above = false;
  #below = false;
  #normalWatched = false;

  constructor(spec: CoinsSpec, random: RandomStream) {
    this.#spec = spec;
    this.#random = random;
    this.#certificate = new Certificate(spec.floor);
    this.#alpha = (1 - spec.confidence) / 2;
    this.#upper = this.#certificate.coinBound(this.#alpha);
  }

  runTo(rows: number): void {
    while (this.#rows < rows) this.#consider();
  }

  look(): { certified: number; score: number; labels: number } {
    const [low, high] = this.#certificate.bounds(this.#spec.confidence);
    const score = scoreInterval(this.#seenMistakes());
    return { certified: (high - low) / this.#rows, score: score.high - score.low, labels: this.#labels };
  }

  missed(): Readonly<Record<'above' | 'below' | 'normalWatched' | 'normalAtEnd' | 'scoreAtEnd', boolean>> {
    const { low, high } = scoreInterval(this.#seenMistakes());
    const share = this.#truth / this.#rows;
    return {
      above: this.#above,
      below: this.#below,
      normalWatched: this.#normalWatched,
      normalAtEnd: this.#isOutsideNormal(),
      // Both are quotients of sums that were rounded on different ways.
      scoreAtEnd: share < low - 1e-12 || share > high + 1e-12,
    };
  }

  #consider(): void {
    const z = this.#random.next() < this.#spec.share ? 1 : 0;
    const p = this.#probability(z);
    const h = this.#decision.make(p, this.#random.next(), 'inverse-probability', Infinity);
    this.#certificate.consider(p);
    this.#rows++;
    this.#truth += z;
    this.#largest = Math.max(this.#largest, 1 / p);
    if (h > 0) {
      this.#labels++;
      this.#recent += (z - this.#recent) / Math.min(this.#labels, MEMORY);
      this.#certificate.see(p, z);
    }
    if (z === 1) this.#watch(p, h);
    this.#normalWatched ||= this.#labels >= ENOUGH && this.#isOutsideNormal();
  }

  /** A mistake that was bought with importance h, or with none. */
  #watch(p: number, h: number): void {
    if (h > 0) {
      this.#seen++;
      this.#weighted += h;
      this.#variance += (1 - p) / p ** 2;
      this.#upper = this.#certificate.coinBound(this.#alpha);
      this.#below ||= this.#truth < this.#certificate.lower(this.#alpha);
    }
    this.#above ||= this.#truth > this.#upper;
  }

  #probability(z: number): number {
    const { floor, probabilities } = this.#spec;
    switch (probabilities) {
      case 'even':
        return floor;
      case 'adaptive':
        return Math.min(1, floor * (1 + 4 * this.#recent));
      case 'adversarial':
        return z === 1 && this.#weighted > this.#truth ? 1 : floor;
    }
  }

  #isOutsideNormal(): boolean {
    return Math.abs(this.#truth - this.#weighted) > HALF_WIDTH * Math.sqrt(this.#variance);
  }

  #seenMistakes(): SeenMistakes {
    return {
      ...{ clock: this.#rows, weighted: this.#weighted, variance: this.#variance },
      ...{ largest: this.#spec.floor === 1 ? 0 : this.#largest, wrong: this.#seen, right: this.#labels - this.#seen },
    };
  }
}
