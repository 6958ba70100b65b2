import { count, decimals } from '../../src/numerics/display.ts';
import { meanInterval } from '../../src/statistics/estimate.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { CONFIDENCE } from '../../src/studies/results/claim.ts';
import type { Findings, ReportFigure, StudyReport, Table } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { claims, FILE, ratio, WORDS } from './claims.ts';
import { FEW, LIMIT, MANY, meanOf, PAIRS, pairOf, RUNS, runsOf, settingsOf, total, WAYS, type Setting } from './settings.ts';

/** The report of compare-two: labels until it is certified which of two guesses is better. */
export function report(findings: Findings): StudyReport {
  const settings = settingsOf(findings);
  const isThere = settings.length > 0;
  return {
    title: 'Which of two guesses is better: labels until it is certified',
    protocol: [
      'Pools and guessers are those of the study assisted; the second guess of a pair has noise of its own.',
      'The run of iwal simulate --guess a,b --stop "a > b": labels are bought where the two differ, by the rule mistake, ' +
        'four fifths of them spread evenly; beside it the rule random on the same rows. A run ends when it is certified, with ' +
        `${percent(CONFIDENCE, 0)} confidence at any look, which one is right more often, or that they differ by at most ` +
        `${percent(LIMIT, 0)} of all rows; else with its budget, ${FEW} or ${count(MANY)} labels. ${findings.seeds * RUNS} ` +
        'runs a set, pair, way and budget.',
      'Random labels are spread evenly over all rows. The same certificate reads those of them in which the guesses differ; ' +
        'the others are paid for as well, as many as there are in proportion. A run that nothing certified counts with all ' +
        'labels that it bought.',
    ],
    figures: isThere ? [figure(settings)] : [],
    tables: isThere ? [table(settings)] : [],
    claims: isThere ? claims(settings) : [],
    notes: [],
    command: `npm run reproduce -- compare-two --seeds ${findings.seeds}`,
  };
}

function figure(settings: readonly Setting[]): ReportFigure {
  const pairs = PAIRS.map((pair) => pairOf(...pair)).filter((pair) => settings.some((each) => each.pair === pair));
  const saved = decimals(ratio(settings, ['differing', 'random'], pairs).value, 2);
  return {
    file: FILE,
    figure: {
      title: `Labels where two guesses differ: ${saved} of random ones`,
      panels: [
        {
          kind: 'bars',
          title: 'by how often they are right',
          y: { label: 'labels until certified', scale: 'linear', min: 0 },
          groups: pairs,
          series: WAYS.map((way) => ({
            label: WORDS[way],
            bars: pairs.map((pair) => {
              const own = settings.filter((each) => each.way === way && each.pair === pair && each.budget === MANY);
              if (own.length === 0) return undefined;
              const { value, low, high } = meanInterval(
                own.map((each) => meanOf(each, 'labels')),
                CONFIDENCE,
              );
              return { height: value, low: Math.max(0, low), high, cells: own.flatMap(({ cells }) => cells) };
            }),
          })),
        },
      ],
    },
    caption:
      'Labels until it is certified which of two guesses is right more often, or that they differ by at most ' +
      `${percent(LIMIT, 0)} of the rows; at most ${count(MANY)}. Means over sets with 95% intervals over them, by how often ` +
      'both are right. The title has the geometric mean over sets and pairs, beside random labels.',
  };
}

function table(settings: readonly Setting[]): Table {
  const pairs = PAIRS.map((pair) => pairOf(...pair));
  return {
    title: 'Runs that were certified, and labels, means over sets',
    header: [
      'guesses',
      'at most',
      'rows that are asked about',
      'lead',
      'they differ in',
      'certified',
      'wrong',
      'labels',
      '10th to 90th percentile',
    ],
    rows: pairs.flatMap((pair) =>
      [FEW, MANY].flatMap((budget) =>
        WAYS.flatMap((way) => {
          const own = settings.filter((each) => each.way === way && each.pair === pair && each.budget === budget);
          if (own.length === 0) return [];
          const of = (name: 'lead' | 'differing' | 'labels' | 'few' | 'many'): number =>
            mean(own.map((each) => meanOf(each, name)));
          return [
            [
              ...[pair, count(budget), WORDS[way], percent(of('lead')), percent(of('differing'), 0)],
              percent(total(own, 'certified') / runsOf(own)),
              count(total(own, 'wrong')),
              ...[count(Math.round(of('labels'))), `${count(Math.round(of('few')))} to ${count(Math.round(of('many')))}`],
            ],
          ];
        }),
      ),
    ),
  };
}
