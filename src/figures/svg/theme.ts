import { REFERENCE_COLORS } from '../layout/references.ts';
import { COLORS, INK, RULES, TIE } from '../model/figure.ts';

/** What a colour made for white paper becomes on dark paper. */
const ON_DARK: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ...COLORS.map((color, n) => [color, ['#4FA3E8', '#DDDDDD', '#FF8245', '#E79BC8', '#A3DEFF', '#FFC247', '#2FC096'][n]] as const),
  ...REFERENCE_COLORS.map((color, n) => [color, ['#4CD0A6', '#E6E6E6', '#CFA2DD', '#E0AC72'][n]] as const),
  ...RULES.map(({ color }, n) => [color, ['#E6E6E6', '#A0A0A0', '#CFA2DD'][n]] as const),
  [TIE.color, '#A8A8A8'] as const,
  [INK, '#E6E6E6'] as const,
]);

/** Colours of a page by their names: on white paper, and on dark. */
const PAGE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  paper: ['#ffffff', '#15181b'],
  ink: ['#222222', '#e6e6e6'],
  soft: ['#595959', '#a9b0b6'],
  edge: ['#d0d0d0', '#454c52'],
  grid: ['#e3e3e3', '#31363b'],
  link: ['#004a80', '#8cc8ff'],
  raised: ['#f4f5f6', '#20252a'],
  good: ['#006b4a', '#4cd0a6'],
  bad: ['#a33400', '#ff9a66'],
};

/** A mark's colour as a value of CSS that follows the page's theme. */
export function themed(color: string): string {
  return color in ON_DARK ? `var(--c${color.slice(1).toLowerCase()})` : color;
}

/**
 * The declarations of all colours of a page for one of the themes: text reads at 4.5 to 1 at least, marks keep their hue and stand
 * out from the paper.
 */
export function declarations(theme: 'light' | 'dark'): string {
  const marks = Object.entries(ON_DARK).map(([light, dark]) => [`c${light.slice(1).toLowerCase()}`, [light, dark]] as const);
  const colors = [...Object.entries(PAGE), ...marks].map(
    ([name, [light, dark]]) => `--${name}:${theme === 'light' ? light : dark}`,
  );
  return [`color-scheme:${theme}`, ...colors].join(';');
}
