/**
 * The losses once more, by their printed formulas in 2,400 bits (big.ts): what a closed form in doubles is held against at any
 * size of margin and time. Nothing here is arranged against cancellation, and the time of a flow is its integral, from which a
 * displacement is judged without solving for it.
 */
import type { losses } from '../../../src/losses/index.ts';
import { Big } from '../big.ts';

/** Of one label y; x is a prediction. Slopes that are infinite are HUGE. */
export interface ExactLoss {
  /** l'(x), 0 at the minimum. */
  slope(x: Big): Big;
  /** l''(x). */
  curvature(x: Big): Big;
  /** l(x) - inf l. */
  excess(x: Big): Big;
  /** Time of the flow from p to x, where x lies on its way before the minimum, or at a minimum that is reached. */
  time(p: Big, x: Big): Big;
  /** Whether the flow arrives at the minimum. */
  readonly arrives: boolean;
}

type Parameters = Readonly<Record<string, number>>;

const ZERO = Big.zero;
const ONE = Big.of(1);
const TWO = Big.of(2);
const HALF = Big.of(0.5);
/** Beyond every double. */
export const HUGE = Big.make(1n, 100_000n);

const scaled = (sign: number, x: Big): Big => (sign < 0 ? x.negated() : sign > 0 ? x : ZERO);
const ratio = (a: Big, b: Big): Big => (a.sign() === 0 ? ZERO : b.sign() === 0 ? scaled(a.sign(), HUGE) : a.over(b));
const smaller = (a: Big, b: Big): Big => (a.isBelow(b) ? a : b);
const larger = (a: Big, b: Big): Big => (a.isBelow(b) ? b : a);
const squareOf = (x: Big): Big => x.times(x);

/** A residual r(x) >= 0 that the loss is a function of: quadratic within the band, linear with this speed beyond. */
function banded(residual: (x: Big) => Big, direction: (x: Big) => number, band: Big, speed: Big): ExactLoss {
  const rate = speed.over(band);
  return {
    arrives: false,
    slope: (x) => scaled(-direction(x), smaller(speed, residual(x).times(rate))),
    curvature: (x) => (residual(x).sign() > 0 && !band.isBelow(residual(x)) ? rate : ZERO),
    excess(x) {
      const r = residual(x);
      return r.isBelow(band) ? HALF.times(squareOf(r)).times(rate) : r.minus(band.times(HALF)).times(speed);
    },
    time(p, x) {
      const [r0, r1] = [residual(p), residual(x)];
      const straight = larger(r0, band).minus(larger(r1, band)).over(speed);
      return straight.plus(smaller(r0, band).over(smaller(r1, band)).log().over(rate));
    },
  };
}

/** The same without an end of the quadratic part, k / 2 r^2. */
function quadratic(residual: (x: Big) => Big, direction: (x: Big) => number, k: (x: Big) => Big): ExactLoss {
  return {
    arrives: false,
    slope: (x) => scaled(-direction(x), residual(x).times(k(x))),
    curvature: (x) => (residual(x).sign() > 0 ? k(x) : ZERO),
    excess: (x) => HALF.times(squareOf(residual(x))).times(k(x)),
    time: (p, x) => residual(p).over(residual(x)).log().over(k(p)),
  };
}

/** And without the quadratic part, k r. */
function linear(residual: (x: Big) => Big, direction: (x: Big) => number, k: (x: Big) => Big): ExactLoss {
  return {
    arrives: true,
    slope: (x) => (residual(x).sign() > 0 ? scaled(-direction(x), k(x)) : ZERO),
    curvature: () => ZERO,
    excess: (x) => residual(x).times(k(x)),
    time: (p, x) => p.minus(x).abs().over(k(p)),
  };
}

const slack = (y: Big) => (x: Big) => larger(ZERO, ONE.minus(y.times(x)));
const distance = (y: Big) => (x: Big) => x.minus(y).abs();
const towards = (y: Big) => (x: Big) => y.minus(x).sign();
const both = (above: Big, below: Big, y: Big) => (x: Big) => (x.isBelow(y) ? below : above);

/** A missing name is a compile error. */
const exact: Record<keyof typeof losses, (y: Big, parameters: Parameters) => ExactLoss> = {
  squared: (y) => quadratic(distance(y), towards(y), () => ONE),
  'squared-hinge': (y) =>
    quadratic(
      slack(y),
      () => y.sign(),
      () => ONE,
    ),
  expectile: (y, { q }) => quadratic(distance(y), towards(y), both(ONE.minus(Big.of(q)), Big.of(q), y)),
  hinge: (y) =>
    linear(
      slack(y),
      () => y.sign(),
      () => ONE,
    ),
  quantile: (y, { level }) => linear(distance(y), towards(y), both(ONE.minus(Big.of(level)), Big.of(level), y)),
  huber: (y, { delta }) => banded(distance(y), towards(y), Big.of(delta), Big.of(delta)),
  'smoothed-hinge': (y, { gamma }) => banded(slack(y), () => y.sign(), Big.of(gamma), ONE),

  logistic(y) {
    const odds = (x: Big): Big => y.times(x).exp();
    return {
      arrives: false,
      slope: (x) => y.negated().over(ONE.plus(odds(x))),
      curvature: (x) => odds(x).over(squareOf(ONE.plus(odds(x)))),
      excess: (x) => ONE.plus(odds(x.negated())).log(),
      time: (p, x) => y.times(x.minus(p)).plus(odds(x).minus(odds(p))),
    };
  },

  exponential(y) {
    const loss = (x: Big): Big => y.times(x).negated().exp();
    return {
      arrives: false,
      slope: (x) => y.negated().times(loss(x)),
      curvature: loss,
      excess: loss,
      time: (p, x) => y.times(x).exp().minus(y.times(p).exp()),
    };
  },

  poisson(y) {
    const none = y.sign() === 0;
    /** e^-x - 1/y decays as e^(-y tau). */
    const rest = (x: Big): Big =>
      x
        .negated()
        .exp()
        .minus(none ? ZERO : ONE.over(y));
    return {
      arrives: false,
      slope: (x) => x.exp().minus(y),
      curvature: (x) => x.exp(),
      excess: (x) =>
        none
          ? x.exp()
          : x
              .exp()
              .minus(y)
              .minus(y.times(x.minus(y.log()))),
      time: (p, x) => (none ? rest(x).minus(rest(p)) : rest(p).over(rest(x)).log().over(y)),
    };
  },

  logarithmic(y) {
    const entropy = (a: Big, b: Big): Big => (a.sign() === 0 ? ZERO : b.sign() === 0 ? HUGE : a.times(a.over(b).log()));
    return {
      arrives: isClass(y),
      slope: (x) => ratio(x.minus(y), x.times(ONE.minus(x))),
      curvature: (x) => ratio(y, squareOf(x)).plus(ratio(ONE.minus(y), squareOf(ONE.minus(x)))),
      excess: (x) => entropy(y, x).plus(entropy(ONE.minus(y), ONE.minus(x))),
      /** With g = y - x, x (1 - x) / g = y (1 - y) / g + 2 y - 1 - g. */
      time(p, x) {
        const [g0, g1] = [y.minus(p), y.minus(x)];
        const straight = TWO.times(y)
          .minus(ONE)
          .times(g0.minus(g1))
          .minus(HALF.times(squareOf(g0).minus(squareOf(g1))));
        return isClass(y) ? straight : straight.plus(y.times(ONE.minus(y)).times(g0.over(g1).log()));
      },
    };
  },

  hellinger(y) {
    const three = Big.of(3);
    const pair = (x: Big): readonly [Big, Big] => [x.sqrt(), ONE.minus(x).sqrt()];
    const [A, B] = pair(y);
    /** The angle phi between x and y has time F(phi): the integral of sin^2(2 alpha - 2 phi) / (2 sin phi), alpha that of y. */
    const [sine, cosine] = [TWO.times(A).times(B), squareOf(B).minus(squareOf(A))];
    const timeLeft = (x: Big, side: number): Big => {
      const [a, b] = pair(x);
      const s = scaled(side, A.times(b).minus(B.times(a)));
      const c = A.times(a).plus(B.times(b));
      const cubes = Big.of(4).over(three).times(c).times(squareOf(c));
      const lap = isClass(y) ? cubes : s.over(ONE.plus(c)).log().plus(cubes);
      const bend = Big.of(4).times(s.minus(TWO.over(three).times(s).times(squareOf(s))));
      const whole = squareOf(sine)
        .times(lap)
        .minus(scaled(side, sine.times(cosine).times(bend)))
        .minus(squareOf(cosine).times(cubes));
      return HALF.times(whole);
    };
    return {
      arrives: isClass(y),
      slope: (x) => (x.minus(y).sign() === 0 ? ZERO : ratio(B, pair(x)[1]).minus(ratio(A, pair(x)[0]))),
      curvature: (x) => HALF.times(ratio(A, x.times(pair(x)[0])).plus(ratio(B, ONE.minus(x).times(pair(x)[1])))),
      excess: (x) => TWO.times(ONE.minus(A.times(pair(x)[0])).minus(B.times(pair(x)[1]))),
      time: (p, x) => timeLeft(p, y.minus(p).sign()).minus(timeLeft(x, y.minus(p).sign())),
    };
  },
};

function isClass(y: Big): boolean {
  return y.sign() === 0 || y.minus(ONE).sign() === 0;
}

/** The loss of this name for the label y. */
export function exactLoss(name: string, y: number, parameters: Parameters): ExactLoss {
  return exact[name as keyof typeof losses](Big.of(y), parameters);
}
