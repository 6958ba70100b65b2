import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { partsOption } from '../options/parts-option.ts';
import { flag, nameIn, number, text, value } from '../syntax/option.ts';

const ACTIONS = { show: 'what is in it' };

/** `iwal model show`: what is in a model file. */
export const command = defineCommand({
  name: 'model',
  usage: '<action> <model>',
  summary: 'Show what is in a model file: settings, examples learned, weights.',
  places: {
    action: value(`what to do: ${Object.keys(ACTIONS).join(', ')}`, nameIn('action', ACTIONS)),
    model: value('model, written by iwal learn or iwal vw', text),
  },
  options: {
    top: number({ meaning: 'weights to list, the largest first', from: 0, whole: true, default: 20 }),
    parts: partsOption,
    json: flag('print one JSON object'),
  },
  examples: [['iwal model show a.iwalmodel --top 10', 'settings and the ten largest weights']],
  async run({ model, top, json }, session) {
    await requireFile(model);
    const { inspect, page } = await import('./page.ts');
    const contents = inspect(model, top);
    session.print(json ? JSON.stringify(contents) : page(contents));
  },
});
