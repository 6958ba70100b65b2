/** What a certificate says: bounds on the error of predictions, against labels bought, where 5% of the predictions are wrong. */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { Certificate, randomStream, renderFigure } from 'iwal';

const probability = 0.2;
const rows = 10_000;
const random = randomStream(1, 'certificate');

const certificate = new Certificate(probability);
const truth = [];
const most = [];
const least = [];
let labels = 0;
let wrong = 0;
for (let row = 1; row <= rows; row++) {
  const isWrong = random.next() < 0.05;
  wrong += Number(isWrong);
  certificate.consider(probability);
  if (random.next() < probability) {
    certificate.see(probability, Number(isWrong));
    labels++;
  }
  if (row % 250 !== 0) continue;
  const [low, high] = certificate.bounds(0.95);
  truth.push({ x: labels, y: wrong / row });
  most.push({ x: labels, y: high / row });
  least.push({ x: labels, y: low / row });
}

const figure = {
  panels: [
    {
      kind: 'curves',
      title: '',
      x: { label: 'labels bought', scale: 'linear', min: 0 },
      y: { label: 'share of wrong predictions', scale: 'linear', min: 0 },
      series: [
        { label: 'certified: at most', points: most },
        { label: 'the truth, which nobody sees', points: truth },
        { label: 'certified: at least', points: least },
      ],
    },
  ],
};
writeFileSync(argv[2] ?? 'certificate.png', await renderFigure(figure));
