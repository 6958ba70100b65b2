import { criterionOf, measuredOf } from '../../studies/results/claim-words.ts';
import { figureOf, unmetClaims, verdict, type FigureOfClaim, type UnmetClaim } from '../../studies/results/claims.ts';
import type { Claim } from '../../studies/results/claim.ts';
import { markdownLink, markdownTable, markdownText } from '../../figures/model/markdown.ts';

/**
 * Claims in Markdown: a table of verdicts, and under it what does not hold or is inconclusive, each with its figure and what was tried.
 *
 * Blocks of a page, none where nothing is claimed; `figures` are the report's files, in order, which lie in `place`.
 */
export function markdownClaims(claims: readonly Claim[], figures: readonly string[], place: string): string[] {
  if (claims.length === 0) return [];
  const table = markdownTable(
    ['claim', 'measured', 'criterion', 'verdict'],
    claims.map((claim) => [
      `${markdownText(claim.claim)}${linkTo(figureOf(claim, figures), place)}`,
      markdownText(measuredOf(claim)),
      markdownText(criterionOf(claim)),
      `**${verdict(claim)}**`,
    ]),
  );
  const items = unmetClaims(claims, figures).map((each) => item(each, place));
  return items.length === 0 ? [table] : [table, '**What does not hold or is inconclusive**', items.join('\n')];
}

function item({ claim, figure, tried }: UnmetClaim, place: string): string {
  return `- *${markdownText(claim)}*${linkTo(figure, place)}.${tried === undefined ? '' : ` ${markdownText(tried)}`}`;
}

/** " ([figure 2](b.png))"; nothing where there is none. */
function linkTo(figure: FigureOfClaim | undefined, place: string): string {
  return figure === undefined ? '' : ` (${markdownLink(`figure ${figure.number}`, `${place}${figure.file}`)})`;
}
