/** What a budget does: labels bought against rows considered, on generated documents, with a budget and with a knob. */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { rcv1Like, renderFigure, runSpec, simulate } from 'iwal';

const train = rcv1Like({ seed: 1, documents: 5000 });
const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } };
const paced = { ...learner, query: { name: 'soft-margin' }, pace: {}, warmUp: 10, temper: 0, perDecade: 12, seed: 1 };
const runs = {
  'budget 500': { ...paced, budget: 500 },
  'budget 250': { ...paced, budget: 250 },
  'budget 100': { ...paced, budget: 100 },
  'no budget, width 0.15': { ...learner, query: { name: 'soft-margin', width: 0.15 }, perDecade: 12, seed: 1 },
};

const figure = {
  panels: [
    {
      kind: 'curves',
      title: '',
      x: { label: 'rows considered', scale: 'linear', min: 0 },
      y: { label: 'labels bought', scale: 'linear', min: 0 },
      series: Object.entries(runs).map(([label, run]) => ({
        label,
        points: simulate(runSpec(run), { train }).measurement.curve.map(({ examples, queried }) => ({ x: examples, y: queried })),
      })),
    },
  ],
};
writeFileSync(argv[2] ?? 'budget.png', await renderFigure(figure));
