import { writeFile } from 'node:fs/promises';
import { DataError } from '../../files/data-error.ts';
import type { Costs } from '../../rows/costs.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import { requireFile } from '../options/inputs.ts';
import type { Session } from '../terminal/session.ts';
import { Target } from '../options/target.ts';
import type { VwExamples } from '../../vw/joined-examples.ts';
import { VwSeveral } from '../../vw/several.ts';
import { examplesOf } from './cache.ts';
import { vwLearner } from './model.ts';
import type { ParsedVw } from './command-line.ts';
import { VwReport, type Scored, type VwResult } from './report.ts';
import { settingsOf } from './settings.ts';

/** `iwal vw --oaa K` and `--csoaa K`: runs `file`; `print` gets the table of progress. Loaded only then. */
export async function runSeveral(
  file: string,
  { options }: ParsedVw,
  print: (line: string) => void,
  session: Session,
): Promise<VwResult> {
  await requireFile(file);
  const settings = settingsOf(options);
  const report = new VwReport(options.progress, print);
  const classes = (options.oaa ?? options.csoaa)!;
  const learners = Array.from({ length: classes }, () => vwLearner(settings, options, undefined));
  const several = new VwSeveral(learners);
  const predictions = options.predictions === undefined ? undefined : new Target(options.predictions, [file]);
  try {
    const examples = await session.unlessInterrupted(
      examplesOf(file, options, { features: settings.features, kind: { classes } }, session),
    );
    requireKind(file, examples, options.csoaa === undefined ? 'oaa' : 'csoaa');
    report.begin();
    const yieldAt = yieldingNowAndThen(session);
    const predicted: string[] = [];
    for (let pass = 0; pass < options.passes; pass++) {
      if (pass > 0) several.beginPass();
      for (let i = 0; i < examples.rows.length; i++) {
        const pause = yieldAt(i);
        if (pause !== undefined) await pause;
        const scored = score(examples, i, several);
        report.add(scored);
        if (predictions !== undefined) predicted.push(`${scored.prediction}${examples.tags[i] && ` ${examples.tags[i]}`}\n`);
      }
    }
    await predictions?.fill((path) => writeFile(path, predicted.join('')));
    return report.result(options.passes);
  } finally {
    predictions?.discard();
  }
}

/** Loss: 1 for a wrong class; with costs that of the prediction above the lowest. Labels have no sum. */
function score({ rows, labels, importances, costs }: VwExamples, i: number, several: VwSeveral): Scored {
  const features = rows.offsets[i + 1] - rows.offsets[i];
  const common = { label: 0, importance: importances[i], features };
  if (costs === undefined) {
    const prediction = several.learnClass(rows, i, labels[i], importances[i]);
    return { ...common, prediction, loss: Number(prediction !== labels[i]), shown: [String(labels[i]), String(prediction)] };
  }
  const prediction = several.learnCosts(rows, i, costs);
  const loss = costOf(costs, i, prediction) - costOf(costs, i, labels[i]);
  return { ...common, prediction, loss, shown: ['known', String(prediction)] };
}

function costOf({ offsets, classes, costs }: Costs, i: number, wanted: number): number {
  for (let k = offsets[i]; k < offsets[i + 1]; k++) if (classes[k] === wanted) return costs[k];
  return NaN;
}

function requireKind(file: string, { costs, lines }: VwExamples, option: 'oaa' | 'csoaa'): void {
  if ((costs === undefined) === (option === 'oaa')) return;
  throw new DataError({
    file,
    line: lines[0],
    found: costs === undefined ? 'a label without costs' : 'costs of classes',
    legal: option === 'oaa' ? 'a class on every line for --oaa; --csoaa learns costs' : 'class:cost on every line for --csoaa',
  });
}
