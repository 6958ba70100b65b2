/** The time in which a figure of three panels becomes a PNG, the first one, which loads the drawing libraries, and later ones. */
import { renderFigure } from '../../src/figures/chart/figure-file.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { learningCurves } from '../figures/support/samples.ts';

const LAPS = 5;

export async function benchFigures(): Promise<void> {
  const seconds: number[] = [];
  for (let lap = 0; lap <= LAPS; lap++) {
    const start = performance.now();
    await renderFigure(learningCurves);
    seconds.push((performance.now() - start) / 1000);
  }
  const [first, ...later] = seconds;
  console.log(`three panels: first ${first.toFixed(2)} s, then ${median(later).toFixed(2)} s (median of ${LAPS})`);
}
