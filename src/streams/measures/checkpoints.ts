import { pow } from '../../numerics/pow.ts';

/**
 * Log-spaced checkpoints: the positions of a stream at which a curve is measured.
 *
 * @example
 * checkpoints(1000, 3) // => [1, 2, 5, 10, 22, 46, 100, 215, 464, 1000]
 */
export function checkpoints(examples: number, perDecade: number): number[] {
  const positions = new Set<number>();
  for (let step = 0; ; step++) {
    const position = Math.round(pow(10, step / perDecade));
    if (position >= examples) break;
    positions.add(position);
  }
  if (examples > 0) positions.add(examples);
  return [...positions];
}

/** Checkpoints per factor of ten of the stream, unless the spec wants them denser. */
export const PER_DECADE = 5;
