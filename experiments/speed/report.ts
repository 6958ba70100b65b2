import type { Claim } from '../../src/studies/results/claims.ts';
import type { Bar, BarPanel } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { median } from '../../src/statistics/small-samples.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import { final, ofKind, rangeOver, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent, points } from '../support/numbers.ts';
import { triedForTime } from '../support/pass-times.ts';
import { raceBars } from '../support/race-bars.ts';
import { share, shareOf, testError, testErrorRange } from '../support/settings.ts';
import { inShort } from '../support/words.ts';
import { count } from '../../src/numerics/display.ts';

export const DATASET = 'rcv1-like';
export const LOSSES = ['hinge', 'logistic'] as const;
export type Loss = (typeof LOSSES)[number];
/** What a lap begins with. */
export const START = ['in memory', 'from a file'] as const;

/** For the test error; beginnings of a sentence. */
const TRIED: Readonly<Record<Loss, string>> = {
  hinge: 'Steps of 64 / sqrt(1 + t) were tried besides, with the mellowness that buys as much',
  logistic: 'No other step size was tried here',
};

/** The talk's 2.6 seconds against 2.5. */
const SLIDES = 2.6 / 2.5;
/** The share of labels that the talk's 11% stands for, and the accuracy that goes with it. */
const TENTH = { low: 0.08, high: 0.14 };
const SAME_ACCURACY = 0.004;

const LAPS = 'laps.png';
const SETTINGS = 'settings.png';

/** The report of speed: ratios of times of laps side by side, and what the raced settings buy and learn. */
export function report(findings: Findings): StudyReport {
  const { races, splits, size, seeds } = findings;
  const { rows } = splits.get(DATASET)!.train;
  const documents = count(rows.length);
  const command = `npm run reproduce -- speed${size === 'full' ? ' --full' : ''} --seeds ${seeds}`;
  return {
    title: `Speed: an active pass against a passive one (${documents} documents)`,
    protocol: [
      `${documents} documents like RCV1, ${(rows.indices.length / 1e6).toFixed(1)} million non-zeros, in one process: laps of passive learning and of active learning in turn, one of each uncounted, then ${races[0]?.passive.length ?? 0} counted. A lap over rows in memory is one pass of learning with progressive validation. A lap from a file also reads the binary file (.iwal) and checks its checksum; the file lies in the operating system's memory. The ratio is the median over laps of active over passive.`,
      `Invariant updates, steps 256 / sqrt(1 + t), as in rcv1-active; variance-aware rule, mellowness ${LOSSES.map((loss) => `${inShort(mellowness(findings, loss))} for ${loss}`).join(' and ')} loss, set by the labels it buys at this size and by nothing else. The passive entrant is the plain online learner without coin, rule or oracle.`,
      'Seconds depend on the machine and what else it does; they are kept in timings.jsonl, apart from results.jsonl, which does not.',
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
        figure: { panels: [bought(findings), errors(findings)] },
        caption: 'What the raced settings buy and how they end: medians over seeds, whiskers the 10th to 90th percentile.',
      },
    ],
    tables: [timeTable(races), settingTable(findings)],
    claims: [...races.map(ratioClaim), ...LOSSES.map((loss) => settingClaim(findings, loss))],
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

function bought(findings: Findings): BarPanel {
  const bar = (loss: Loss): Bar => {
    const { active } = raced(findings, loss);
    const [low, high] = rangeOver(active, shareOf);
    return { height: share(active), low, high, cells: active.cells };
  };
  return {
    kind: 'bars',
    title: 'labels bought',
    y: { label: 'share of labels', scale: 'linear', min: 0 },
    references: [TENTH.low, TENTH.high].map((y) => ({ y, label: percent(y, 0) })),
    groups: LOSSES,
    series: [{ label: 'active', bars: LOSSES.map(bar) }],
  };
}

function errors(findings: Findings): BarPanel {
  const bar = (loss: Loss): Bar => {
    const { passive, active } = raced(findings, loss);
    const [height, low, high] = [testError(active), ...testErrorRange(active)].map((error) => 100 * (error - testError(passive)));
    return { height, low, high, cells: [...active.cells, ...passive.cells] };
  };
  return {
    kind: 'bars',
    title: 'test error',
    y: { label: 'test error above passive, points', scale: 'linear' },
    references: [{ y: 100 * SAME_ACCURACY, label: `passive + ${(100 * SAME_ACCURACY).toFixed(1)}` }],
    groups: LOSSES,
    series: [{ label: 'active', bars: LOSSES.map(bar) }],
  };
}

/** Active over passive, lap by lap. */
function ratios({ active, passive }: RaceResult): number[] {
  return active.map((seconds, lap) => seconds / passive[lap]);
}

/** What an active pass over rows in memory takes longer, a row, where it does. */
function extraTime(races: readonly RaceResult[], rows: number): string[] {
  return races.flatMap(({ race, active, passive }) => {
    const nanoseconds = (1e9 * (median(active) - median(passive))) / rows;
    return race.rows === 'in memory' && nanoseconds > 0
      ? [`${race.title}: an active pass takes ${nanoseconds.toFixed(0)} ns a row longer.`]
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
  return `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)})`;
}

/** The settings raced with one loss: the passive and the active one. */
function raced({ results }: Findings, loss: Loss): { passive: Setting; active: Setting } {
  const settings = settingsOf(ofKind(results, 'active').filter(({ cell }) => cell.run.loss.name === loss));
  return {
    passive: settings.find(({ run }) => run.query.name === 'passive')!,
    active: settings.find(({ run }) => run.query.name !== 'passive')!,
  };
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

function ratioClaim(result: RaceResult): Claim {
  const ratio = median(ratios(result));
  return {
    claim: `${result.race.title}: an active pass takes at most ${SLIDES.toFixed(2)} times as long as a passive one`,
    measured: `${ratio.toFixed(2)} times (${median(result.active).toFixed(3)} s against ${median(result.passive).toFixed(3)} s, medians of ${result.active.length} laps)`,
    holds: ratio <= SLIDES,
    figure: LAPS,
    tried: triedForTime(result.race.active.loss.name),
  };
}

function settingClaim(findings: Findings, loss: Loss): Claim {
  const { passive, active } = raced(findings, loss);
  const gap = testError(active) - testError(passive);
  return {
    claim: `${loss}: the raced setting buys ${percent(TENTH.low, 0)} to ${percent(TENTH.high, 0)} of the labels and ends within ${(100 * SAME_ACCURACY).toFixed(1)} points of passive test error`,
    measured: `${percent(share(active))} of the labels, ${points(gap)} points`,
    holds: share(active) >= TENTH.low && share(active) <= TENTH.high && gap <= SAME_ACCURACY,
    figure: SETTINGS,
    tried: `${TRIED[loss]}; the mellowness is set by the labels bought and by nothing else, and last weights are raced, where rcv1-active chooses on a validation part and has the mean of the weights besides.`,
  };
}
