import { helpSections } from '../options/help-sections.ts';
import { noCache, guessOptions, readingOptions } from '../options/reading-options.ts';
import { parameterOptions } from '../options/spec/recipe-options.ts';
import { defineCommand } from '../syntax/command.ts';
import { costsOptions, simulateOptions, simulatePlaces } from './options.ts';

/**
 * `iwal simulate`: active learning on a labelled file, measured: one run, with --curve beside a passive one on the same stream,
 * or several rules that see the same stream and toss the same coins.
 */
export const command = defineCommand({
  name: 'simulate',
  usage: '<train>',
  summary: 'Simulate active learning on a labelled file: labels are hidden until bought, and the result is measured.',
  places: simulatePlaces,
  options: simulateOptions,
  common: 'text label-column classes holdout test budget for curve compare seeds query seed reduction oracle ledger json',
  groups: {
    ...helpSections,
    'Buying single costs': Object.keys(costsOptions),
    'Parameters of the chosen names': Object.keys(parameterOptions),
    'Reading files': Object.keys({ ...readingOptions, ...guessOptions, ...noCache }),
  },
  examples: [
    ['iwal simulate train.svm.gz --test test.svm.gz --curve out.png', 'the first learning curve, with a tenth of the labels'],
    ['iwal simulate train.svm --holdout 0.2 --budget 500', '500 labels, a fifth of the file as test set'],
    ['iwal simulate train.svm --budget 200 --fresh 50', '50 more labels that tell the error of the model in the end'],
    ['iwal simulate train.svm --query iwal-cal --mellowness 1e-4 --json', 'another rule, for a program to read'],
    ['iwal simulate train.svm --compare soft-margin,random,iwal-cal --curve out.png', 'which rule makes the most of a label'],
    [
      'iwal simulate train.svm --holdout 0.25 --budget 5% --compare random,soft-margin --seeds 10',
      'and whether that is more than chance',
    ],
    ['iwal simulate letters.svm --reduction one-against-all --holdout 0.25', 'several classes, with a tenth of the labels'],
    ['iwal simulate letters.svm --query coal --first 100 --holdout 0.25', 'single costs of classes: those that may decide'],
    [
      'iwal simulate train.svm --oracle noisy,priced --flip-rate 0.1 --per-feature 0.01 --budget 99.5',
      'labels that err, and cost by length',
    ],
  ],
  async run(values, session) {
    const { simulated } = await import('./simulated.ts');
    session.print(await simulated(values, session));
  },
});
