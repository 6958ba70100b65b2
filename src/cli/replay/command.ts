import { z } from 'zod';
import { lookUp } from '../../specs/choices.ts';
import { parts as registries } from '../../specs/parts/registry.ts';
import { defineCommand } from '../syntax/command.ts';
import { choicesIn, flag, optional, value } from '../syntax/option.ts';
import { ledgerOfData, requireFile } from '../options/inputs.ts';
import { UsageError } from '../terminal/failure.ts';
import { partsOption } from '../options/parts-option.ts';
import { readingOf, readingOptions, asBegun } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/spec/recipe-options.ts';
import { names, specOptions } from '../options/spec/spec-options.ts';
import { sectionsWith } from '../options/help-sections.ts';

const { losses, updates, optimizers, queries } = registries;
const parameters = parameterOptionsOf('loss', 'optimizer', 'query');
const { floor, explore, temper, 'warm-up': warmUp, final } = specOptions;

const updateNames = z.string().transform((list) =>
  list.split(',').map((written) => {
    const name = written.trim();
    lookUp('update', updates, name);
    return name;
  }),
);

/** `iwal replay`: what other rules and other learners would have made of the labels of a ledger. */
export const command = defineCommand({
  name: 'replay',
  usage: '<ledger>',
  summary:
    'Run other query rules and other learners on the labels of a ledger, with its own coins: ' +
    'the results they would have had; no new label is bought.',
  places: { ledger: ledgerOfData },
  options: {
    ...parameters,
    ...readingOptions,
    data: optional(
      'the pool of the ledger; its run is computed anew first, and has to be the same bit for bit; a project knows its own, ' +
        'a ledger alone needs it',
    ),
    query: optional(
      'query rules to run in its place; absent: the labels as they were bought. ' +
        `A rule may ask with the ledger's probability at most, and is clipped to it elsewhere; ` +
        `a ledger of the rule passive answers for every rule: ${names(queries)}`,
      choicesIn('query rule', queries),
    ),
    budget: value(
      "what a rule may spend, as in iwal simulate; where it sets the knob and is not written, the ledger's, or 10%",
      specOptions.budget.schema,
    ),
    floor,
    explore,
    temper,
    'warm-up': warmUp,
    loss: optional(`losses, the ledger's if absent: ${names(losses)}`, choicesIn('loss', losses)),
    update: optional(`update rules, the ledger's if absent: ${names(updates)}`, updateNames),
    optimizer: optional(`optimizers, the ledger's if absent: ${names(optimizers)}`, choicesIn('optimizer', optimizers)),
    final,
    parts: partsOption,
    json: flag('print one JSON object'),
  },
  common: 'data text query budget loss update optimizer json',
  groups: sectionsWith(parameters, readingOptions),
  examples: [
    ['iwal replay reviews --query random', 'a project: what random questions would have made of it'],
    ['iwal replay a.ledger --data pool.svm --query iwal-cal --mellowness 1e-4', 'a stingier rule on the same coins'],
    [
      'iwal replay passive.ledger --data train.svm --query soft-margin,random --budget 5%',
      'rules on a ledger that holds every label',
    ],
    [
      'iwal replay a.ledger --data pool.svm --loss logistic,hinge --optimizer ada-grad,normalized-adaptive',
      'which learner makes the most of these labels: all combinations',
    ],
  ],
  async run({ ledger, data, json, parts: _loaded, ...values }, session) {
    if (data === undefined) throw new UsageError('replay needs --data: the pool of the ledger');
    for (const file of [ledger, data]) await requireFile(file);
    const reading = await readingOf(data, await asBegun(ledger, values, session));
    const { replayFile, replayPage } = await import('./run.ts');
    const replayed = await replayFile(ledger, { file: data, options: reading }, values, session);
    session.print(json ? JSON.stringify(replayed) : replayPage(replayed));
  },
});
