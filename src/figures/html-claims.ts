/** Claims on a page: a table in which every verdict is written out; its sign and colour only repeat it. */
import { verdict, type Claim } from './claims.ts';
import { htmlTable } from './html-table.ts';
import { element, text, type Markup } from './markup.ts';

export function htmlClaims(claims: readonly Claim[], caption: string): Markup {
  const rows = claims.map((claim) => {
    const [look, sign] = claim.holds === 'not measured' ? ['unknown', '–'] : claim.holds ? ['holds', '✓'] : ['fails', '✗'];
    const written = [element('span', { 'aria-hidden': 'true' }, [text(`${sign} `)]), text(verdict(claim))];
    return [claim.claim, claim.measured, { markup: element('strong', { class: `verdict ${look}` }, written), text: verdict(claim) }];
  });
  return htmlTable({ caption, header: ['claim', 'measured', 'verdict'], rows });
}
