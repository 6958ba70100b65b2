import { setsOf } from './data/missing-sets.ts';
import type { Report } from './report.ts';
import type { Claim } from './results/claim.ts';
import type { Findings, Study } from './study.ts';
import { percent } from '../numerics/display.ts';
import type { Split } from '../rows/selection/split.ts';
import { smallerClass } from '../rows/smaller-class.ts';
import { SMALL_CLASS } from '../streams/measures/class-measures.ts';

/**
 * The report of a study on what was measured. What every report says of its data is said here: public sets that were missing, and sets of
 * two classes one of which is small.
 *
 * A claim about a missing set is not decided: it names the set (Claim.needs). A figure that would show missing sets alone is left out,
 * and claims refer to it no more.
 */
export function reportOf(study: Study, findings: Findings): Report {
  const { question, source, goals } = study;
  const said = study.report(findings);
  const datasets = study.datasets(findings.size, findings.seeds);
  const missing = setsOf(datasets.filter(({ name }) => findings.missing.includes(name)));
  const figures = missing.length === 0 ? said.figures : said.figures.filter(({ figure }) => figure.panels.length > 0);
  const files = figures.map(({ file }) => file);
  const claims = said.claims.map(({ sets = setsOf(datasets), ...claim }) => undecided(claim, sets, missing, files));
  const isWhole = claims.every(({ cases, needs = [] }) => needs.length === 0 && cases.length > 0);
  return {
    ...{ question, source, ...said, figures, claims },
    ...(goals && { goals }),
    ...(study.answer && isWhole && { answer: study.answer(claims) }),
    notes: [
      ...said.notes,
      ...(missing.length === 0 ? [] : [`Not on this machine, so left out: ${missing.join(', ')}.`]),
      ...unevenNotes(findings.splits),
    ],
  };
}

/** The claim as it stands without the missing ones of these sets; where all of them are missing, nothing was measured. */
function undecided(claim: Claim, sets: readonly string[], missing: readonly string[], figures: readonly string[]): Claim {
  const needs = sets.filter((set) => missing.includes(set));
  if (missing.length === 0) return claim;
  const { figure, ...rest } = claim;
  return {
    ...rest,
    ...(needs.length > 0 && { needs }),
    ...(needs.length > 0 && needs.length === sets.length && { cases: [] }),
    ...(figure !== undefined && figures.includes(figure) && { figure }),
  };
}

/**
 * What every report says of sets of two classes, one of which is small: errors of its tables and figures are to be read beside that of
 * always saying the larger class. A line a set, in their order; of labels other than -1 and 1 there is nothing to say.
 */
export function unevenNotes(splits: ReadonlyMap<string, Split>): string[] {
  return [...splits].flatMap(([name, { train }]) => {
    const { labels, importances } = train;
    if (!labels.every((y) => Math.abs(y) === 1)) return [];
    const share = smallerClass(labels, 0, importances);
    return share < SMALL_CLASS ? [`${name}: who always says the larger class is wrong on ${percent(share)} of the rows.`] : [];
  });
}
