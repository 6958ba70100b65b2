/** LAW of words: what a page prints of a parameter, a person can write; no page and no help knows a name that no option has. */
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { optionOf } from '../../src/cli/options/spec/option-of.ts';
import { parameterOptions } from '../../src/cli/options/spec/recipe-options.ts';
import { choiceText } from '../../src/cli/simulate/page.ts';
import { parametersOf } from '../../src/specs/choices.ts';
import { parts } from '../../src/specs/parts/registry.ts';

const { losses, optimizers, queries, oracles } = parts;
const choices = Object.entries({ losses, optimizers, queries, oracles }).flatMap(([part, registry]) =>
  Object.entries(registry).map(([name, entry]) => [part, name, Object.keys(parametersOf(entry))] as const),
);

test.each(choices)('%s, %s: its parameters are printed as they are written', (_, name, parameters) => {
  for (const parameter of parameters) expect(Object.keys(parameterOptions)).toContain(optionOf(parameter));
  const shown = choiceText({ name, ...Object.fromEntries(parameters.map((parameter) => [parameter, 1])) });
  expect(shown).toBe(
    parameters.length === 0 ? name : `${name} (${parameters.map((parameter) => `${optionOf(parameter)} 1`).join(', ')})`,
  );
  expect(shown).not.toMatch(/eta0/);
});

test('the options of every command, and what is said of them, say --eta, not eta0', async () => {
  for (const { load } of Object.values(commands)) {
    const { name, summary, options, examples } = (await load()).command.syntax;
    const meanings = Object.entries(options).map(([option, { meaning }]) => [option, meaning]);
    expect(JSON.stringify([summary, examples, meanings]), name).not.toMatch(/eta0/);
  }
});
