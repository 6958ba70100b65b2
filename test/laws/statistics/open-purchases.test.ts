/** LAW: purchases that are open are what a map of them would be, in the order in which they were bought, whatever is answered when. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { OpenPurchases } from '../../../src/statistics/open-purchases.ts';

it('takes out what was put in, once, and goes back to its state', () => {
  const random = randomStream(1, 'open purchases');
  let open = new OpenPurchases();
  const wanted = new Map<number, { i: number; p: number }>();
  for (let key = 0; key < 3000; key++) {
    const purchase = { i: 1 + random.below(3), p: random.next() };
    open.add(key, purchase.i, purchase.p);
    wanted.set(key, purchase);
    for (let asked = random.below(3); asked > 0; asked--) {
      const answered = random.next() < 0.5 ? key : random.below(key + 2);
      const found = wanted.get(answered);
      expect(open.take(answered)).toBe(found !== undefined);
      if (found !== undefined) expect({ i: open.i, p: open.p }).toEqual(found);
      wanted.delete(answered);
    }
    expect(open.size).toBe(wanted.size);
    if (key % 100 !== 0) continue;
    expect([...open]).toEqual([...wanted.values()]);
    const state = open.state();
    open = new OpenPurchases();
    open.add(-1, 1, 1);
    open.restore(state);
    expect([...open]).toEqual([...wanted.values()]);
  }
});
