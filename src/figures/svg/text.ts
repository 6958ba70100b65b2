import { LINE_HEIGHT } from '../layout/sizes.ts';
import { element, markup, text, type Markup } from './markup.ts';

/** Where and how large a text stands. */
export interface Setting {
  readonly x: number;
  readonly top: number;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly weight?: 'bold';
  readonly style?: string;
}

/** Of the height of a letter, how far its baseline lies below the middle of a line. */
const BASELINE = 0.36;

/** Lines of text in an SVG, from the top down. */
export function svgLines(lines: readonly string[], { x, top, size, anchor, weight, style }: Setting): Markup {
  return markup(
    lines
      .map((line, i) =>
        element(
          'text',
          {
            x,
            y: top + (i + 0.5) * size * LINE_HEIGHT + BASELINE * size,
            'font-size': `${size}`,
            'text-anchor': anchor === 'start' ? undefined : anchor,
            'font-weight': weight,
            style,
          },
          [text(line)],
        ),
      )
      .join(''),
  );
}
