import type { Requests } from '../../ledger/replay/clipped-rule.ts';
import { errorWords, isSaid } from '../../streams/measures/error-words.ts';
import type { RunSpec } from '../../specs/run.ts';
import { estimateText, smallClassText } from '../../streams/measures/small-class.ts';
import { learnerText, ruleText } from '../simulate/page.ts';
import { finalText } from '../terminal/layout.ts';
import { count, decimals, percent, plural, points } from '../../numerics/display.ts';
import type { Replayed, ReplayedOutcome, ReplayedRun } from './run.ts';

/** The page of `iwal replay` for a person: a paragraph a run. */
export function replayPage({ file, header, spec, examples, rows, labels, runs }: Replayed): string {
  const scope = rows === examples ? '' : `; its budget ended there, and it can answer for the first ${count(rows)}`;
  return [
    `${file}: pool ${header.data.name}, ${count(examples)} of ${count(header.data.rows)} rows considered, ` +
      `${count(labels)} labels${scope}`,
    `kept of: ${reductionText(spec)}${learnerText(spec)}; ${ruleText(spec)}`,
    ...runs.flatMap((run) => ['', ...runLines(run, rows, runs.length)]),
  ].join('\n');
}

function runLines(run: ReplayedRun, rows: number, runs: number): string[] {
  const { label, spec, rule } = run;
  const title =
    `${label}: ` +
    `${reductionText(spec)}${learnerText(spec)}${rule === 'another' ? `; ${ruleText(spec)}` : ', on the labels as they were bought'}`;
  if ('failure' in run) return [title, `  ${run.failure}`];
  const end = run.rows === rows ? '' : ` on the first ${count(run.rows)} rows, where its budget ended`;
  const truth = run.trueError === null ? '' : `; the true error is ${percent(run.trueError)}`;
  return [
    title,
    ...(run.requests ? [`  ${plural(run.labels, 'label')} bought${end}; ${resultText(run.result, run.requests)}`] : []),
    ...(run.final === undefined ? [] : [`  model: ${finalText(run.final, run.labels)}`]),
    `  error of its predictions: ${errorWords(run.estimate)}${truth}`,
    ...(isSaid(run.estimate) ? smallClassText(run.classes, estimateText) : []).map((line) => `  ${line}`),
    ...(run.difference === null ? [] : [`  beside the run of the ledger, on the same rows: ${differenceText(run, runs)}`]),
  ];
}

/** "one-against-all of 3 classes, " */
function reductionText({ reduction, classes }: RunSpec): string {
  return reduction === undefined ? '' : `${reduction} of ${classes} classes, `;
}

/** Whose result it is. */
function resultText(result: ReplayedOutcome['result'], { wanted, met, reweighted }: Requests): string {
  const answered = `the ledger holds ${count(met)} of the ${plural(wanted, 'label')} it wanted`;
  switch (result) {
    case 'direct run':
      return `${answered}: this is what a run of its own would be on these rows, bit for bit`;
    case 'nearly a direct run':
      return `${answered}, ${count(reweighted)} with another importance: nearly what a run of its own would be on these rows`;
    case 'clipped rule':
      return (
        `${answered} (${percent(met / wanted)}): this is the result of the rule clipped to the ledger's probabilities, and ` +
        'not of the rule'
      );
    case 'labels as bought':
      return answered;
  }
}

function differenceText({ difference, adjusted, estimate }: ReplayedOutcome, runs: number): string {
  const { value, low, high } = difference!;
  if (estimate.kind === 'counted') return `${points(value)} points of error, counted`;
  const holm = runs === 1 ? '' : `, adjusted for ${runs} comparisons (Holm)`;
  const p = adjusted! < 1e-4 ? 'p < 0.0001' : `p = ${decimals(adjusted!, 4)}`;
  return `${points(value)} points of error, 95% interval ${points(low)} to ${points(high)}; ${p}${holm}`;
}
