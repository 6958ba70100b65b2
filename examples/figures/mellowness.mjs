/** What a mellowness is: how probably a label is bought, against the importance that would flip the prediction, at row 1,000. */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { queries, renderFigure } from 'iwal';

const row = 1000;
const weights = Array.from({ length: 49 }, (_, i) => 10 ** (i / 12 - 1));

const figure = {
  panels: [
    {
      kind: 'curves',
      title: '',
      x: { label: 'importance that would flip the prediction', scale: 'log' },
      y: { label: 'probability of buying the label', scale: 'log', max: 1 },
      series: [1e-6, 1e-5, 1e-4, 1e-3].map((mellowness) => {
        const rule = queries['iwal-cal']({ mellowness });
        const points = weights.map((weightToFlip) => ({ x: weightToFlip, y: rule.probability({ time: row, weightToFlip }) }));
        return { label: `mellowness ${mellowness.toExponential()}`, points };
      }),
    },
  ],
};
writeFileSync(argv[2] ?? 'mellowness.png', await renderFigure(figure));
