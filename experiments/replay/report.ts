import { count } from '../../src/numerics/display.ts';
import type { Point } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { ReportFigure, Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { REPLAY_NEARLY } from '../support/criteria.ts';
import { claims } from './claims.ts';
import {
  byPair,
  bySet,
  LEDGERS,
  metOf,
  REPLAYED,
  replaysOf,
  ROWS,
  type LedgerName,
  type Replayed,
  type ReplayedName,
} from './settings.ts';

const FILES = { met: 'requests-met.png', errors: 'errors.png' } as const;
const RULES = Object.keys(REPLAYED) as ReplayedName[];

/** The report of replay: requests met, and errors of replays beside those of direct runs. */
export function report(findings: Findings): StudyReport {
  const replays = replaysOf(findings);
  return {
    title: 'Other rules on the coins of a ledger',
    protocol: [
      `Pools of up to ${count(ROWS)} rows, drawn by the seed; one shuffled pass, default learner, seeds 1 ` +
        `to ${findings.seeds}. Three ledgers of each pool: passive (every label), generous (iwal-cal, mellowness 1e-2), ` +
        'paced (soft-margin, a fifth of the labels, a quarter of them spread evenly). ' +
        `On each, stingier rules are replayed with the ledger's coins, clipped to its probabilities, and run directly with ` +
        'the same coins.',
      `A request is a label that the replayed rule's coin wants and its budget holds; it is met if the ledger bought it. ` +
        `Below ${percent(REPLAY_NEARLY, 0)} of the requests a result is called the clipped rule's. ` +
        'Errors are those of the predictions on the rows considered, each made before its label, by the true labels. ' +
        'Each set is one number, intervals are over sets.',
    ],
    figures: replays.length === 0 ? [] : [metFigure(replays), errorFigure(replays)],
    tables: replays.length === 0 ? [] : [table(replays)],
    claims: claims(replays, FILES),
    notes: [],
    command: `npm run reproduce -- replay${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** Requests met by ledger and rule: one bar each, the range over sets as its whisker. */
function metFigure(replays: readonly Replayed[]): ReportFigure {
  return {
    file: FILES.met,
    figure: {
      panels: [
        {
          kind: 'bars',
          title: 'requests met',
          y: { label: 'requests met', unit: 'percent', scale: 'linear', min: 0, max: 100 },
          groups: RULES,
          series: (Object.keys(LEDGERS) as LedgerName[]).map((ledger) => ({
            label: `${ledger} ledger`,
            bars: RULES.map((rule) => {
              const own = replays.filter((each) => each.ledger === ledger && each.rule === rule);
              if (own.length === 0) return undefined;
              const shares = [...bySet(own).values()].map((each) => 100 * metOf(each));
              return {
                ...{ height: mean(shares), low: Math.min(...shares), high: Math.max(...shares) },
                cells: own.map(({ hash }) => hash),
              };
            }),
          })),
        },
      ],
    },
    caption:
      'Requests met of those wanted, mean over sets, by the rule that is replayed; ' +
      'whiskers are the smallest and the largest share of a set. What is not met is clipped away.',
  };
}

/** Error of each replay beside that of its direct run. */
function errorFigure(replays: readonly Replayed[]): ReportFigure {
  return {
    file: FILES.errors,
    figure: {
      panels: (Object.keys(LEDGERS) as LedgerName[]).map((ledger) => ({
        kind: 'scatter',
        title: `${ledger} ledger`,
        x: { label: 'error of the direct run', unit: 'percent', scale: 'linear', min: 0 },
        y: { label: 'error of the replay', unit: 'percent', scale: 'linear', min: 0 },
        diagonal: 'equal',
        series: RULES.map((rule) => ({
          label: rule,
          points: [...bySet(replays.filter((each) => each.ledger === ledger && each.rule === rule))].map(
            ([dataset, own]): Point => ({
              x: 100 * mean(own.map(({ measured }) => measured.directError)),
              y: 100 * mean(own.map(({ measured }) => measured.replayError)),
              note: dataset,
              cells: own.map(({ hash }) => hash),
            }),
          ),
        })),
      })),
    },
    caption:
      'One point a set and rule, mean over seeds. On a passive ledger replay and direct run are one; ' +
      'on a paced one the clipped rule has fewer labels. Above the line it errs more often than the rule itself.',
  };
}

function table(replays: readonly Replayed[]): Table {
  return {
    title: 'Replays by ledger and rule, all sets and seeds together',
    header: [
      'ledger',
      'rule replayed',
      'the direct run',
      'requests met',
      'labels, replay / direct',
      'direct labels also in the replay',
    ],
    rows: [...byPair(replays).values()].map((own) => {
      const [{ ledger, rule }] = own;
      const sum = (of: 'replayLabels' | 'directLabels' | 'shared'): number =>
        own.reduce((total, { measured }) => total + measured[of], 0);
      return [
        ledger,
        rule,
        `${own.filter(({ measured }) => measured.isDirect).length} of ${own.length}`,
        percent(metOf(own), 1),
        `${sum('replayLabels')} / ${sum('directLabels')}`,
        percent(sum('shared') / sum('directLabels'), 1),
      ];
    }),
  };
}
