import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { optionOf, type Option } from '../../src/cli/syntax/option.ts';
import { parameterOptions } from '../../src/cli/options/spec/recipe-options.ts';
import { choiceText } from '../../src/cli/simulate/page.ts';
import { parse } from '../../src/cli/syntax/parse.ts';
import { parametersOf } from '../../src/specs/choices.ts';
import { parts } from '../../src/specs/parts/registry.ts';

/** LAW of words: what a page prints of a parameter, a person can write; no page and no help knows a name that no option has. */

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

/** A value that the option takes: the first of these that its schema lets through. */
function written(name: string, { takes, schema }: Option<unknown>): string {
  if (takes === 'none') return `--${name}`;
  const value = '1 0.5 3% a.csv a error random both jsonl purchases pool present strings learned a,b utf-8'
    .split(' ')
    .find((each) => {
      try {
        return schema.safeParse(each).success;
      } catch {
        return false;
      }
    });
  if (value === undefined) throw new Error(`no value for --${name}`);
  return `--${name}=${value}`;
}

test('what an option says that it goes with, and excludes, are options of its command, and parsing holds command lines to it', async () => {
  let declared = 0;
  for (const { load } of Object.values(commands)) {
    const { syntax } = (await load()).command;
    const places = Object.values(syntax.places).map(({ names = ['a'] }) => names[0]);
    const refused = (...names: readonly string[]): string => {
      try {
        parse(syntax, [...places, ...names.map((name) => written(name, syntax.options[name]))]);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    for (const [name, { with: about = [], not = [] }] of Object.entries(syntax.options)) {
      declared += about.length + not.length;
      for (const other of [...about, ...not])
        expect(Object.keys(syntax.options), `iwal ${syntax.name} --${name}`).toContain(other);
      for (const other of not) expect(refused(name, other)).toBe(`--${name} and --${other} exclude each other`);
      if (about.length > 0) expect(refused(name)).toMatch(new RegExp(`^--${name} is about --${about[0]}.*, which is not given$`));
      for (const other of about) expect(refused(name, other)).not.toContain('which is not given');
    }
  }
  expect(declared).toBeGreaterThan(20);
});
