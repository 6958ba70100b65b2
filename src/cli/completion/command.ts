import { parts } from '../../specs/parts/registry.ts';
import type { Command } from '../syntax/command.ts';
import { defineCommand } from '../syntax/command.ts';
import { dashed, named } from '../syntax/option.ts';
import { completionScript, type CommandWords } from './script.ts';

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
      session.print(completionScript(shell, { commands: { ...Object.fromEntries(known), ...own }, values: VALUES }));
    },
  });
}
