import { decimal } from '../../numerics/decimals.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { UsageError } from '../terminal/failure.ts';
import { dashed, type Option } from '../syntax/option.ts';
import { SHORT, vwOptions, type VwOptions } from './options.ts';

/** Options of Vowpal Wabbit's active learner. */
const ACTIVE: readonly string[] = ['active', 'simulation', 'mellowness', 'active_cover'];

/** A command line of Vowpal Wabbit, read. */
export interface ParsedVw {
  /** Every option, defaults filled in. */
  readonly options: VwOptions;
  /** Those that were written, as text. */
  readonly written: Readonly<Record<string, readonly string[]>>;
}

/**
 * How a Vowpal Wabbit command line is taken apart: `--name value`, `--name=value`, `-b 18`, `-b18`; -q, --cubic and
 * --interactions as often as one likes; what stands alone is the data. Any other option is refused by name.
 */
export function parseVw(args: readonly string[]): ParsedVw {
  const written: Record<string, string[]> = {};
  for (let k = 0; k < args.length; k++) {
    const { name, shown, attached } = named(args[k]);
    if (vwOptions[name].takes === 'none') {
      if (attached !== undefined) throw new UsageError(`${shown} takes no value`);
      written[name] = [];
    } else {
      const given = attached ?? args.at(++k);
      if (given === undefined || (attached === undefined && looksLikeOption(given)))
        throw new UsageError(`${shown} needs a value`);
      (written[name] ??= []).push(given);
    }
  }
  return checkedVw(written);
}

/** The same from texts that were written before: those in a model file. */
export function checkedVw(written: ParsedVw['written']): ParsedVw {
  const entries = Object.entries(vwOptions as Readonly<Record<string, Option<unknown>>>).map(([name, option]) => [
    name,
    check(name, option, written[name]),
  ]);
  return { options: Object.fromEntries(entries) as VwOptions, written };
}

function check(name: string, { takes, schema }: Option<unknown>, found: readonly string[] | undefined): unknown {
  if (takes === 'one' && found !== undefined && new Set(found).size > 1)
    throw new UsageError(`--${name} is given ${found.length} times`);
  const { success, data, error } = schema.safeParse(takes === 'one' ? found?.[0] : found);
  if (success) return data;
  throw new UsageError(`--${name} ${error.issues[0].message}`);
}

/** The option an argument names, as it was written, and the value that hangs on it. */
function named(arg: string): { readonly name: keyof VwOptions; readonly shown: string; readonly attached?: string } {
  if (!looksLikeOption(arg)) return { name: 'data', shown: arg, attached: arg };
  const equals = arg.indexOf('=');
  const end = !arg.startsWith('--') ? 2 : equals < 0 ? arg.length : equals;
  const shown = arg.slice(0, end);
  const name = arg.startsWith('--') ? shown.slice(2) : SHORT[shown[1]];
  if (!Object.hasOwn(vwOptions, name)) {
    if (ACTIVE.includes(name))
      throw new UsageError(`iwal vw does not know '${shown}'; iwal simulate and iwal label choose labels (docs/FROM-VW.md)`);
    const legal = [...Object.keys(vwOptions), ...Object.keys(SHORT)].map(dashed);
    throw new UsageError(`iwal vw does not know '${shown}'${didYouMean(shown, legal)}; iwal vw --help lists what it knows`);
  }
  const attached = arg.slice(shown.startsWith('--') ? end + 1 : end);
  return { name: name as keyof VwOptions, shown, ...(end < arg.length && { attached }) };
}

function looksLikeOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-') && Number.isNaN(decimal(arg));
}
