import { didYouMean } from '../../../files/did-you-mean.ts';
import { legalRange, type Parameter } from '../../../numerics/recipe.ts';
import { parametersOf, type LooseChoice } from '../../../specs/choices.ts';
import { STAND_INS } from '../../../specs/defaults.ts';
import { costRules } from '../../../queries/costs/index.ts';
import { parts as registries } from '../../../specs/parts/registry.ts';
import { UsageError } from '../../terminal/failure.ts';
import { optionOf, dashed, meaningAndRange, numeral, optional } from '../../syntax/option.ts';
import type { Option, Options, WrittenChoice } from '../../syntax/option.ts';

/** With the own parts of the command line, which are loaded before any command is. */
const REGISTRIES = {
  loss: registries.losses,
  optimizer: registries.optimizers,
  query: registries.queries,
  oracle: registries.oracles,
  costs: costRules,
};

/** The option that names a part: rules about labels and rules about single costs are query rules both, and one run has one of them. */
const NAMED_BY = { loss: 'loss', optimizer: 'optimizer', query: 'query', oracle: 'oracle', costs: 'query' } as const;

/**
 * The options that describe a learner, its query rule and its oracle: one for every parameter that some loss, optimizer, query
 * rule or oracle takes, read from the registries.
 *
 * A parameter is given by its own name (`--mellowness`, `--level`, `--c1`); eta0 is written `--eta`. Where parts of different
 * kinds share a name, `--gamma` goes to the one that is chosen, and `--loss-gamma`, `--optimizer-gamma` tell two chosen ones
 * apart. A value may also be written with the name, as in `margin:width=0.5`. Of several choices for one part (rules to compare,
 * a chain of oracles) an option goes to all that take it and have no such value. An option that nothing chosen takes is refused,
 * with the names that do, and so is one that nothing reads.
 */
export type Part = keyof typeof REGISTRIES;
/** What is chosen for each part: nothing, one, or several. */
type Chosen = Readonly<Partial<Record<Part, readonly WrittenChoice[]>>>;
/** The values of a command; the texts of `parameterOptions` are among them. */
type Written = Readonly<Record<string, unknown>>;

/** A parameter of one choice of a part. */
interface Slot {
  readonly part: Part;
  readonly choice: string;
  readonly parameter: string;
  readonly range: Parameter;
}

const slots = Object.entries(REGISTRIES).flatMap(([part, registry]) =>
  Object.entries(registry).flatMap(([choice, entry]) =>
    Object.entries(parametersOf(entry)).map(([parameter, range]): Slot => ({ part: part as Part, choice, parameter, range })),
  ),
);

/** Every option that stands for a parameter of a part. */
const OF_PARAMETERS = new WeakSet<object>();

/** Those of all parts. Texts, because only the chosen names know what is legal. */
export const parameterOptions = parameterOptionsOf('loss', 'optimizer', 'query', 'oracle', 'costs');

/** The options for the parameters of these parts. */
export function parameterOptionsOf(...wanted: readonly Part[]): Readonly<Record<string, Option<string | undefined>>> {
  const offered = slots.filter(({ part }) => wanted.includes(part));
  const options = Object.fromEntries(
    [...new Set(offered.map(plain))].flatMap((option): [string, Option<string | undefined>][] => {
      const takers = offered.filter((slot) => plain(slot) === option);
      const parts = [...new Set(takers.map(({ part }) => NAMED_BY[part]))];
      const shared = parts.length > 1 ? parts : [];
      return [
        [option, { ...optional(meaningOf(takers)), formerly: takers.flatMap(({ range }) => range.formerly ?? []) }],
        ...shared.map((part): [string, Option<string | undefined>] => [
          `${part}-${option}`,
          optional(`${dashed(option)} of the ${part}`),
        ]),
      ];
    }),
  );
  for (const option of Object.values(options)) OF_PARAMETERS.add(option);
  return options;
}

/** Options that are meant to be a parameter of some and something else: the rate of `random`, and what paces other rules; a scale; a range. */
const BOTH = ['rate', 'scale', 'range'];

/** Refuses a parameter of an own part that has the name of another option of the command, which would hide it. */
export function requireOwnNames({ name, options }: { readonly name: string; readonly options: Options }): void {
  if (!Object.values(options).some((option) => OF_PARAMETERS.has(option))) return;
  const hidden = slots.find(
    (slot) => Object.hasOwn(options, plain(slot)) && !OF_PARAMETERS.has(options[plain(slot)]) && !BOTH.includes(plain(slot)),
  );
  if (hidden === undefined) return;
  throw new UsageError(
    `${hidden.part} '${hidden.choice}' has a parameter '${hidden.parameter}', and ${dashed(plain(hidden))} is another ` +
      `option of iwal ${name}; expected another name for the parameter`,
  );
}

/** The choices with the parameters that were written; those that need one and got none take the stand-in of that name. */
export function readChoices<C extends Chosen>(chosen: C, written: Written): { readonly [P in keyof C]: readonly LooseChoice[] } {
  refuseMisplaced(chosen, written);
  const entries = Object.entries(chosen) as [Part, readonly WrittenChoice[]][];
  return Object.fromEntries(
    entries.map(([part, choices]) => [
      part,
      choices.map((choice) => ({ name: choice.name, ...parametersFor(part, choice, written) })),
    ]),
  ) as { [P in keyof C]: LooseChoice[] };
}

function parametersFor(part: Part, choice: WrittenChoice, written: Written): Record<string, number> {
  const { name, parameters } = choice;
  const taken = slots.filter((each) => each.part === part && each.choice === name);
  refuseUnknown(choice, taken);
  const given: Record<string, number> = {};
  for (const slot of taken) {
    const { parameter, range } = slot;
    const isOwn = Object.hasOwn(parameters, plain(slot));
    const option = optionFor(slot, written);
    const [found, shown] = isOwn ? [parameters[plain(slot)], `${name}:${plain(slot)}`] : [written[option], dashed(option)];
    if (found !== undefined) {
      if (parameter === 'eta0' && found === 'auto')
        throw new UsageError(
          `${shown} auto is of earlier versions; give a number, or leave --optimizer out: the default needs none`,
        );
      given[parameter] = numberFrom(shown, found as string, range);
    } else if (range.default === undefined) {
      if (!Object.hasOwn(STAND_INS, parameter))
        throw new UsageError(`${part} '${name}' needs ${shown}: ${range.meaning}, ${legalRange(range)}`);
      given[parameter] = STAND_INS[parameter];
    }
  }
  return given;
}

/** A choice of a spec as a person would write it who has written these options besides. */
export function writtenAgain({ name, ...values }: LooseChoice, written: Written): WrittenChoice {
  const own = Object.entries(values)
    .map(([parameter, number]): [string, string] => [plain({ parameter }), String(number)])
    .filter(([option]) => written[option] === undefined);
  return { written: name, name, parameters: Object.fromEntries(own) };
}

/** Whether the knob of a query rule is written, with its name or as an option of its own. */
export function saysKnob({ name, parameters }: WrittenChoice, written: Written): boolean {
  return slots
    .filter((slot) => slot.part === 'query' && slot.choice === name && slot.range.asks !== undefined)
    .some((slot) => Object.hasOwn(parameters, plain(slot)) || written[optionFor(slot, written)] !== undefined);
}

/** The number that is written behind this name, or a UsageError; `others` says what else would do. */
export function numberFrom(shown: string, written: string, range: Parameter, others = ''): number {
  const { success, data, error } = numeral(range).safeParse(written);
  if (!success) throw new UsageError(`${shown} ${error.issues[0].message.replace(/, found '/, `${others}, found '`)}`);
  return data;
}

/** Parameters that are written with a name must be its own. */
function refuseUnknown({ name, parameters }: WrittenChoice, taken: readonly Slot[]): void {
  const legal = taken.map(plain);
  const unknown = Object.keys(parameters).find((parameter) => !legal.includes(parameter));
  if (unknown === undefined) return;
  const present = taken.find(({ range }) => range.formerly === unknown);
  const hint = present === undefined ? didYouMean(unknown, legal) : `, which is '${plain(present)}' now`;
  throw new UsageError(`${name} has no parameter '${unknown}'${hint}; it takes ${legal.join(', ') || 'none'}`);
}

/**
 * Every written option must mean exactly one of the chosen parts' parameters, and be read by one that has no value of its own.
 */
function refuseMisplaced(chosen: Chosen, written: Written): void {
  const choicesOf = ({ part, choice }: Slot): readonly WrittenChoice[] =>
    chosen[part]?.filter(({ name }) => name === choice) ?? [];
  const taken = slots.filter((slot) => choicesOf(slot).length > 0);
  for (const option of Object.keys(parameterOptions).filter((each) => written[each] !== undefined)) {
    const takers = taken.filter((slot) => optionFor(slot, written) === option);
    const meant = [...new Set(takers.map(own))];
    if (meant.length > 1) throw new UsageError(`${dashed(option)} means ${meant.map(dashed).join(' or ')}: write which`);
    if (meant.length === 0) refuseUntaken(option, chosen);
    const settled = takers.flatMap((slot) =>
      choicesOf(slot).map((choice) => ({ choice, isOwn: Object.hasOwn(choice.parameters, plain(slot)) })),
    );
    if (!settled.every(({ isOwn }) => isOwn)) continue;
    throw new UsageError(
      `${dashed(option)} is never read: '${settled[0].choice.written}' has a value of its own; leave one of them out`,
    );
  }
}

function refuseUntaken(option: string, chosen: Chosen): never {
  const named = Object.keys(chosen).map((part) => NAMED_BY[part as Part]);
  const all = slots.filter((slot) => named.includes(NAMED_BY[slot.part]) && (plain(slot) === option || own(slot) === option));
  const ofChosen = all.filter(({ part }) => Object.hasOwn(chosen, part));
  // Those that could stand in the same place, before those that would make another kind of run.
  const takers = ofChosen.length > 0 ? ofChosen : all;
  const users = [...new Set(takers.map(({ choice }) => choice))].join(', ');
  const choicesOf = (name: string): WrittenChoice[] =>
    Object.entries(chosen).flatMap(([part, choices]) => (NAMED_BY[part as Part] === name ? choices : []));
  const others = [...new Set(takers.map(({ part }) => NAMED_BY[part]))].map((name) => placed(name, choicesOf(name))).join(' or ');
  throw new UsageError(`${dashed(option)} is not a parameter of ${others} (used by: ${users})`);
}

/** "query rule 'margin', 'random'", "any oracle: none is chosen" */
function placed(part: (typeof NAMED_BY)[Part], choices: readonly WrittenChoice[]): string {
  const kind = part === 'query' ? 'query rule' : part;
  return choices.length === 0
    ? `any ${kind}: --${part} is not given`
    : `${kind} ${choices.map(({ name }) => `'${name}'`).join(', ')}`;
}

/** The option a slot reads: its part's own where that is written. */
function optionFor(slot: Slot, written: Written): string {
  return written[own(slot)] === undefined ? plain(slot) : own(slot);
}

function own(slot: Slot): string {
  return `${NAMED_BY[slot.part]}-${plain(slot)}`;
}

function plain({ parameter }: Pick<Slot, 'parameter'>): string {
  return optionOf(parameter);
}

/** "C0; larger asks more; a number > 0, default 0.001 [slides]": a clause for each different meaning, range or default. */
function meaningOf(takers: readonly Slot[]): string {
  const clauses = new Map<string, string[]>();
  for (const { choice, range } of takers) {
    const clause = `${meaningAndRange(range)}${range.default === undefined ? '' : `, default ${range.default}`}`;
    clauses.set(clause, [...(clauses.get(clause) ?? []), choice]);
  }
  return [...clauses].map(([clause, names]) => `${clause} [${names.join(', ')}]`).join('; ');
}
