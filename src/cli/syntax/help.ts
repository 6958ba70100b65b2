import yargs, { type Argv, type Options } from 'yargs';
import type { Option, Syntax } from './option.ts';

const WIDEST = 110;
const HELP = { describe: 'print this help', nargs: 0 };

/** How much of a command's options the help lists. */
export type Extent = 'common' | 'all';

/** `iwal --help`. Help texts are laid out by yargs from the same definitions that are parsed. */
export async function overview(commands: Readonly<Record<string, { readonly summary: string }>>): Promise<string> {
  const page = blank().usage('iwal: importance-weighted active learning\n\niwal <command> [options]');
  for (const [name, { summary }] of Object.entries(commands)) page.command(name, summary);
  page.option('help', HELP).option('version', { describe: 'print the version', nargs: 0 });
  page.epilogue(
    [
      'iwal <command> --help shows the options of a command that matter and examples, --help all every option.',
      'New here? docs/FIRST-HOUR.md, in the package, goes from documents to labels to a model.',
    ].join('\n'),
  );
  return page.getHelp();
}

/** `iwal <command> --help`: the common options, where the command says which they are; `--help all`: every option. */
export async function helpOn(syntax: Syntax, extent: Extent): Promise<string> {
  const { name, usage, summary, places, groups = {}, examples } = syntax;
  const common = syntax.common?.split(' ') ?? [];
  const isShort = extent === 'common' && common.length > 0;
  const options = isShort ? Object.fromEntries(common.map((key) => [key, syntax.options[key]])) : syntax.options;
  const sections = sectionsOf(groups, options, common);
  const placed = new Set([...common, ...sections.flatMap(([, keys]) => keys)]);
  const page = blank().scriptName(`iwal ${name}`);
  page.command(`$0 ${usage}`, summary, (inner) => {
    for (const [place, { meaning }] of Object.entries(places)) inner.positional(place, { describe: meaning });
    return inner;
  });
  page.group(Object.keys(places), 'Arguments:');
  page.group([...common, ...Object.keys(options).filter((key) => !placed.has(key)), 'help'], 'Options:');
  for (const [heading, keys] of sections) page.group(keys, `${heading}:`);
  for (const [key, option] of Object.entries(options)) page.option(key, shown(option));
  page.option('help', HELP);
  const total = Object.keys(syntax.options).length;
  const more = isShort ? [`iwal ${name} --help all lists all ${total} options.`, ''] : [];
  page.epilogue([...more, 'Examples:', ...examples.flatMap(([line, what]) => [`  ${what}:`, `    ${line}`])].join('\n'));
  return page.getHelp();
}

/** The headings with the options that there are and are not `common`, each under the first heading that names it. */
function sectionsOf(
  groups: NonNullable<Syntax['groups']>,
  options: Syntax['options'],
  common: readonly string[],
): (readonly [string, string[]])[] {
  const listed = new Set(common);
  return Object.entries(groups).flatMap(([heading, keys]) => {
    const own = keys.filter((key) => Object.hasOwn(options, key) && !listed.has(key));
    for (const key of own) listed.add(key);
    return own.length === 0 ? [] : [[heading, own] as const];
  });
}

function blank(): Argv {
  const page = yargs([]).scriptName('iwal').locale('en').version(false).help(false).exitProcess(false);
  return page.updateStrings({ 'Positionals:': 'Arguments:' }).wrap(Math.min(WIDEST, process.stdout.columns || WIDEST));
}

/** A default is what the schema makes of nothing; where it makes an error of it, the option is required. */
function shown({ meaning, takes, schema }: Option<unknown>): Options {
  const { success, data } = schema.safeParse(undefined);
  return {
    describe: meaning,
    nargs: takes === 'none' ? 0 : 1,
    ...((typeof data === 'string' || typeof data === 'number') && { defaultDescription: String(data) }),
    ...(!success && { demandOption: true }),
  };
}
