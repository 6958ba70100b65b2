/**
 * `iwal simulate`: one run of active learning on a labelled file, measured; with --curve beside a passive run on the same stream.
 *
 * Defaults for a first try: logistic loss, invariant updates, the variance-aware rule, and a constant step of 1: on five sets of
 * tf-idf rows scaled to length 1 its progressive error is within 3 points of the best step from 0.1 to 8, for logistic loss,
 * hinge and squared loss alike. Rows of larger values want a smaller one.
 */
import { losses } from '../losses/index.ts';
import { optimizers } from '../optimizers/index.ts';
import { queries } from '../queries/index.ts';
import { updates } from '../updates/index.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failure.ts';
import { requireFile } from './inputs.ts';
import { fileEnding, flag, nameIn, number, text, value } from './option.ts';
import { readingOf, readingOptions } from './reading-options.ts';
import { parameterOptions, readParts, STAND_INS } from './recipe-options.ts';
import { Target } from './target.ts';

const ORDERS = { shuffled: 'at random, by the seed', given: 'as in the file' };

export const command = defineCommand({
  name: 'simulate',
  usage: '<train>',
  summary: 'Simulate active learning on a labelled file: labels are hidden until bought, and the result is measured.',
  places: {
    train: value('two-class data: svmlight text (also gzipped), CSV or .iwal', text),
  },
  options: {
    ...parameterOptions,
    ...readingOptions,
    test: value('file on which to measure the error', text.optional()),
    holdout: number({ meaning: 'share of <train> to set aside as a test set', above: 0, below: 1 }),
    query: value(`query rule: ${names(queries)}`, nameIn('query rule', queries).default('variance-aware')),
    budget: number({ meaning: 'labels that may be bought; no limit if absent', from: 0, whole: true }),
    loss: value(`loss: ${names(losses)}`, nameIn('loss', losses).default('logistic')),
    update: value(`update rule: ${names(updates)}`, nameIn('update', updates).default('invariant')),
    optimizer: value(`optimizer: ${names(optimizers)}`, nameIn('optimizer', optimizers).default('gradient-descent')),
    order: value(`order of the examples: ${names(ORDERS)}`, nameIn('order', ORDERS).default('shuffled')),
    seed: number({ meaning: 'decides the order of the examples and the coins', from: 0, to: Number.MAX_SAFE_INTEGER, whole: true, default: 1 }),
    json: flag('print one JSON object'),
    curve: value('PNG file for the learning curve, beside that of passive learning', fileEnding(['.png']).optional()),
  },
  groups: { 'Parameters of the chosen names': Object.keys(parameterOptions), 'Reading files': Object.keys(readingOptions) },
  examples: [
    ['iwal simulate train.svm.gz --test test.svm.gz --curve out.png', 'the first learning curve'],
    ['iwal simulate train.svm --holdout 0.2 --budget 500', 'at most 500 labels, a fifth of the file as test set'],
    ['iwal simulate train.svm --query iwal-cal --mellowness 1e-4 --json', 'another rule, for a program to read'],
  ],
  async run(values, session) {
    const { train, test, holdout, query, budget, loss, update, optimizer, order, seed, json, curve } = values;
    if (test !== undefined && holdout !== undefined) throw new UsageError('--test and --holdout exclude each other');
    const reading = await readingOf(train, values);
    const { parseRunSpec } = await import('../studies/spec.ts');
    const spec = parseRunSpec({
      ...readParts({ loss, optimizer, query }, values, STAND_INS),
      update,
      ...(budget === undefined ? {} : { budget }),
      order,
      seed,
    });
    const { requireClassifier, simulateFile } = await import('./simulation.ts');
    requireClassifier(spec);
    for (const file of [train, ...(test === undefined ? [] : [test])]) await requireFile(file);
    const target = curve === undefined ? undefined : new Target(curve);
    try {
      const { active, passive } = await simulateFile(spec, { train, test, holdout, reading }, target, session);
      const { summary } = await import('./result.ts');
      session.print(json ? JSON.stringify(active) : summary(active, passive));
    } finally {
      target?.discard();
    }
  },
});

function names(registry: object): string {
  return Object.keys(registry).join(', ');
}
