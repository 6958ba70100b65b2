/** LAW of the heaviest labels: the list is the beginning of all importances in order, of equal ones those that came first. */
import { expect, it } from 'vitest';
import { HeaviestLabels } from '../../../src/ledger/audit/weights.ts';
import { randomStream } from '../../../src/numerics/random.ts';

it.each([0, 1, 4, 5, 6, 1023, 1024, 1025, 5000])('of %d labels, five are listed, and none is lost', (labels) => {
  const random = randomStream(labels, 'heaviest');
  const heaviest = new HeaviestLabels();
  const all = Array.from({ length: labels }, (_, position) => ({
    position,
    row: 3 * position,
    importance: 1 + random.below(40),
  }));
  for (const each of all) heaviest.add(each);
  const ordered = all.toSorted((a, b) => b.importance - a.importance || a.position - b.position);
  expect(heaviest.listed).toEqual(ordered.slice(0, 5));
  expect([...heaviest.sorted()]).toEqual(ordered.map(({ importance }) => importance));
});
