import { shortfalls, verdict, type Claim, type Shortfall } from '../../studies/results/claims.ts';
import { htmlTable } from './table.ts';
import { element, text, type Markup } from '../../figures/svg/markup.ts';

/**
 * Claims on a page: a table in which every verdict is written out, its sign and colour only repeat it; and under it what does not
 * hold, each with its figure and what was tried.
 *
 * Nothing where nothing is claimed; `figures` are the report's files, in order, which are shown on the page at this address.
 */
export function htmlClaims(claims: readonly Claim[], caption: string, figures: readonly string[], page: string): Markup[] {
  if (claims.length === 0) return [];
  const items = shortfalls(claims, figures).map((each) => item(each, page));
  return [
    table(claims, caption),
    ...(items.length === 0 ? [] : [element('p', {}, [element('b', {}, [text('What does not hold')])]), element('ul', {}, items)]),
  ];
}

function table(claims: readonly Claim[], caption: string): Markup {
  const rows = claims.map((claim) => {
    const [look, sign] = claim.holds === 'not measured' ? ['unknown', '–'] : claim.holds ? ['holds', '✓'] : ['fails', '✗'];
    const written = [element('span', { 'aria-hidden': 'true' }, [text(`${sign} `)]), text(verdict(claim))];
    return [
      claim.claim,
      claim.measured,
      { markup: element('strong', { class: `verdict ${look}` }, written), text: verdict(claim) },
    ];
  });
  return htmlTable({ caption, header: ['claim', 'measured', 'verdict'], rows });
}

function item({ claim, figure, tried }: Shortfall, page: string): Markup {
  const link =
    figure === undefined
      ? []
      : [text(' ('), element('a', { href: `${page}#figure-${figure.number}` }, [text(`figure ${figure.number}`)]), text(')')];
  return element('li', {}, [element('i', {}, [text(claim)]), ...link, text(tried === undefined ? '.' : `. ${tried}`)]);
}
