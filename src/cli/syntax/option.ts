import { z } from 'zod';
import { decimal } from '../../numerics/decimals.ts';
import { legalRange, type Parameter } from '../../numerics/recipe.ts';
import { lookUp } from '../../specs/choices.ts';

/**
 * An option or argument of a command: what it means, how many values follow, and a zod schema from the written text (or
 * undefined where it was left out) to the value the command works with. What the schema makes of undefined is the default;
 * where it refuses undefined, the option must be given.
 */
export interface Option<T> {
  readonly meaning: string;
  /** 'none': a switch. 'many': all remaining arguments. 'repeated': one, and as often as it is written; none makes an empty list. */
  readonly takes: 'none' | 'one' | 'many' | 'repeated';
  /** 'anything': the value is for another program and may begin with a dash. */
  readonly value?: 'anything';
  /** All legal values, where they are few and shells should complete them. */
  readonly names?: readonly string[];
  /** Its names in earlier versions: whoever writes one is told the present one. */
  readonly formerly?: readonly string[];
  /** Other names that it is read by. */
  readonly also?: readonly string[];
  /** The part of a project that the value names: a project's folder stands for it (project/project.ts). */
  readonly part?: Part;
  /** Options that it is about: it is refused unless one of them is written, too. */
  readonly with?: readonly string[];
  /** Options that it excludes. */
  readonly not?: readonly string[];
  readonly schema: z.ZodType<T>;
}

/** What of a project a command reads: one of its files, or the project itself. */
export type Part = 'ledger' | 'model' | 'data' | 'project';

/** The options of a command, by name. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of a command's options, once checked. */
export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** How an option is written: `--budget`, and `-q` where its name is one letter. */
export function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** An option that is about others, or excludes some: what a command line has to obey is declared here, and parsing refuses the rest. */
export function going<T>(option: Option<T>, terms: Pick<Option<T>, 'with' | 'not'>): Option<T> {
  return { ...option, ...terms };
}

/** An option that goes with whatever there is: where others are needed first, they are complained about. */
export function unbound<T>({ with: _with, not: _not, ...option }: Option<T>): Option<T> {
  return option;
}

/** An option that takes a project's folder for one of its files. */
export function partOf<T>(part: Part, option: Option<T>): Option<T> {
  return { ...option, part };
}

/** A switch: false unless it is there. */
export function flag(meaning: string): Option<boolean> {
  return { meaning, takes: 'none', schema: z.unknown().transform((given) => given !== undefined) };
}

/** An option with one value, which the schema checks. */
export function value<T>(meaning: string, schema: z.ZodType<T>): Option<T> {
  return { meaning, takes: 'one', schema };
}

/** The same of one that may be left out; `schema` is of what is written, any text by default. */
export function optional(meaning: string): Option<string | undefined>;
export function optional<T>(meaning: string, schema: z.ZodType<T>): Option<T | undefined>;
export function optional(meaning: string, schema: z.ZodType = text): Option<unknown> {
  return value(meaning, schema.optional());
}

/** One of the names of a registry. */
export function named(kind: string, registry: object, meaning: string): Option<string> {
  return { ...value(meaning, nameIn(kind, registry)), names: Object.keys(registry) };
}

/** Text for another program, which may begin with a dash: `--sbatch "--partition=cpu"`. */
export function passedOn<T>(meaning: string, schema: z.ZodType<T>): Option<T> {
  return { ...value(meaning, schema), value: 'anything' };
}

/** An option with one value or more, each of which the schema checks. */
export function list<T>(meaning: string, schema: z.ZodType<T>): Option<readonly T[]> {
  return { meaning, takes: 'many', schema: z.array(schema) };
}

/** The same, at least one of them. */
export function some<T>(meaning: string, schema: z.ZodType<T>): Option<readonly T[]> {
  return { meaning, takes: 'many', schema: z.array(schema).min(1) };
}

/** A number with its meaning, range and perhaps a default, described as the parameters of losses and query rules are. */
export function number(parameter: Parameter & { readonly default: number }): Option<number>;
export function number(parameter: Parameter): Option<number | undefined>;
export function number(parameter: Parameter): Option<number | undefined> {
  const schema = numeral(parameter).optional();
  const orDefault = schema.transform((given) => given ?? parameter.default);
  return value(meaningAndRange(parameter), orDefault);
}

/** A whole number from `from` on, perhaps no larger than `to`, or with a default. */
export function whole(from: number, meaning: string, more: Bounds & { readonly default: number }): Option<number>;
export function whole(from: number, meaning: string, more?: Bounds): Option<number | undefined>;
export function whole(from: number, meaning: string, more?: Bounds): Option<number | undefined> {
  return number({ meaning, from, whole: true, ...more });
}

type Bounds = Pick<Parameter, 'to'>;

/** A share between none and all, as 0.25 or 25%; `legal`: whether none and all are shares, too. */
export function share(meaning: string, legal: '(0, 1)' | '[0, 1]' = '(0, 1)'): Option<number | undefined> {
  const schema = readAs((written) => {
    const found = shareOrNumber(written);
    return (found > 0 && found < 1) || (legal === '[0, 1]' && (found === 0 || found === 1)) ? found : undefined;
  }, `a number in ${legal}, or a share as in 25%;`);
  return value(`${meaning}; a number in ${legal}, or as in 25%`, schema.optional());
}

/** "labels that may be bought, a whole number >= 0" */
export function meaningAndRange(parameter: Parameter): string {
  return `${parameter.meaning}; ${legalRange(parameter)}`;
}

/** Text that says something. */
export const text = z.string().min(1, 'must not be empty');

/** 0.25, written so or as 25%; NaN where it is no number. */
export function shareOrNumber(written: string): number {
  return written.endsWith('%') ? decimal(written.slice(0, -1)) / 100 : decimal(written);
}

/** What `read` makes of a text; where it makes nothing of it the message says what is `legal`, with the mark before what was found. */
export function readAs<T>(read: (written: string) => T | undefined, legal: string): z.ZodType<T, string> {
  return z.string().transform((written, context) => {
    const found = read(written);
    if (found !== undefined) return found;
    context.addIssue(`must be ${legal} found '${written}'`);
    return z.NEVER;
  });
}

/** A file name that ends in one of these. */
export function fileEnding(endings: readonly string[]): z.ZodType<string, string> {
  return text.refine((file) => endings.some((ending) => file.endsWith(ending)), {
    error: ({ input }) => `must end in ${endings.join(' or ')}, found '${String(input)}'`,
  });
}

/** A number in the parameter's range, written in decimal. */
export function numeral(parameter: Parameter): z.ZodType<number, string> {
  const { from, above, to, below, whole } = parameter;
  let legal = whole === undefined ? z.number() : z.int();
  if (from !== undefined) legal = legal.gte(from);
  if (above !== undefined) legal = legal.gt(above);
  if (to !== undefined) legal = legal.lte(to);
  if (below !== undefined) legal = legal.lt(below);
  return readAs((written) => legal.safeParse(decimal(written)).data, `${legalRange(parameter)},`);
}

/** A name of a registry; an unknown one is a SpecError that lists them. */
export function nameIn<R extends object>(kind: string, registry: R): z.ZodType<keyof R & string, string> {
  return z.string().transform((name) => {
    lookUp(kind, registry, name);
    return name as keyof R & string;
  });
}

/** What a command takes: all that parsing and the help need. */
export interface Syntax<P extends Options = Options, O extends Options = Options> {
  readonly name: string;
  /** What follows the name, as the help prints it: "<train>". */
  readonly usage: string;
  readonly summary: string;
  /** Arguments by position. */
  readonly places: P;
  readonly options: O;
  /** "text budget json": options that most command lines write. `--help` lists these alone, `--help all` first. Default: all alike. */
  readonly common?: string;
  /** Options that the help lists under headings of their own. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly examples: readonly (readonly [line: string, what: string])[];
}

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

/**
 * The option of a parameter, without its dashes: what the command line reads, and what its pages print.
 *
 * @example
 * ['eta0', 'warmUp', 'tau'].map(optionOf) // => ['eta', 'warm-up', 'tau']
 */
export function optionOf(parameter: string): string {
  return parameter === 'eta0' ? 'eta' : parameter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/**
 * What the names of a registry mean, in a line of a help page.
 *
 * @example
 * meanings({ none: 'the counts', pool: 'all rows' }) // => 'none: the counts; pool: all rows'
 */
export function meanings(registry: Readonly<Record<string, string>>, mark = ': ', between = '; '): string {
  return Object.entries(registry)
    .map((entry) => entry.join(mark))
    .join(between);
}
