/** What may follow a command: its options, and what it is given first where that is one of a few names. */
export interface CommandWords {
  readonly options: readonly string[];
  readonly first: readonly string[];
}

/** What a shell can complete: commands, their options, and the values of options that take a name. */
export interface Words {
  readonly commands: Readonly<Record<string, CommandWords>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/**
 * A completion function for bash; zsh, the other `shell` there is, runs it through bashcompinit. After options that take a file, and
 * where no option begins, files are completed.
 */
export function completionScript(shell: string, { commands, values }: Words): string {
  const lines = [
    ...(shell === 'zsh' ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'] : []),
    '_iwal() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${Object.keys(commands).join(' ')}"`,
    '  else',
    '    case $previous in',
    ...Object.entries(values).map(([option, names]) => `      ${option}) words="${names.join(' ')}" ;;`),
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
