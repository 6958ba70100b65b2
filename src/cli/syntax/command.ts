import { existsSync } from 'node:fs';
import type { Options, Syntax, Values } from './option.ts';
import type { Extent } from './help.ts';
import { isFolder } from '../../files/durable.ts';
import { requirePart } from '../options/inputs.ts';
import type { Said } from './parse.ts';
import type { Session } from '../terminal/session.ts';

/** A command: what it takes, and what it does with it. */
export interface Definition<P extends Options, O extends Options> extends Syntax<P, O> {
  readonly run: (values: Values<P & O>, session: Session) => Promise<void>;
}

/**
 * A command is data and one function: what it takes, examples, and what it does with the checked values.
 *
 * Adding one: a file that exports `command = defineCommand({ … })`, and its line in cli/commands.ts.
 */
export interface Command {
  readonly syntax: Syntax;
  run(args: readonly string[], session: Session): Promise<void>;
}

/** A command whose options are read and checked before it runs; see Syntax. */
export function defineCommand<P extends Options, O extends Options>(definition: Definition<P, O>): Command {
  return {
    syntax: definition,
    async run(args, session) {
      const help = helpAskedFor(args);
      if (help !== undefined) {
        const { helpOn } = await import('./help.ts');
        session.print(await helpOn(definition, help));
        return;
      }
      const { saidIn, valuesOf } = await import('./parse.ts');
      const said = saidIn(definition, args);
      await definition.run(valuesOf(definition, await withoutFolders(definition, said)), session);
    },
  };
}

/** What is said where folders of projects stand for their files. */
async function withoutFolders(syntax: Syntax, said: Said): Promise<Said> {
  const options = Object.entries(syntax.options).map(([name, option]) => [option, said[name]] as const);
  const places = Object.values(syntax.places).flatMap((place, k) =>
    said._.slice(k, place.takes === 'many' ? undefined : k + 1).map((value) => [place, value] as const),
  );
  for (const [k, [{ part }, value]] of places.entries())
    if (part !== undefined) requirePart(syntax, part, said._.slice(0, k).map(String), String(value));
  const namesFolder = [...places, ...options].some(([{ part }, value]) => part !== undefined && isFolder(value));
  // A project that is not there is to be said before what it would have known is missed.
  const isMissing = places.some(([{ part = 'data' }, value]) => part !== 'data' && !existsSync(String(value)));
  return namesFolder || isMissing ? (await import('../project/project.ts')).resolved(syntax, said) : said;
}

/** How much help a command line asks for; undefined where it asks for none. */
function helpAskedFor(args: readonly string[]): Extent | undefined {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  const at = options.findIndex((arg) => arg === '--help' || arg === '-h' || arg === '--help=all');
  if (at < 0) return undefined;
  return options[at] === '--help=all' || options[at + 1] === 'all' ? 'all' : 'common';
}
