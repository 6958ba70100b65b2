import type { BarPanel, ScatterPanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { median } from '../../src/statistics/small-samples.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import { percent, final } from '../support/numbers.ts';
import { raceBars } from '../support/race-bars.ts';
import { share, shareOf, testError, testErrorOf } from '../support/settings.ts';
import { SAME_ACCURACY, TENTH } from '../support/criteria.ts';
import { claims, LAPS, SETTINGS } from './claims.ts';
import { DATASET, LOSSES, raced, ratios, START, type Loss } from './settings.ts';
import { count, decimals, inShort } from '../../src/numerics/display.ts';

/** The report of speed: ratios of times of laps side by side, and what the raced settings buy and learn. */
export function report(findings: Findings): StudyReport {
  const { races, splits, size, seeds } = findings;
  const { rows } = splits.get(DATASET)!.train;
  const documents = count(rows.length);
  const command = `npm run reproduce -- speed${size === 'full' ? ' --full' : ''} --seeds ${seeds}`;
  return {
    title: `Speed: an active pass against a passive one (${documents} documents)`,
    protocol: [
      `${documents} documents like RCV1, ${decimals(rows.indices.length / 1e6, 1)} million non-zeros, in one process: ` +
        'laps of passive learning and of active learning in turn, one of each uncounted, then ' +
        `${races[0]?.passive.length ?? 0} counted. A lap over rows in memory is one pass of learning with progressive ` +
        'validation. A lap from a file also reads the binary file (.iwal) and checks its checksum; ' +
        `the file lies in the operating system's memory. The ratio is the median over laps of active over passive.`,
      'Invariant updates, steps 256 / sqrt(1 + t), as in rcv1-active; variance-aware rule, mellowness ' +
        `${LOSSES.map((loss) => `${inShort(mellowness(findings, loss))} for ${loss}`).join(' and ')} loss, set by the ` +
        'labels it buys at this size and by nothing else. The passive entrant is the plain online learner without coin, ' +
        'rule or oracle.',
      'Seconds depend on the machine and what else it does; they are kept in timings.jsonl, apart from results.jsonl, ' +
        'which does not.',
    ],
    figures: [
      ...(races.length === 0
        ? []
        : [
            {
              file: LAPS,
              figure: { panels: START.map((start) => laps(findings, start, command)) },
              caption: 'Time of one pass, median of the laps; whiskers span all of them.',
            },
          ]),
      {
        file: SETTINGS,
        figure: { panels: [standings(findings)] },
        caption:
          'What the raced settings buy and how they end, a point a seed: the claim asks for 8 to 14% of the labels and ' +
          'for a place below the line.',
      },
    ],
    tables: [timeTable(races), settingTable(findings)],
    claims: claims(findings),
    notes: [
      ...extraTime(races, rows.length),
      ...(size === 'default' ? [`The talk is about 781,265 documents; that size is in speed-full.`] : []),
    ],
    command,
  };
}

function laps(findings: Findings, start: (typeof START)[number], command: string): BarPanel {
  const those = findings.races.filter(({ race }) => race.rows === start);
  return {
    kind: 'bars',
    title: start,
    y: { label: 'seconds a pass', scale: 'linear', min: 0 },
    groups: those.map(({ race }) => race.active.loss.name),
    series: (['passive', 'active'] as const).map((entrant) => ({
      label: entrant,
      bars: raceBars(findings, those, entrant, command),
    })),
  };
}

/** Every seed: labels against error, and where both should be. */
function standings(findings: Findings): ScatterPanel {
  return {
    kind: 'scatter',
    title: 'labels bought and how they end',
    x: {
      label: `share of labels bought (${percent(TENTH.low, 0)} to ${percent(TENTH.high, 0)} claimed)`,
      unit: 'share',
      scale: 'linear',
      min: TENTH.low - 0.02,
      max: TENTH.high,
    },
    y: { label: 'test error above passive, points', scale: 'linear' },
    references: [{ y: 100 * SAME_ACCURACY, label: `passive + ${decimals(100 * SAME_ACCURACY, 1)}` }],
    series: LOSSES.map((loss) => {
      const { passive, active } = raced(findings, loss);
      return {
        label: loss,
        points: active.measurements.map((each, seed) => ({
          x: shareOf(each),
          y: 100 * (testErrorOf(each) - testError(passive)),
          note: `seed ${seed + 1}`,
          cells: [active.cells[seed], ...passive.cells],
        })),
      };
    }),
  };
}

/** What an active pass over rows in memory takes longer, a row, where it does. */
function extraTime(races: readonly RaceResult[], rows: number): string[] {
  return races.flatMap(({ race, active, passive }) => {
    const nanoseconds = (1e9 * (median(active) - median(passive))) / rows;
    return race.rows === 'in memory' && nanoseconds > 0
      ? [`${race.title}: an active pass takes ${decimals(nanoseconds, 0)} ns a row longer.`]
      : [];
  });
}

function timeTable(races: readonly RaceResult[]): Table {
  return {
    title: 'Seconds a pass, median (least to most)',
    header: ['race', 'passive', 'active', 'active / passive', 'labels bought'],
    rows: races.map((result) => [
      result.race.title,
      spread(result.passive, 3),
      spread(result.active, 3),
      spread(ratios(result), 2),
      percent(result.fractionQueried),
    ]),
  };
}

function spread(numbers: readonly number[], digits: number): string {
  return `${decimals(median(numbers), digits)} (${decimals(Math.min(...numbers), digits)} to ${decimals(Math.max(...numbers), digits)})`;
}

function mellowness(findings: Findings, loss: Loss): number {
  const { query } = raced(findings, loss).active.run;
  return 'mellowness' in query ? query.mellowness : NaN;
}

function settingTable(findings: Findings): Table {
  return {
    title: 'What the raced settings buy and learn (median over seeds)',
    header: ['loss', 'rule', 'labels', 'of all', 'test error'],
    rows: LOSSES.flatMap((loss) =>
      Object.values(raced(findings, loss)).map((setting) => [
        loss,
        setting.run.query.name,
        count(median(setting.measurements.map((run) => final(run).queried))),
        percent(share(setting)),
        percent(testError(setting), 2),
      ]),
    ),
  };
}
