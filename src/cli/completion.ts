import { parts } from '../specs/parts/registry.ts';
import { type Command, defineCommand } from './syntax/command.ts';
import { dashed, named } from './syntax/option.ts';

const SHELLS = { bash: 'for ~/.bashrc', zsh: 'for ~/.zshrc' };
/** The values of options that take a name. */
const VALUES = {
  '--query': Object.keys(parts.queries),
  '--loss': Object.keys(parts.losses),
  '--optimizer': Object.keys(parts.optimizers),
  '--update': Object.keys(parts.updates),
};

/** Commands by name, as the registry has them. */
type Registry = Readonly<Record<string, { load(): Promise<{ readonly command: Command }> }>>;

/** `iwal completion`: what a shell needs to complete these commands, their options and names. */
export function completionOf(commands: Registry): Command {
  return defineCommand({
    name: 'completion',
    usage: '<shell>',
    summary: 'Print what a shell needs to complete commands, options and the names of rules, losses, optimizers and updates.',
    places: { shell: named('shell', SHELLS, `your shell: ${Object.keys(SHELLS).join(', ')}`) },
    options: {},
    examples: [['iwal completion bash >> ~/.bashrc', 'completion in every bash from now on']],
    async run({ shell }, session) {
      const known = await Promise.all(
        Object.entries(commands).map(async ([name, entry]): Promise<[string, CommandWords]> => {
          const { options, places } = (await entry.load()).command.syntax;
          return [
            name,
            { options: [...Object.keys(options), 'help'].map(dashed), first: Object.values(places).at(0)?.names ?? [] },
          ];
        }),
      );
      const own = {
        completion: { options: ['--help'], first: Object.keys(SHELLS) },
        help: { options: [], first: Object.keys(commands) },
      };
      session.print(completionScript(shell, { ...Object.fromEntries(known), ...own }));
    },
  });
}

/** What may follow a command: its options, and what it is given first where that is one of a few names. */
interface CommandWords {
  readonly options: readonly string[];
  readonly first: readonly string[];
}

/**
 * A completion function for bash; zsh, the other `shell` there is, runs it through bashcompinit. After options that take a file, and
 * where no option begins, files are completed.
 */
function completionScript(shell: string, commands: Readonly<Record<string, CommandWords>>): string {
  const lines = [
    ...(shell === 'zsh' ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'] : []),
    '_iwal() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${Object.keys(commands).join(' ')}"`,
    '  else',
    '    case $previous in',
    ...Object.entries(VALUES).map(([option, names]) => `      ${option}) words="${names.join(' ')}" ;;`),
    '    esac',
    '    if [ -z "$words" ] && [ "${word#-}" != "$word" ]; then',
    '      case ${COMP_WORDS[1]} in',
    ...Object.entries(commands).map(([name, { options }]) => `        ${name}) words="${options.join(' ')}" ;;`),
    '      esac',
    '    elif [ "$COMP_CWORD" -eq 2 ]; then',
    '      case ${COMP_WORDS[1]} in',
    ...Object.entries(commands)
      .filter(([, { first }]) => first.length > 0)
      .map(([name, { first }]) => `        ${name}) words="${first.join(' ')}" ;;`),
    '      esac',
    '    fi',
    '  fi',
    '  COMPREPLY=()',
    '  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _iwal iwal',
  ];
  return lines.join('\n');
}
