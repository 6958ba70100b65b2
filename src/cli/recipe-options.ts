/**
 * The options that describe a learner and its query rule: one for every parameter that some loss, optimizer or query rule
 * takes, read from the registries.
 *
 * A parameter is given by its own name (`--mellowness`, `--tau`, `--c1`); eta0 is written `--eta`. Where parts of different
 * kinds share a name, `--gamma` goes to the one that is chosen, and `--loss-gamma`, `--optimizer-gamma` tell two chosen ones
 * apart. An option that nothing chosen takes is refused, with the names that do.
 */
import { losses } from '../losses/index.ts';
import { legalRange, type Parameter } from '../numerics/parameters.ts';
import { optimizers } from '../optimizers/index.ts';
import { queries } from '../queries/index.ts';
import { parametersOf, type LooseChoice } from '../studies/choices.ts';
import { UsageError } from './failure.ts';
import { dashed, meaningAndRange, numeral, text, value, type Option } from './option.ts';

/** What stands in for step sizes that no optimizer presumes to know. */
export const STAND_INS = { eta0: 1, alpha: 1, gamma: 1 };

const REGISTRIES = { loss: losses, optimizer: optimizers, query: queries };

export type Part = keyof typeof REGISTRIES;
export type PartNames = Readonly<Record<Part, string>>;
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

/** Those of all parts. Texts, because only the chosen names know what is legal. */
export const parameterOptions = parameterOptionsOf('loss', 'optimizer', 'query');

/** The options for the parameters of these parts. */
export function parameterOptionsOf(...wanted: readonly Part[]): Readonly<Record<string, Option<string | undefined>>> {
  const offered = slots.filter(({ part }) => wanted.includes(part));
  return Object.fromEntries(
    [...new Set(offered.map(plain))].flatMap((option): [string, Option<string | undefined>][] => {
      const takers = offered.filter((slot) => plain(slot) === option);
      const parts = [...new Set(takers.map(({ part }) => part))];
      const shared = parts.length > 1 ? parts : [];
      return [
        [option, value(meaningOf(takers), text.optional())],
        ...shared.map((part): [string, Option<string | undefined>] => [`${part}-${option}`, value(`${dashed(option)} of the ${part}`, text.optional())]),
      ];
    }),
  );
}

/** The chosen names with the parameters that were written; those that need one and got none take the stand-in of that name. */
export function readParts(names: PartNames, written: Written, standIns: Readonly<Record<string, number>>): Readonly<Record<Part, LooseChoice>> {
  refuseMisplaced(names, written);
  const read = (part: Part): LooseChoice => ({ name: names[part], ...parametersFor(part, names[part], written, standIns) });
  return { loss: read('loss'), optimizer: read('optimizer'), query: read('query') };
}

function parametersFor(part: Part, choice: string, written: Written, standIns: Readonly<Record<string, number>>): Record<string, number> {
  const given: Record<string, number> = {};
  for (const slot of slots.filter((each) => each.part === part && each.choice === choice)) {
    const { parameter, range } = slot;
    const option = optionFor(slot, written);
    const found = written[option];
    if (found !== undefined) {
      const { success, data, error } = numeral(range).safeParse(found);
      if (!success) throw new UsageError(`${dashed(option)} ${error.issues[0].message}`);
      given[parameter] = data;
    } else if (range.default === undefined) {
      if (!Object.hasOwn(standIns, parameter)) throw new UsageError(`${part} '${choice}' needs ${dashed(option)}: ${range.meaning}, ${legalRange(range)}`);
      given[parameter] = standIns[parameter];
    }
  }
  return given;
}

/** Every written option must mean exactly one of the chosen parts' parameters. */
function refuseMisplaced(names: PartNames, written: Written): void {
  const chosen = slots.filter(({ part, choice }) => names[part] === choice);
  for (const option of Object.keys(parameterOptions).filter((each) => written[each] !== undefined)) {
    const meant = chosen.filter((slot) => optionFor(slot, written) === option);
    if (meant.length > 1) throw new UsageError(`${dashed(option)} means ${meant.map(own).map(dashed).join(' or ')}: write which`);
    if (meant.length === 1) continue;
    const takers = slots.filter((slot) => plain(slot) === option || own(slot) === option);
    const others = [...new Set(takers.map(({ part }) => `${part} '${names[part]}'`))].join(' and ');
    throw new UsageError(`${dashed(option)} means nothing to ${others}; it is for ${takers.map(({ choice }) => choice).join(', ')}`);
  }
}

/** The option a slot reads: its part's own where that is written. */
function optionFor(slot: Slot, written: Written): string {
  return written[own(slot)] === undefined ? plain(slot) : own(slot);
}

function own(slot: Slot): string {
  return `${slot.part}-${plain(slot)}`;
}

function plain({ parameter }: Slot): string {
  return parameter === 'eta0' ? 'eta' : parameter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
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
