import { expect, it } from 'vitest';
import { alike, styleOf, stylesFor } from '../../src/figures/model/figure.ts';
import { curves, series } from './support/samples.ts';

/** Laws of looks: methods differ in more than colour, and look alike wherever they appear. */

it('forty-two differ', () => expect(new Set(Array.from({ length: 42 }, (_, n) => JSON.stringify(styleOf(n)))).size).toBe(42));

it('of the first seven, colour and marker each tell them apart; of the first six, dashes too', () => {
  const first = Array.from({ length: 7 }, (_, n) => styleOf(n));
  expect(new Set(first.map(({ color }) => color)).size).toBe(7);
  expect(new Set(first.map(({ marker, rotation }) => `${marker} ${rotation}`)).size).toBe(7);
  expect(new Set(first.slice(0, 6).map(({ dash }) => dash.join())).size).toBe(6);
});

it('are given out in order of appearance, around those that are fixed', () => {
  const panels = [
    curves('a', [series('IWAL'), series('margin')]),
    curves('b', [series('margin'), { ...series('passive'), style: 1 }, series('random')]),
  ];
  expect(Object.fromEntries(stylesFor(panels))).toEqual({ passive: 1, IWAL: 0, margin: 2, random: 3 });
});

it('are the same in all figures of a report', () => {
  const [, second] = alike([
    { panels: [curves('a', [series('IWAL'), series('passive')])] },
    { panels: [curves('b', [series('passive')])] },
  ]);
  expect(stylesFor(second.panels).get('passive')).toBe(1);
});
