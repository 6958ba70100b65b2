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

/** `iwal completion`: what a shell needs to complete commands, options and names. */
export const command = defineCommand({
  name: 'completion',
  usage: '<shell>',
  summary: 'Print what a shell needs to complete commands, options and the names of rules, losses, optimizers and updates.',
  places: { shell: value(`your shell: ${Object.keys(SHELLS).join(', ')}`, nameIn('shell', SHELLS)) },
  options: {},
  examples: [['iwal completion bash >> ~/.bashrc', 'completion in every bash from now on']],
  async run({ shell }, session) {
    const { commands } = await import('../commands.ts');
    const loaded = await Promise.all(
      Object.entries(commands).map(async ([name, { load }]): Promise<[string, Command]> => [name, (await load()).command]),
    );
    const options = loaded.map(([name, { syntax }]): [string, string[]] => [
      name,
      [...Object.keys(syntax.options), 'help'].map(dashed),
    ]);
    session.print(completionScript(shell, { commands: { ...Object.fromEntries(options), help: [] }, values: VALUES }));
  },
});
