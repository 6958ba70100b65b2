import { commonGrid, learningCurve, medianAndMiddle80, sensitivityPanel, summarised } from '../../figures/model/curves.ts';
import type { Run } from '../../figures/model/curves.ts';
import type { CurvePanel, Figure, Point } from '../../figures/model/figure.ts';
import { inShort, plural, rounded } from '../../numerics/display.ts';
import { lookUp } from '../../specs/choices.ts';
import { flat, type Flat, canonical } from '../../specs/hash.ts';
import { parsed } from '../../specs/learner-spec.ts';
import { median, quantile } from '../../statistics/small-samples.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import type { Measurement } from '../../streams/measures/measurement.ts';
import { stepParameters } from '../cells/axes.ts';
import type { CellResult, KindName } from '../cells/cell.ts';
import { kinds } from '../cells/kinds/index.ts';
import type { Kind, Quantities } from '../cells/kinds/kind.ts';
import type { Report, ReportFigure, Table, Findings, StudyReport } from '../study.ts';
import { type Claim, claimSchema } from './claim.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { bestOf, medianOver, type Setting, settingsOf } from './results.ts';

/** What a study may ask for; undefined where it makes no figure of these runs. */
export const FIGURES = {
  'learning curves': (lines: readonly Line[]): ReportFigure | undefined =>
    figure('learning-curves.png', learningCurves(lines), 'Error against labels bought') ??
    figure('online-curves.png', onlineCurves(lines), 'Average online loss against examples'),
  'step sizes': (lines: readonly Line[]): ReportFigure | undefined =>
    figure('step-sizes.png', stepSizes(lines), 'Loss in the end against step size; triangles at the top edge diverged'),
};

/** The name of a figure that a study of the small form may ask for. */
export type FigureName = keyof typeof FIGURES;

/** What a small study says of its report. */
interface Wording extends Pick<Report, 'title' | 'command'> {
  readonly figures: readonly FigureName[] | undefined;
  readonly claims: ((findings: Findings) => readonly Claim[]) | undefined;
}

/**
 * The report of a study that wrote none: figures by name, and one table of what was measured in the end.
 *
 * A line of a figure is what the study varies, seeds and step sizes aside: step sizes (the optimizer's parameters) are tuned for
 * each line, on the validation part where there is one, else on the stream itself. The test part decides nothing.
 */
export function defaultReport(
  findings: Findings,
  { figures = Object.keys(FIGURES) as FigureName[], claims, ...wording }: Wording,
): StudyReport {
  const lines = linesOf(findings.results);
  const drawn = figures.flatMap((name) => FIGURES[name](lines) ?? []);
  return {
    ...wording,
    command: `${wording.command} --seeds ${findings.seeds}`,
    protocol: [
      `${plural(findings.results.length, 'run')}, ${plural(findings.seeds, 'seed')} of every setting; ` +
        'runs of one seed see the same examples in the same order and toss the same coins.',
      'Each line shows one step size: that with the lowest validation error, median over seeds, or with the lowest loss of ' +
        'the stream where there is no validation part. The test part is not used for this choice.',
      'Lines are medians over seeds, bands and brackets are the 10th to 90th percentile over seeds.',
    ],
    claims: checked(claims?.(findings) ?? [], drawn),
    figures: drawn,
    tables: tablesOf(lines),
    notes: [],
  };
}

/** Throws SpecError where a claim is none, or names a figure that the report does not have. */
function checked(claims: readonly Claim[], drawn: readonly ReportFigure[]): readonly Claim[] {
  const files = Object.fromEntries(drawn.map((each) => [each.file, each]));
  for (const claim of claims) {
    const { figure } = parsed(claimSchema, claim, 'a claim');
    if (figure !== undefined) lookUp('figure of a claim', files, figure);
  }
  return claims;
}

function figure(file: string, drawn: Figure, caption: string): ReportFigure | undefined {
  return drawn.panels.length === 0 ? undefined : { file, figure: drawn, caption: `${caption}.` };
}

/** One table a dataset and kind: a row a line, a column a quantity. */
function tablesOf(lines: readonly Line[]): Table[] {
  return byPanel(lines).map(([title, members]): Table => {
    const measured = members.flatMap(({ best }) => best?.measurements ?? []);
    const quantities = Object.entries(kinds[members[0].kind].quantities as Quantities<never>).filter(
      ([, quantity]) => !measured.some((each) => quantity(each as never) === undefined),
    );
    return {
      title,
      header: ['', 'tuned', ...quantities.map(([name]) => name), 'failed'],
      rows: members.map(({ label, tuned, best, runs }) => [
        label,
        tuned,
        ...quantities.map(([, quantity]) =>
          best === undefined ? '' : range(best.measurements.map((measurement) => quantity(measurement as never) ?? null)),
        ),
        `${runs.filter(({ outcome }) => 'failure' in outcome).length} of ${runs.length}`,
      ]),
    };
  });
}

/** "0.0712 [0.069, 0.0731]" */
function range(values: readonly (number | null)[]): string {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return '';
  const [middle, low, high] = [median(numbers), quantile(numbers, 0.1), quantile(numbers, 0.9)].map(
    (value) => `${rounded(value, 4)}`,
  );
  return numbers.length === 1 ? middle : `${middle} [${low}, ${high}]`;
}

/** Places at which runs that were measured at different ones are read. */
const PLACES = 40;

/**
 * Error against labels bought, of any study that has them: one panel a dataset, one line a method. Where one class is small and
 * all runs have their errors by class, balanced error and F-score stand beside it.
 */
function learningCurves(lines: readonly Line[]): Figure {
  return { panels: byPanel(linesOfKind(lines, 'active')).flatMap(([title, lines]) => active(title, lines)) };
}

function active(title: string, lines: readonly Line<'active'>[]): CurvePanel[] {
  const all = lines.flatMap(({ best }) => best?.measurements ?? []);
  const isSmall = all.length > 0 && all.every(({ curve }) => (curve.at(-1)!.smallerClass ?? NaN) < SMALL_CLASS);
  const panelsOf = (measurements: readonly Measurement[]): CurvePanel[] =>
    learningCurve(Object.fromEntries(measurements.map((each, m) => [m, each])), {
      ...{ title, errors: isSmall ? 'by class' : undefined },
    }).panels as CurvePanel[];
  const runsOf = ({ series }: CurvePanel): Run[] => series.map(({ points }) => points);
  const drawn = lines.map(({ label, best }) => ({ label, best, panels: panelsOf(best?.measurements ?? []) }));
  return panelsOf(all).map((panel, n) => ({
    ...panel,
    series: drawn.map(({ label, best, panels }) => ({
      label,
      points: banded(runsOf(panels[n]), best),
    })),
  }));
}

/** Average online loss against examples. */
function onlineCurves(all: readonly Line[]): Figure {
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
function stepSizes(all: readonly Line[]): Figure {
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
  return [...groupBy(lines, ({ panel }) => panel)];
}

/**
 * One dataset and one value of everything that a study varies but seeds and the parameters of the optimizer; among those
 * parameters, the best on validation stand for it.
 */
interface Line<K extends KindName = KindName> {
  readonly kind: K;
  /** Dataset, and kind where the study has several. */
  readonly panel: string;
  readonly label: string;
  /** "eta0 4", of the setting that stands for the line. */
  readonly tuned: string;
  /** Undefined where every setting failed in some run. */
  readonly best: Setting<K> | undefined;
  readonly settings: readonly Setting<K>[];
  readonly runs: readonly CellResult<K>[];
}

/** The results of a study by what it varies. */
function linesOf(results: readonly CellResult[]): Line[] {
  const rows = results.map((result) => ({ result, spec: flat(result.cell.run) }));
  const varied = variedColumns(rows.map(({ spec }) => spec));
  const compared = varied.filter((column) => !isTuned(column));
  const tuned = varied.filter(isTuned);
  const panelOf = panels(results);
  return [...groupBy(rows, ({ result, spec }) => canonical([panelOf(result), only(compared, spec)])).values()].map(
    (group): Line => {
      const [{ result, spec }] = group;
      const { cell } = result;
      const runs = group.map((row) => row.result);
      const settings = settingsOf(runs);
      const best = bestSetting(cell.kind, settings);
      return {
        kind: cell.kind,
        panel: panelOf(result),
        label: labelOf(compared, spec) || ('loss' in cell.run ? cell.run.loss.name : cell.kind),
        tuned: best === undefined ? '' : labelOf(tuned, flat(best.run)),
        best,
        settings,
        runs,
      };
    },
  );
}

/** Those of one kind. */
function linesOfKind<K extends KindName>(lines: readonly Line[], kind: K): Line<K>[] {
  return lines.filter((line) => line.kind === kind) as unknown as Line<K>[];
}

/** Of a result: its dataset, and its kind where the study has several. */
function panels(results: readonly CellResult[]): (result: CellResult) => string {
  const several = new Set(results.map(({ cell }) => cell.kind)).size > 1;
  return ({ cell: { kind, dataset } }) => (dataset === undefined ? kind : several ? `${dataset}, ${kind}` : dataset);
}

function bestSetting(kind: KindName, settings: readonly Setting<KindName>[]): Setting<KindName> | undefined {
  if (settings.length === 1) return settings[0].measurements.length > 0 ? settings[0] : undefined;
  const { score } = kinds[kind] as Partial<Kind<unknown, unknown, unknown>>;
  return score && bestOf(settings, (setting) => medianOver(setting, score));
}

/** The columns that do not have the same value wherever they are; seeds aside. */
function variedColumns(specs: readonly Flat[]): string[] {
  const columns = new Set(specs.flatMap((spec) => Object.keys(spec)));
  return [...columns].filter(
    (column) => column !== 'seed' && new Set(specs.filter((spec) => column in spec).map((spec) => spec[column])).size > 1,
  );
}

function isTuned(column: string): boolean {
  return column.startsWith('optimizer_');
}

function only(columns: readonly string[], spec: Flat): Flat {
  return Object.fromEntries(columns.filter((column) => column in spec).map((column) => [column, spec[column]]));
}

/** "variance-aware, mellowness 0.000001": a choice by its name, a parameter with its own. */
function labelOf(columns: readonly string[], spec: Flat): string {
  return Object.entries(only(columns, spec))
    .map(([column, value]) => (typeof value === 'string' ? value : `${column.replace(/^[^_]*_/, '')} ${inShort(value)}`))
    .join(', ');
}
