import { writeFile } from 'node:fs/promises';
import { FIGURE_ENDINGS } from '../../figures/chart/figure-file.ts';
import { targetOf } from '../options/target.ts';
import { refuseWritten } from '../terminal/failure.ts';
import { defineCommand } from '../syntax/command.ts';
import { requireModel } from '../options/inputs.ts';
import { partsOption } from '../options/parts-option.ts';
import { fileEnding, flag, named, partOf, text, value, optional, whole } from '../syntax/option.ts';

const ACTIONS = { show: 'print its contents', export: 'as one JSON file, for other programs' };

/** Weights that are listed where nobody says how many. */
const TOP = 20;

/** `iwal model`: what is in a model file, for people and for other programs. */
export const command = defineCommand({
  name: 'model',
  usage: '<action> <model>',
  summary: 'Show what is in a model file: settings, examples learned, weights; or export it.',
  places: {
    action: named('action', ACTIONS, `what to do: ${Object.keys(ACTIONS).join(', ')}`),
    model: partOf('model', value('model, written by iwal learn, iwal label or iwal vw, or the folder of a project', text)),
  },
  options: {
    top: whole(0, `show: weights to list, the largest first; ${TOP} if absent`),
    reliability: optional(
      `show: file for the reliability diagram of the probabilities, ${FIGURE_ENDINGS.join(', ')}`,
      fileEnding(FIGURE_ENDINGS),
    ),
    out: optional('export: file for the JSON instead of stdout'),
    parts: partsOption,
    json: flag('print one JSON object'),
  },
  examples: [
    ['iwal model show a.iwalmodel --top 10', 'settings and the ten largest weights'],
    ['iwal model show reviews --reliability out.png', 'whether 80% means 80%'],
    ['iwal model export a.iwalmodel --out model.json', 'words, idf, coefficients, intercept, calibration, classes'],
  ],
  async run({ action, model, top, json, out, reliability }, session) {
    const [others, other] = action === 'show' ? [['out'], 'export'] : [['top', 'reliability'], 'show'];
    refuseWritten(others, { out, top, reliability }, (option) => `${option} is for iwal model ${other}`);
    await requireModel(model);
    if (action === 'export') {
      const target = targetOf(session, out, [model]);
      const { exported } = await import('./export.ts');
      const written = JSON.stringify(exported(model));
      if (target === undefined) session.data(written);
      else await target.fill((path) => writeFile(path, `${written}\n`));
      return;
    }
    const { inspectInProject, page, reliabilityFigure } = await import('./page.ts');
    const contents = await inspectInProject(model, top ?? TOP, session);
    if (reliability !== undefined) {
      await targetOf(session, reliability, [model]).draw(reliabilityFigure(model));
    }
    session.print(json ? JSON.stringify(contents) : page(contents));
  },
});
