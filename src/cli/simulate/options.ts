import { z } from 'zod';
import { FIGURE_ENDINGS } from '../../figures/chart/figure-file.ts';
import { costRules } from '../../queries/costs/index.ts';
import { parts } from '../../specs/parts/registry.ts';
import { noCache, guessOptions, NOT_OF_GUESSES, readingOptions } from '../options/reading-options.ts';
import { partsOption } from '../options/parts-option.ts';
import { processors } from '../options/processors.ts';
import { labelledData } from '../options/inputs.ts';
import { reductionOption } from '../options/spec/reduction-loss.ts';
import { parameterOptions } from '../options/spec/recipe-options.ts';
import { recordOption } from '../options/record-option.ts';
import { groupOptions, rangeIn, rangeOption, specOptions } from '../options/spec/spec-options.ts';
import { stopOptions } from '../options/spec/stop-options.ts';
import { choiceIn, choicesIn, fileEnding, flag, going, number, share, optional, type Values, whole } from '../syntax/option.ts';

/** The reduction that learns single costs. */
export const COSTS_REDUCTION = 'cost-sensitive';

/** The rules about single costs, as a list of names. */
export const COST_RULES = Object.keys(costRules).join(', ');

/** Options of rules about single costs. */
export const costsOptions = {
  'lowest-cost': number({
    meaning: `lowest possible cost of a class where single costs are bought (${COST_RULES}); 0 if absent`,
  }),
  'highest-cost': number({
    meaning: 'highest possible cost of a class; 1 if absent, the cost of every class that is not the label',
  }),
};

/** Rules about labels, those of one's own among them, and rules about single costs. */
const rules = { ...parts.queries, ...costRules };

/** What `iwal simulate` is given by position. */
export const simulatePlaces = { train: labelledData };

/** Its options. */
export const simulateOptions = {
  ...parameterOptions,
  ...readingOptions,
  ...guessOptions,
  guess: going(guessOptions.guess, { not: NOT_OF_GUESSES }),
  ...noCache,
  test: going(optional('file on which to measure the error'), { not: ['holdout'] }),
  holdout: share('share of <train> to set aside as a test set'),
  ...specOptions,
  ...groupOptions,
  by: going(groupOptions.by, { not: ['holdout'] }),
  query: going(
    optional(
      `${specOptions.query.meaning}. Or one that buys single costs of several classes: ${COST_RULES}. ` +
        'The budget then counts costs and is unlimited if absent; --mellowness or --rate says how many costs the rule buys',
      choiceIn('query rule', rules, 'simulate --compare runs several'),
    ),
    { not: ['compare'] },
  ),
  ...costsOptions,
  range: optional(
    `${rangeOption.range.meaning}. The labels of the file are such numbers. Of query rule 'coal' one number`,
    z.string().transform((written, context) => (written.includes(',') ? rangeIn(written, context) : written)),
  ),
  ...stopOptions,
  oracle: optional(
    `who answers: ${Object.keys(parts.oracles).join(', ')}; several apply one after the other, as in noisy,delayed; ` +
      'if absent, the labels of the file, at once',
    choicesIn('oracle', parts.oracles),
  ),
  compare: optional(
    'query rules to compare, beside passive learning; all runs use the same coins: random,margin:width=0.5; ' +
      'or rules that buy single costs: coal,random-costs',
    choicesIn('query rule', rules),
  ),
  reduction: reductionOption,
  seeds: whole(1, 'how often every run is repeated, with seeds from --seed on; prints means with 95% intervals', {
    to: 1000,
    default: 1,
  }),
  workers: whole(1, 'runs at the same time, on a thread each', { default: processors() }),
  fresh: whole(
    1,
    'labels to buy after the run and beside its budget, of rows drawn at random from those that it did not learn: ' +
      'they measure the error of the final model, which does not learn them',
  ),
  ledger: optional('new file for the ledger of the run'),
  record: going(recordOption, { with: ['ledger'] }),
  parts: partsOption,
  json: flag('print one JSON object; with --compare an array of them'),
  curve: optional(
    `file for the learning curve, beside that of passive learning: ${FIGURE_ENDINGS.join(', ')} (pixels, vectors, numbers)`,
    fileEnding(FIGURE_ENDINGS),
  ),
};

/** The options of `iwal simulate` as they were read. */
export type SimulateValues = Values<typeof simulatePlaces> & Values<typeof simulateOptions>;
