import type { Claim } from '../../../src/studies/results/claim.ts';
import type { Report } from '../../../src/studies/study.ts';
import { atMost } from '../../support/claims.ts';
import { figures } from './samples.ts';
import { unzlibSync } from 'fflate';

/** Reports with invented numbers for the tests of pages. */

export const claims: readonly Claim[] = [
  { claim: 'buys a tenth | of the labels', cases: [atMost(0.112, 0.14)] },
  { claim: 'beats naive updates', cases: [atMost(6.1, 5.9)], figure: 'step sizes.png', tried: 'Two step sizes & no more.' },
  { claim: 'is fast', cases: [] },
];

/** What would end an attribute, an element or a script, if it were not escaped. */
export const HOSTILE = `</script><b>"it's" & <!-- ]]> \u2028 \u0007`;

const kinds = ['learning curves', 'step sizes', 'times', 'accuracies', 'forest', 'flip', 'frontier', 'sparsity'] as const;
const shown = [...kinds, 'small multiples'] as const;

/** A study with a figure of every kind. */
export const study: Report = {
  title: 'RCV1: passive accuracy with a tenth of the labels',
  question: 'Does it work?',
  source: 'A talk.',
  protocol: ['One pass.', 'Five seeds.'],
  claims,
  figures: shown.map((name) => ({ file: `${name}.png`, figure: figures[name], caption: `Invented ${name}.` })),
  tables: [
    {
      title: 'Settings',
      header: ['method', 'eta0', 'error'],
      rows: [
        ['passive', '16', '5.6%'],
        ['invariant', '256', '5.9%'],
      ],
    },
  ],
  notes: ['a1a was not on this machine.'],
  command: 'npm run reproduce -- rcv1-active --seeds 5',
  cellCommand: 'npx iwal study cell <hash> --rerun',
  versions: { iwal: '0.1.0', engine: '2' },
};

/** What the script of a page is given for a figure. */
export interface FigureData {
  readonly series: readonly string[];
  readonly panels: readonly (readonly (readonly [series: number, x: number, y: number, says: string, cells: string])[])[];
}

/** What the element of packed data holds, which is the n-th of its kind. */
export function unpacked(html: string, n = 1): unknown {
  const [, content] = [...html.matchAll(/<script type="text\/plain"[^>]*>(.*?)<\/script>/g)][n - 1];
  return JSON.parse(Buffer.from(unzlibSync(Buffer.from(content, 'base64'))).toString());
}
