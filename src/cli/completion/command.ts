import { parts } from '../../specs/parts/registry.ts';
import type { Command } from '../syntax/command.ts';
import { defineCommand } from '../syntax/command.ts';
import { dashed, nameIn, value } from '../syntax/option.ts';
import { completionScript } from './script.ts';

const SHELLS = { bash: 'for ~/.bashrc', zsh: 'for ~/.zshrc' };
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
    places: { shell: value(`your shell: ${Object.keys(SHELLS).join(', ')}`, nameIn('shell', SHELLS)) },
    options: {},
    examples: [['iwal completion bash >> ~/.bashrc', 'completion in every bash from now on']],
    async run({ shell }, session) {
      const options = await Promise.all(
        Object.entries(commands).map(async ([name, entry]): Promise<[string, string[]]> => {
          const { syntax } = (await entry.load()).command;
          return [name, [...Object.keys(syntax.options), 'help'].map(dashed)];
        }),
      );
      const words = { ...Object.fromEntries(options), completion: Object.keys(SHELLS), help: [] };
      session.print(completionScript(shell, { commands: words, values: VALUES }));
    },
  });
}
