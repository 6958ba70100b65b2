/** LAWS of the coin martingale: which lambdas a row retires, at the border too, and what is left says. */
import { expect, it } from 'vitest';
import { CoinMartingale } from '../../../src/statistics/certificates/certificate.ts';

/** Those for which -ln(1 - p) of p = 1 - e^-lambda is lambda again, bit for bit. */
const exact = Array.from({ length: 60 }, (_, k) => (k + 1) / 20).filter((lambda) => -Math.log1p(Math.expm1(-lambda)) === lambda);

it('a row retires every lambda that is at least -ln(1 - p) / |z|, and no other', () => {
  expect(exact.length).toBeGreaterThan(10);
  for (const lambda of exact) {
    const p = -Math.expm1(-lambda);
    const [at, above, half, twice] = [1, 1, 1, 1].map(() => new CoinMartingale([lambda], [1]));
    at.consider(p);
    above.consider(p * (1 + 1e-12));
    half.consider(p, 0.5);
    twice.consider(p * (1 + 1e-12), 2);
    expect([at, above, half, twice].map((each) => each.limit(0.05) === Infinity)).toEqual([true, false, false, true]);
  }
});

it('retired lambdas leave the others as they were', () => {
  const both = new CoinMartingale([2, 0.5], [1, 3]);
  both.consider(0.5);
  both.see(0.5, 0.25);
  const alone = new CoinMartingale([0.5], [1]);
  alone.see(0.5, 0.25);
  for (const hidden of [0, 1, 10]) expect(both.logValue(hidden)).toBeCloseTo(alone.logValue(hidden) + Math.log(3 / 4), 12);
  both.consider(0);
  expect([both.limit(0.05), both.logValue(1)]).toEqual([Infinity, -Infinity]);
});
