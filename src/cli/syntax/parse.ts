import yargsParser from 'yargs-parser';
import { decimal } from '../../numerics/decimals.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { dashed, type Option, type Options, type Syntax, type Values } from './option.ts';
import { UsageError } from '../terminal/failure.ts';

/** What yargs' parser complains of, and in our words what the option lacks. */
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [/^Not enough arguments following: /, 'needs a value'],
  [/^Argument unexpected for: /, 'takes no value'],
];

/**
 * The arguments of one command: yargs' parser splits them, zod checks every value. What is not legal is a UsageError that names the
 * option, what was found and what is legal.
 */
export function parse<P extends Options, O extends Options>(syntax: Syntax<P, O>, written: readonly string[]): Values<P & O> {
  return valuesOf(syntax, saidIn(syntax, written));
}

/** What a command line says, as it is written: arguments by their place (`_`), options by their names. */
export interface Said {
  readonly _: readonly unknown[];
  readonly [name: string]: unknown;
}

/** The first half of `parse`: what is written, unchecked but for options that the command does not have. */
export function saidIn(syntax: Syntax, written: readonly string[]): Said {
  const args = withValues(syntax, written);
  refuseUnknown(syntax, args);
  const { argv, error } = yargsParser.detailed([...args], {
    alias: Object.fromEntries(Object.entries(syntax.options).map(([name, { also = [] }]) => [name, [...also]])),
    narg: Object.fromEntries(Object.entries(syntax.options).map(([name, { takes }]) => [name, takes === 'none' ? 0 : 1])),
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    },
  });
  if (error !== null) throw new UsageError(inOurWords(error.message));
  return argv;
}

/** The second half: the values that the command works with. */
export function valuesOf<P extends Options, O extends Options>(syntax: Syntax<P, O>, { _, ...given }: Said): Values<P & O> {
  const places = [..._];
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(syntax.places)) {
    values[name] = checked(syntax, `<${name}>`, option, option.takes === 'many' ? places.splice(0) : places.shift());
  }
  if (places.length > 0)
    throw new UsageError(
      `${syntax.name} takes ${syntax.usage || 'no argument'}, found also '${String(places[0])}'; a name with a space in it goes in quotes`,
    );
  for (const [name, option] of Object.entries(syntax.options)) {
    values[name] = checked(syntax, dashed(name), option, option.takes === 'repeated' ? [given[name] ?? []].flat() : given[name]);
  }
  refuseContradictions(syntax, given);
  return values as Values<P & O>;
}

/** Options that are written together, or alone, although they declare otherwise. */
function refuseContradictions({ options }: Syntax, given: Readonly<Record<string, unknown>>): void {
  const isWritten = (name: string): boolean => given[name] !== undefined;
  for (const [name, { with: about, not = [] }] of Object.entries(options)) {
    if (!isWritten(name)) continue;
    const other = not.find(isWritten);
    if (other !== undefined) throw new UsageError(`${dashed(name)} and ${dashed(other)} exclude each other`);
    if (about?.some(isWritten) === false)
      throw new UsageError(`${dashed(name)} is about ${about.map(dashed).join(' or ')}, which is not given`);
  }
}

/** No option begins like this, but a value may: `-1,1`. */
const NO_OPTION = /^-[^\p{L}-]/u;

/**
 * As one argument with its value, which would be taken for an option: `--sbatch=--partition=cpu`, where a value may begin with a dash,
 * and `--classes=-1,1`.
 */
function withValues({ options }: { readonly options: Partial<Options> }, args: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const option = args[at].startsWith('--') ? options[args[at].slice(2)] : undefined;
    const next = args.at(at + 1);
    const isValue =
      option?.value === 'anything' || (option !== undefined && option.takes !== 'none' && NO_OPTION.test(next ?? ''));
    joined.push(isValue && next !== undefined ? `${args[at]}=${args[++at]}` : args[at]);
  }
  return joined;
}

/** Before yargs' parser sees them: it would take an unknown option for a switch and its value for a file. */
function refuseUnknown({ name, options }: Syntax, args: readonly string[]): void {
  const legal = Object.entries(options).flatMap(([each, { also = [] }]) => [each, ...also].map(dashed));
  for (const arg of args) {
    if (arg === '--') return;
    const [option] = arg.split('=');
    const isOption = arg.startsWith('-') && arg !== '-' && Number.isNaN(decimal(arg));
    if (!isOption || legal.includes(option) || (option.startsWith('--') && Object.hasOwn(options, option.slice(2)))) continue;
    const present = Object.keys(options).find((each) => options[each].formerly?.map(dashed).includes(option));
    const hint = present === undefined ? didYouMean(option, legal) : `, which is '${dashed(present)}' now`;
    throw new UsageError(`unknown option '${option}' of ${name}${hint}; iwal ${name} --help all lists them`);
  }
}

function inOurWords(message: string): string {
  const [complaint, words] = COMPLAINTS.find(([each]) => each.test(message)) ?? [];
  return complaint === undefined ? message : `--${message.replace(complaint, '')} ${words}`;
}

/** Names with a meaning each are read best in the help. */
const MOST_NAMES = 4;

function wantedOf(command: string, { names = [], meaning }: Option<unknown>): string {
  return names.length > MOST_NAMES ? `${names.join(', ')}; iwal ${command} --help all says what each is` : meaning;
}

function checked({ name }: Syntax, shown: string, option: Option<unknown>, found: unknown): unknown {
  if (Array.isArray(found) && (option.takes === 'none' || option.takes === 'one'))
    throw new UsageError(`${shown} is given ${found.length} times`);
  const { success, data, error } = option.schema.safeParse(found);
  if (success) return data;
  if (found === undefined || (Array.isArray(found) && found.length === 0))
    throw new UsageError(`${name} needs ${shown}: ${wantedOf(name, option)}`);
  throw new UsageError(`${shown} ${error.issues[0].message}`);
}
