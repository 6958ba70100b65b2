import type { CurvePanel, Figure } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { sensitivityPanel } from '../../src/figures/model/curves.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import { AGREE, EXPLODED, GOOD_LOSS, LINEAR_GROWTH, STABLE } from '../support/criteria.ts';
import { claims } from './claims.ts';
import { best, digits, fileOf, isOf, METHODS, optimum, panels, range, UPDATES, type Panel } from './settings.ts';

/** Losses above so many times the best one are drawn at the upper edge. */
const CEILING = 100;

/** The report of generalized-implicit: loss against step size, and what it says of every claim. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'online');
  const growing = panels(results, 'implicit-ftrl');
  const adaptive = panels(results, 'implicit-ftrl-adaptive');
  return {
    title: 'Step-size sensitivity of generalised implicit updates',
    protocol: [
      'Every feature is divided by its largest absolute value and a constant is added; ' +
        'numbers to be predicted are divided by their largest absolute value. (The paper says "normalized" and no more.) ' +
        'Squared loss is (p - y)^2 / 2 and learns numbers, logistic loss learns classes. ' +
        `${findings.seeds} shuffles of each set, one pass each; y is the average online loss of the pass, every prediction ` +
        'made before its example is learned: mean over shuffles, bands are their 10th to 90th percentile. ' +
        '25 step sizes from 0.001 to 1000.',
      'Weights are theta / lambda. The corollary that fixes lambda_t in the paper was not at hand; both choices are ours: ' +
        'lambda = sqrt(t) / eta0, and lambda = sqrt(sum of squared gradient norms) / eta0 with fewer shuffles at the ' +
        'default size.',
      'Words of the claims, fixed before measuring: left of the optimum means at most a tenth of the best step size of ' +
        `linearised losses, and to agree means that the largest of the four losses is at most ${AGREE} times the smallest. ` +
        `Exploded means diverged, or above ${EXPLODED} times the best. To grow linearly is a slope of ${LINEAR_GROWTH.low} ` +
        `to ${LINEAR_GROWTH.high} on log-log axes over the last two decades. A range of step sizes counts those with a loss ` +
        `of at most so many times the lowest of all methods on the set: ${GOOD_LOSS}, which is near the optimum, and the ` +
        `${STABLE} of the stability claims.`,
    ],
    figures: [
      {
        file: fileOf('squared'),
        figure: figure(growing, 'squared'),
        caption: 'Squared loss, lambda = sqrt(t) / eta0: figure 1 of the paper.',
      },
      {
        file: fileOf('logistic'),
        figure: figure(growing, 'logistic'),
        caption: 'Logistic loss, lambda = sqrt(t) / eta0: figure 2 of the paper.',
      },
      {
        file: fileOf('squared', 'implicit-ftrl-adaptive'),
        figure: figure(adaptive, 'squared'),
        caption: 'Squared loss, lambda = sqrt(sum of squared gradient norms) / eta0.',
      },
      {
        file: fileOf('logistic', 'implicit-ftrl-adaptive'),
        figure: figure(adaptive, 'logistic'),
        caption: 'Logistic loss, lambda = sqrt(sum of squared gradient norms) / eta0.',
      },
    ].filter(({ figure: { panels } }) => panels.length > 0),
    tables:
      results.length === 0
        ? []
        : [table('lambda = sqrt(t) / eta0', growing), table('lambda = sqrt(sum of squared gradient norms) / eta0', adaptive)],
    claims: claims(growing, adaptive, findings.size),
    notes: [],
    command: `npm run reproduce -- generalized-implicit${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function figure(all: readonly Panel[], loss: string): Figure {
  const chosen = all.filter(isOf(loss));
  return {
    panels: chosen.map(({ dataset, lines }): CurvePanel => {
      const panel = sensitivityPanel({
        title: dataset,
        step: 'step size eta0',
        loss: `average online ${loss} loss`,
        series: UPDATES.map((update) => ({ label: METHODS[update], points: lines[update] })),
      });
      return { ...panel, y: { ...panel.y, max: CEILING * best(UPDATES.map((update) => lines[update])) } };
    }),
  };
}

function table(title: string, all: readonly Panel[]): Table {
  return {
    title,
    header: [
      'set',
      'loss',
      'method',
      'lowest loss',
      'at eta0',
      `step sizes within ${GOOD_LOSS}×, of 25`,
      'from',
      'to',
      `within ${STABLE}×`,
      'loss at eta0 = 1000',
    ],
    rows: all.flatMap((panel) =>
      UPDATES.map((update) => {
        const line = panel.lines[update];
        const lowest = optimum(line);
        const good = range(panel, update, GOOD_LOSS);
        return [
          panel.dataset,
          panel.loss,
          METHODS[update],
          digits(lowest.y),
          `${lowest.x}`,
          `${good.length}`,
          `${good.at(0)?.x ?? ''}`,
          `${good.at(-1)?.x ?? ''}`,
          `${range(panel, update, STABLE).length}`,
          digits(line.at(-1)!.y),
        ];
      }),
    ),
  };
}
