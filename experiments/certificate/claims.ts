import { mean } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, type Criterion, exactly, meanOver, shareOf } from '../../src/studies/results/claim.ts';
import type { Findings } from '../../src/studies/study.ts';
import { COVERED_EACH, COVERED_POOLED, MISSED_OF_RUNS, MISSED_OF_SET, WIDEST_BAND } from '../support/criteria.ts';
import { percent, claimsOn } from '../support/numbers.ts';
import { byBuying, bySet, CONFIDENCE, isCovered, nameOf, runsOf, type From } from './settings.ts';

const TRIED =
  'Settings, rates and limits were written down before the first run; after trials of two seeds, which are part of the ' +
  'published runs, figures and captions were changed, but no setting, claim or limit.';

export function claims(findings: Findings, files: { readonly misses: string; readonly pools: string }): Claim[] {
  const streams = runsOf(findings, 'coins');
  const runs = runsOf(findings, 'certificate');
  return [...claimsOn([], streams.length === 0 ? [] : streamClaims(streams, files.misses)), ...runClaims(runs, files)];
}

/** So many of so many, held against a share. */
function shareCase(what: string, count: number, of: number, things: string, criterion: Criterion): Case {
  return { what, ...shareOf(count, of, things), unit: 'share', criterion };
}

/** On streams of coins, where the number of trials is large. */
function streamClaims(streams: readonly From<'coins'>[], figure: string): Claim[] {
  const missed = (count: (measured: From<'coins'>['measured']) => number, criterion: Criterion): Case[] =>
    streams.map(({ run, measured }) =>
      shareCase(
        `${run.probabilities}, floor ${run.floor}, ${percent(run.share, 0)} mistakes`,
        count(measured),
        run.streams,
        'stream',
        criterion,
      ),
    );
  return [
    {
      claim:
        'certified bands, watched at every row: in each setting of coins the truth leaves at most ' +
        `${percent(1 - CONFIDENCE, 0)} of them`,
      cases: missed(({ above, below }) => above + below, { atMost: 1 - CONFIDENCE }),
      figure,
      tried: TRIED,
    },
    {
      claim:
        'normal intervals, watched from the 30th label on, are no certificates: ' +
        `the truth leaves more than ${percent(1 - CONFIDENCE, 0)} of them in every setting`,
      cases: missed(({ normalWatched }) => normalWatched, { above: 1 - CONFIDENCE }),
      figure,
      tried: TRIED,
    },
  ];
}

/** On real pools. */
function runClaims(
  runs: readonly From<'certificate'>[],
  { misses, pools }: { readonly misses: string; readonly pools: string },
): Claim[] {
  const settings = byBuying(runs);
  const reported = { figure: misses, tried: TRIED };
  const outsideOf = (own: readonly From<'certificate'>[]): number => own.filter(({ measured }) => measured.wasOutside).length;
  const sets = settings.flatMap(({ runs: own }) => [...bySet(own).values()]);
  const bad = sets.filter((own) => outsideOf(own) > MISSED_OF_SET * own.length).length;
  return [
    {
      ...reported,
      claim: 'certified bands on real pools, watched at every row: in each setting the truth leaves at most 20 of 240',
      cases: settings.map(({ buying, runs: own }) =>
        shareCase(nameOf(buying), outsideOf(own), own.length, 'run', { atMost: MISSED_OF_RUNS }),
      ),
    },
    {
      ...reported,
      claim: 'and at most 4 of 20 on each set in each setting',
      cases: [
        {
          what: `of ${sets.length} sets and settings, with more`,
          ...exactly(bad, 'counts of 20 runs, no interval'),
          unit: 'count',
          criterion: { atMost: 0 },
        },
      ],
    },
    {
      claim: 'the certified band is at most twice as wide as the score interval, in the mean over sets',
      cases: settings.map(({ buying, runs: own }) => ({
        what: `${nameOf(buying)} (explore * budget ${buying.explore * buying.budget})`,
        ...meanOver([...bySet(own).values()].map(ratioOf), 'sets'),
        unit: 'times',
        criterion: { atMost: WIDEST_BAND },
      })),
      figure: pools,
      tried: TRIED,
    },
    {
      ...reported,
      claim: `score intervals at the end of a run hold the truth at least ${percent(COVERED_POOLED, 0)} of the time`,
      cases: [
        shareCase('', runs.filter((run) => isCovered(run, 'score')).length, runs.length, 'run', { atLeast: COVERED_POOLED }),
      ],
    },
    {
      ...reported,
      claim: `and at least ${percent(COVERED_EACH, 0)} of the time in each setting`,
      cases: settings.map(({ buying, runs: own }) =>
        shareCase(nameOf(buying), own.filter((run) => isCovered(run, 'score')).length, own.length, 'run', {
          atLeast: COVERED_EACH,
        }),
      ),
    },
    {
      ...reported,
      claim: `normal intervals at the end of a run miss the truth more often than the ${percent(1 - CONFIDENCE, 0)} they say`,
      cases: [
        shareCase('', runs.filter((run) => !isCovered(run, 'normal')).length, runs.length, 'run', { above: 1 - CONFIDENCE }),
      ],
    },
  ];
}

/** Mean width of the certified band over that of the score interval. */
export function ratioOf(runs: readonly From<'certificate'>[]): number {
  const bands = runs.map(({ measured: { low, high } }) => high - low);
  const intervals = runs.map(({ measured: { scoreLow, scoreHigh } }) => scoreHigh - scoreLow);
  return mean(bands) / mean(intervals);
}
