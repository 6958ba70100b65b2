/**
 * Choices as they are written in a list: names, separated by commas, each with parameters of its own where it wants some:
 * "random,margin:width=0.5". Parameters are spelled as their options are, without the dashes.
 */
import { z } from 'zod';
import { lookUp } from '../studies/choices.ts';

export interface WrittenChoice {
  /** As a person wrote it. */
  readonly written: string;
  readonly name: string;
  /** Values by the names of their options; texts, because only what is chosen knows what is legal. */
  readonly parameters: Readonly<Record<string, string>>;
}

export function plainChoice(name: string): WrittenChoice {
  return { written: name, name, parameters: {} };
}

/** A list of names of a registry; an unknown one is a SpecError that lists them. */
export function choicesIn(kind: string, registry: object): z.ZodType<readonly WrittenChoice[], string> {
  return z.string().transform((list, context) =>
    list.split(',').map((written) => {
      const [name, ...pairs] = written.split(':');
      lookUp(kind, registry, name);
      const parameters: Record<string, string> = {};
      for (const pair of pairs) {
        const [parameter, value] = pair.split('=', 2) as [string, string?];
        if (value === undefined) context.addIssue(`needs parameters as in ${name}:parameter=value, found '${written}'`);
        else if (Object.hasOwn(parameters, parameter)) context.addIssue(`gives ${parameter} twice in '${written}'`);
        else parameters[parameter] = value;
      }
      return { written, name, parameters };
    }),
  );
}
