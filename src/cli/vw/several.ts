import { DataError } from '../../files/data-error.ts';
import type { Costs } from '../../rows/dataset.ts';
import type { VwExamples } from '../../vw/examples.ts';
import type { VwClasses } from '../../vw/settings.ts';
import type { VwSeveral } from '../../vw/several.ts';
import type { Scored } from './report.ts';
import type { VwScorer } from './scorer.ts';

/** A learner a class. Loss: 1 for a wrong class; with costs, that of the prediction above the lowest. Labels have no sum. */
export function classScorer(several: VwSeveral, { name, classes }: VwClasses): VwScorer {
  return {
    learner: several,
    labels: { classes },
    requireLabels(file, examples) {
      requireKind(file, examples, name);
    },
    score: name === 'oaa' ? (...row) => byLabel(several, ...row) : (...row) => byCosts(several, ...row),
  };
}

const UNKNOWN = 'unknown';

function byLabel(several: VwSeveral, { rows, labels, importances }: VwExamples, i: number, testOnly: boolean): Scored {
  const [y, importance] = [labels[i], importances[i]];
  const features = rows.offsets[i + 1] - rows.offsets[i];
  const isKnown = !Number.isNaN(y);
  const prediction = isKnown && !testOnly ? several.learnClass(rows, i, y, importance) : several.predictClass(rows, i);
  const shown = [isKnown ? String(y) : UNKNOWN, String(prediction)] as const;
  return { importance, features, prediction, shown, label: isKnown ? 0 : undefined, loss: isKnown && prediction !== y ? 1 : 0 };
}

function byCosts(several: VwSeveral, { rows, labels, importances, costs }: VwExamples, i: number, testOnly: boolean): Scored {
  const listed = costs?.classes.subarray(costs.offsets[i], costs.offsets[i + 1]) ?? [];
  const common = { importance: importances[i], features: rows.offsets[i + 1] - rows.offsets[i] };
  if (costs === undefined || listed.length === 0) {
    const prediction = several.predictCost(rows, i, []);
    return { ...common, prediction, label: undefined, loss: 0, shown: [UNKNOWN, String(prediction)] };
  }
  const prediction = testOnly ? several.predictCost(rows, i, listed) : several.learnCosts(rows, i, costs);
  const loss = costOf(costs, i, prediction) - costOf(costs, i, labels[i]);
  return { ...common, prediction, label: 0, loss, shown: ['known', String(prediction)] };
}

function costOf({ offsets, classes, costs }: Costs, i: number, wanted: number): number {
  return costs[offsets[i] + classes.subarray(offsets[i], offsets[i + 1]).indexOf(wanted)];
}

function requireKind(file: string, { labels, costs, lines }: VwExamples, name: VwClasses['name']): void {
  const i = labels.findIndex((y) => !Number.isNaN(y));
  if (i < 0 || (costs === undefined) === (name === 'oaa')) return;
  throw new DataError({
    file,
    line: lines[i],
    found: costs === undefined ? 'a label without costs' : 'costs of classes',
    legal: name === 'oaa' ? 'a class on every line for --oaa; --csoaa learns costs' : 'class:cost on every line for --csoaa',
  });
}
