import { setsOf } from './data/datasets.ts';
import type { Report, ReportFigure, Findings, Study } from './study.ts';
import type { Claim } from './results/claim.ts';
import { isOpen, NoSuchClaim, verdict } from './results/claims.ts';
import { continued } from './results/looks.ts';
import { percent } from '../numerics/display.ts';
import { caught } from '../numerics/iwal-error.ts';
import { present } from '../numerics/present.ts';
import { type Split, smallerClass } from '../rows/dataset.ts';
import { SMALL_CLASS } from '../streams/measures/class-measures.ts';

/**
 * The report of a study on what was measured. What every report says of its data is said here: public sets that were missing, and sets of
 * two classes one of which is small.
 *
 * A claim about a missing set is not decided: it names the set (Claim.needs). A panel without a point, as of missing sets or of a
 * single seed, is left out; so is a figure without a panel, and claims refer to it no more.
 */
export function reportOf(study: Study, findings: Findings): Report {
  const { question, source, goals } = study;
  const said = study.report(findings);
  const datasets = study.datasets(findings.size, findings.seeds);
  const missing = setsOf(datasets.filter(({ name }) => findings.missing.includes(name)));
  const figures = said.figures.map(withPoints).filter(({ figure }) => figure.panels.length > 0);
  const [there, drawn] = [figures, said.figures].map((each) => each.map(({ file }) => file));
  // Where every set is there, a claim that names a figure that its study does not draw is a mistake, which pages refuse.
  const isGone = (file: string): boolean => !there.includes(file) && (missing.length > 0 || drawn.includes(file));
  const claims = claimsOf(study, findings, said.claims).map(({ sets = setsOf(datasets), ...claim }) =>
    undecided(claim, sets, missing, isGone),
  );
  return {
    ...{ question, source, ...said, figures: figures.map((each) => titled(each, claims)), claims },
    ...present({ goals, answer: answerOf(study, claims) }),
    notes: [
      ...said.notes,
      ...(missing.length === 0 ? [] : [`Not on this machine, so left out: ${missing.join(', ')}.`]),
      ...unevenNotes(findings.splits),
    ],
  };
}

/** The claims, with the `d` of this study: of its pilot, and those that it left open by new seeds alone (results/looks.ts). */
function claimsOf(study: Study, findings: Findings, all: readonly Claim[]): readonly Claim[] {
  const { size, seeds } = findings;
  const pilot = study.pilot?.[size] ?? seeds;
  const after = (from: number, count: number): readonly Claim[] | undefined => {
    if (from + count > seeds) return undefined;
    const isOf = ({ cell: { run } }: Findings['results'][number]): boolean =>
      !('seed' in run) || (run.seed > from && run.seed <= from + count);
    return withMargins(study, study.report({ ...findings, seeds: count, results: findings.results.filter(isOf) }).claims);
  };
  if (seeds <= pilot) return withMargins(study, all);
  return continued(after(0, pilot)!, (count) => after(pilot, count), isOpen);
}

function withMargins({ matters = {} }: Study, claims: readonly Claim[]): readonly Claim[] {
  return claims.map((claim) => ({
    ...claim,
    cases: claim.cases.map((each) => present({ matters: matters[each.unit], ...each })),
  }));
}

/** Characters that are read at a glance. */
const TITLE = 110;

/** The figure under what was found in it: the first claim that names it, is decided and is short enough for a title. */
function titled({ figure, ...given }: ReportFigure, claims: readonly Claim[]): ReportFigure {
  // A lone small plot has no room for one.
  if (figure.format === 'small multiples' && figure.panels.length < 3) return { ...given, figure };
  const own = claims.filter((each) => each.figure === given.file);
  // "hinge: …" and "logistic: …" are one finding where both came out alike.
  const bare = ({ claim }: Claim): string => claim.replace(/^[^:]{1,30}: /, '');
  const titles = own.map((each) => {
    const alike = own.filter((other) => bare(other) === bare(each));
    const found = alike.length > 1 && alike.every((other) => verdict(other) === verdict(each)) ? bare(each) : each.claim;
    return `${verdict(each)}: ${found}`.replace(/^holds.*?: /, '');
  });
  const title =
    figure.title ??
    titles.find((each) => each.length <= TITLE && !/^(undecided|not |(does not hold: )?(it|and|even so)\b)/.test(each));
  return { ...given, figure: present({ ...figure, title }) };
}

/** The figure without panels of curves that have no point. */
function withPoints(given: ReportFigure): ReportFigure {
  const { panels } = given.figure;
  const kept = panels.filter(
    (panel) => !('series' in panel) || panel.series.some((each) => !('points' in each) || each.points.length > 0),
  );
  return kept.length === panels.length ? given : { ...given, figure: { ...given.figure, panels: kept } };
}

/** What the study says to its question; undefined where it says nothing, or where a claim lacks sets or was not made. */
function answerOf(study: Study, claims: readonly Claim[]): string | undefined {
  if (claims.some(({ cases, needs = [] }) => needs.length > 0 || cases.length === 0)) return undefined;
  const said = (): string | undefined => study.answer?.(claims);
  return caught(NoSuchClaim, said, () => undefined);
}

/** The claim as it stands without the missing ones of these sets; where all of them are missing, nothing was measured. */
function undecided(claim: Claim, sets: readonly string[], missing: readonly string[], isGone: (file: string) => boolean): Claim {
  const needs = sets.filter((set) => missing.includes(set));
  const { figure, ...rest } = claim;
  const isDrawn = figure !== undefined && !isGone(figure);
  if (needs.length === 0 && (isDrawn || figure === undefined)) return claim;
  return {
    ...rest,
    ...(needs.length > 0 && { needs }),
    ...(needs.length > 0 && needs.length === sets.length && { cases: [] }),
    ...(isDrawn && { figure }),
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
    const share = smallerClass(labels, importances);
    return share < SMALL_CLASS ? [`${name}: who always says the larger class is wrong on ${percent(share)} of the rows.`] : [];
  });
}
