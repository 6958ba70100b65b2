import { rounded } from '../../numerics/display.ts';
import { type Claim, claimSchema } from './claim.ts';
import type { Figure } from '../../figures/model/figure.ts';
import type { Report, ReportFigure, Table } from '../report.ts';
import { median, quantile } from '../../statistics/small-samples.ts';
import { lookUp } from '../../specs/choices.ts';
import { plural } from '../../numerics/display.ts';
import { parsed } from '../../specs/learner-spec.ts';
import { learningCurves, onlineCurves, stepSizes } from './default-figures.ts';
import { linesOf, type Line } from './lines.ts';
import { kinds } from '../cells/kinds/index.ts';
import type { Quantities } from '../cells/kinds/kind.ts';
import type { Findings, StudyReport } from '../study.ts';

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
export interface Wording extends Pick<Report, 'title' | 'command'> {
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
  return [...new Set(lines.map(({ panel }) => panel))].map((panel): Table => {
    const members = lines.filter((line) => line.panel === panel);
    const measured = members.flatMap(({ best }) => best?.measurements ?? []);
    const quantities = Object.entries(kinds[members[0].kind].quantities as Quantities<never>).filter(
      ([, quantity]) => !measured.some((each) => quantity(each as never) === undefined),
    );
    return {
      title: panel,
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
