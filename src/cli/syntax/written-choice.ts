import { z } from 'zod';
import { lookUp } from '../../specs/choices.ts';

/**
 * Choices as they are written: a name, with parameters of its own where it wants some, "margin:width=0.5"; and lists of them,
 * separated by commas: "random,margin:width=0.5". Parameters are spelled as their options are, without the dashes. Every option
 * that names a part with parameters is read here: --query, --compare, --oracle, --loss, --optimizer.
 */
export interface WrittenChoice {
  /** As a person wrote it. */
  readonly written: string;
  readonly name: string;
  /** Values by the names of their options; texts, because only what is chosen knows what is legal. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A choice of which the name alone was written. */
export function plainChoice(name: string): WrittenChoice {
  return { written: name, name, parameters: {} };
}

/** One name of a registry; an unknown one is a SpecError that lists them. `several` says what to do where a list was written. */
export function choiceIn(kind: string, registry: object, several = 'one is wanted'): z.ZodType<WrittenChoice, string> {
  return z.string().transform((written, context) => {
    const parts = written.split(',');
    if (parts.length === 1) return readChoice(kind, registry, written, context);
    context.addIssue(`takes one ${kind}, found '${written}'; ${several}`);
    return z.NEVER;
  });
}

/** A list of names of a registry; an unknown one is a SpecError that lists them. */
export function choicesIn(kind: string, registry: object): z.ZodType<readonly WrittenChoice[], string> {
  return z.string().transform((list, context) => list.split(',').map((written) => readChoice(kind, registry, written, context)));
}

function readChoice(kind: string, registry: object, piece: string, context: z.RefinementCtx): WrittenChoice {
  const written = piece.trim();
  const [name, ...pairs] = written.split(':');
  lookUp(kind, registry, name);
  const parameters: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const parameter = pair.slice(0, at);
    if (at < 1) context.addIssue(`needs parameters as in ${name}:parameter=value, found '${written}'`);
    else if (Object.hasOwn(parameters, parameter)) context.addIssue(`gives ${parameter} twice in '${written}'`);
    else parameters[parameter] = pair.slice(at + 1);
  }
  return { written, name, parameters };
}
