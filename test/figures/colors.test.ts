import { describe, expect, it } from 'vitest';
import { COLORS, LOSS, styleOf, TIE, WIN } from '../../src/figures/model/figure.ts';
import { declarations, themed } from '../../src/figures/svg/theme.ts';

/**
 * Laws of colours, computed from their definitions: methods stay apart in grey print and for eyes that lack one kind of cone,
 * and stand out from light and dark paper.
 *
 * Lightness is L* of CIE 1976; sight without a cone is the matrices of Machado, Oliveira & Fernandes (2009) at severity 1, in
 * linear RGB; the distance of two colours is Delta E of CIE 1976.
 */

type Triple = readonly [number, number, number];

const MATRICES: Readonly<Record<string, readonly Triple[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(color: string): Triple {
  const channel = (at: number): number => {
    const v = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const luminance = (rgb: Triple): number => dot([0.2126, 0.7152, 0.0722], rgb);
const root = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
const lightness = (color: string): number => 116 * root(luminance(linear(color))) - 16;

function lab(color: string, matrix: readonly Triple[]): Triple {
  const rgb = linear(color);
  const [r, g, b] = matrix.map((row) => Math.min(1, Math.max(0, dot(row, rgb))));
  const x = root(dot([0.4124, 0.3576, 0.1805], [r, g, b]) / 0.95047);
  const y = root(luminance([r, g, b]));
  const z = root(dot([0.0193, 0.1192, 0.9505], [r, g, b]) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map((color) => luminance(linear(color)) + 0.05).sort((p, q) => p - q);
  return light / dark;
}

const pairs = <T>(all: readonly T[]): [T, T][] => all.flatMap((a, i) => all.slice(i + 1).map((b): [T, T] => [a, b]));

/** The colours of the page in a theme, by name. */
function palette(theme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries(
    declarations(theme)
      .split(';')
      .map((each) => each.split(':') as [string, string]),
  );
}

describe('methods', () => {
  it('are of different greys: L* of any two of the seven is 5 or more apart', () => {
    for (const [a, b] of pairs(COLORS)) expect(Math.abs(lightness(a) - lightness(b)), `${a} ${b}`).toBeGreaterThan(5);
  });

  it.each(Object.entries(MATRICES))('stay apart with %s: Delta E of any two is 15 or more', (_sight, matrix) => {
    for (const [a, b] of pairs(COLORS)) {
      const [one, other] = [lab(a, matrix), lab(b, matrix)];
      expect(Math.hypot(...one.map((v, k) => v - other[k])), `${a} ${b}`).toBeGreaterThan(15);
    }
  });

  it('where two colours of the first twelve are one, marker and dash both differ', () => {
    for (const [a, b] of pairs(Array.from({ length: 12 }, (_, n) => styleOf(n)))) {
      if (a.color !== b.color) continue;
      expect([a.marker, a.rotation]).not.toEqual([b.marker, b.rotation]);
      expect(a.dash).not.toEqual(b.dash);
    }
  });
});

it('outcomes differ in marker and in grey', () => {
  for (const [a, b] of pairs([WIN, TIE, LOSS])) {
    expect(a.marker).not.toBe(b.marker);
    expect(Math.abs(lightness(a.color) - lightness(b.color)), `${a.color} ${b.color}`).toBeGreaterThan(5);
  }
});

describe.each(['light', 'dark'] as const)('on %s paper', (theme) => {
  const colors = palette(theme);

  it('texts stand out by 4.5 to 1, marks of dark paper by 3 to 1', () => {
    for (const name of ['--ink', '--soft', '--link', '--good', '--bad'])
      for (const paper of ['--paper', '--raised'])
        expect(contrast(colors[name], colors[paper]), `${name} on ${paper}`).toBeGreaterThanOrEqual(4.5);
    if (theme === 'dark')
      for (const color of COLORS)
        expect(contrast(colors[themed(color).slice(4, -1)], colors['--paper']), color).toBeGreaterThanOrEqual(3);
  });

  it('every mark has a colour of its own', () => {
    expect(new Set(COLORS.map((color) => colors[themed(color).slice(4, -1)])).size).toBe(COLORS.length);
  });
});
