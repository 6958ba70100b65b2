import {
  commonGrid,
  learningCurve,
  medianAndMiddle80,
  type Run,
  sensitivityPanel,
  summarised,
} from '../../figures/model/curves.ts';
import type { CurvePanel, Figure, Point } from '../../figures/model/figure.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { stepParameters } from '../cells/axes.ts';
import type { KindName } from '../cells/cell.ts';
import { flat } from '../../specs/flat.ts';
import { linesOfKind, type Line } from './lines.ts';
import type { Measurement } from '../../streams/measures/measurement.ts';

/** Places at which runs that were measured at different ones are read. */
const PLACES = 40;

/**
 * Error against labels bought, of any study that has them: one panel a dataset, one line a method (lines.ts). Where one class is small and
 * all runs have their errors by class, balanced error and F-score stand beside it.
 */
export function learningCurves(lines: readonly Line[]): Figure {
  return { panels: byPanel(linesOfKind(lines, 'active')).flatMap(([title, lines]) => active(title, lines)) };
}

function active(title: string, lines: readonly Line<'active'>[]): CurvePanel[] {
  const all = lines.flatMap(({ best }) => best?.measurements ?? []);
  const isSmall = all.length > 0 && all.every(({ curve }) => (curve.at(-1)!.smallerClass ?? NaN) < SMALL_CLASS);
  const panelsOf = (measurements: readonly Measurement[]): CurvePanel[] =>
    learningCurve(Object.fromEntries(measurements.map((each, m) => [m, each])), {
      ...{ title, errors: isSmall ? 'by class' : undefined },
    }).panels as CurvePanel[];
  const drawn = lines.map(({ label, best }) => ({ label, best, panels: panelsOf(best?.measurements ?? []) }));
  return panelsOf(all).map((panel, n) => ({
    ...panel,
    series: drawn.map(({ label, best, panels }) => ({
      label,
      points: banded(
        panels[n].series.map(({ points }) => points),
        best,
      ),
    })),
  }));
}

/** Average online loss against examples. */
export function onlineCurves(all: readonly Line[]): Figure {
  return {
    panels: byPanel(linesOfKind(all, 'online')).map(([title, lines]): CurvePanel => ({
      kind: 'curves',
      title,
      x: { label: 'examples', scale: 'log' },
      y: { label: 'average online loss', scale: 'linear' },
      series: lines.map(({ label, best }) => {
        const runs = (best?.measurements ?? []).map(({ curve }) =>
          curve.filter(({ examples }) => examples >= 10).map(({ examples, loss }) => ({ x: examples, y: loss })),
        );
        return { label, points: banded(runs, best) };
      }),
    })),
  };
}

/** Loss in the end against the one step parameter that varies, where one does. */
export function stepSizes(all: readonly Line[]): Figure {
  return { panels: byPanel(linesOfKind(all, 'online')).flatMap(([title, lines]) => steps(title, lines) ?? []) };
}

function steps(title: string, lines: readonly Line<'online'>[]): CurvePanel | undefined {
  const specs = lines.flatMap(({ settings }) => settings.map(({ run }) => flat(run.optimizer)));
  const varied = [...stepParameters()].filter((parameter) => new Set(specs.map((spec) => spec[parameter])).size >= 3);
  if (varied.length !== 1) return undefined;
  const [step] = varied;
  const series = lines.map(({ label, settings }) => ({
    label,
    points: settings
      .map((setting): Point => {
        const losses = [...setting.measurements.map(({ curve }) => curve.at(-1)!.loss), ...setting.failures.map(() => Infinity)];
        return { x: Number(flat(setting.run.optimizer)[step]), ...medianAndMiddle80.of(losses), cells: setting.cells };
      })
      .toSorted((a, b) => a.x - b.x),
  }));
  return sensitivityPanel({ title, step, loss: 'average online loss', series });
}

function banded(runs: readonly Run[], setting: { readonly cells: readonly string[] } | undefined): Point[] {
  return summarised(runs, commonGrid(runs, PLACES), medianAndMiddle80).map((point) => ({
    ...point,
    cells: setting?.cells ?? [],
  }));
}

function byPanel<K extends KindName>(lines: readonly Line<K>[]): [title: string, lines: Line<K>[]][] {
  return [...new Set(lines.map(({ panel }) => panel))].map((panel) => [panel, lines.filter((line) => line.panel === panel)]);
}
