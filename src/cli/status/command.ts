import { defineCommand } from '../syntax/command.ts';
import { partsOption } from '../options/parts-option.ts';
import { flag, text, value } from '../syntax/option.ts';

/** `iwal status`: where a project stands, and what to type next. */
export const command = defineCommand({
  name: 'status',
  usage: '<project>',
  summary: 'Show where a project stands: labels by class, how good the model is, and what to type next.',
  places: { project: value('folder that iwal label --project has made', text) },
  options: { parts: partsOption, json: flag('print one JSON object') },
  examples: [['iwal status reviews', 'after a session, or before the next one']],
  async run({ project, json }, session) {
    const { begunIn } = await import('../project/project.ts');
    const { statusOf, statusPage } = await import('./status.ts');
    const status = await statusOf(begunIn(project), session);
    session.print(json ? JSON.stringify(status) : statusPage(status));
  },
});
