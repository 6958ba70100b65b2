/** What an importance does: the prediction after one step, against the importance of the label, squared loss, label 1, from 0. */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { losses, renderFigure, updates } from 'iwal';

const rates = { gradient: 'naive', 'importance-invariant': 'invariant' };
const sensitivity = 0.4;
const importances = Array.from({ length: 41 }, (_, i) => i / 4);

const figure = {
  panels: [
    {
      kind: 'curves',
      title: '',
      x: { label: 'importance h of the label', scale: 'linear', min: 0, max: 10 },
      y: { label: 'prediction after the step', scale: 'linear', min: 0, max: 4 },
      series: Object.entries(rates).map(([label, update]) => ({
        label: `${label} update`,
        points: importances.map((h) => ({ x: h, y: updates[update](losses.squared, 0, 1, h * sensitivity) })),
      })),
      references: [{ y: 1, label: 'the label' }],
    },
  ],
};
writeFileSync(argv[2] ?? 'importance.png', await renderFigure(figure));
