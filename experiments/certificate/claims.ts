import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { proportion } from '../../src/statistics/proportion.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { percent } from '../support/numbers.ts';
import { counted, decided } from '../support/decided.ts';
import { byBuying, bySet, CONFIDENCE, isCovered, nameOf, runsOf, type From } from './settings.ts';
import type { Findings } from '../../src/studies/study.ts';

/** Of 240 runs, so many may be outside: their expectation is below 12, and 20 is 2.4 standard deviations above it. */
const MOST_OF_RUNS = 20 / 240;
/** Of 20 runs on one set; 5 would come by chance in 3 of 1,000 sets if every twentieth band missed. */
const MOST_OF_SET = 4 / 20;
/** How much wider than an interval for one look a band that holds at every look may be. */
const WIDEST = 2;
/** What a nominal 95% interval for one look has to cover, over all runs and in each setting. */
const POOLED = 0.93;
const EACH = 0.88;

const TRIED =
  'Settings, sets, rates and limits were written down before the first run, of two seeds; nothing was changed after it.';
const share = (value: number): string => percent(value, 1);

export function claims(findings: Findings, files: { readonly misses: string; readonly pools: string }): Claim[] {
  const streams = runsOf(findings, 'coins');
  const runs = runsOf(findings, 'certificate');
  return [
    ...(streams.length === 0 ? [] : streamClaims(streams, files.misses)),
    ...(runs.length === 0 ? [] : runClaims(runs, files)),
  ];
}

/** On streams of coins, where the number of trials is large. */
function streamClaims(streams: readonly From<'coins'>[], figure: string): Claim[] {
  const told = { figure, tried: TRIED, write: share };
  const bands = streams.map(({ run, measured }) => proportion(measured.above + measured.below, run.streams));
  const normal = streams.map(({ run, measured }) => proportion(measured.normalWatched, run.streams));
  return [
    decided({
      ...told,
      claim: `certified bands, watched at every row: in each setting of coins the truth leaves at most ${percent(1 - CONFIDENCE, 0)} of them`,
      estimate: largest(bands, ({ high }) => high),
      criterion: { must: 'be at most', limit: 1 - CONFIDENCE },
      of: `of the streams in the worst of ${bands.length} settings`,
    }),
    decided({
      ...told,
      claim: `normal intervals, watched from the 30th label on, are no certificates: the truth leaves more than ${percent(1 - CONFIDENCE, 0)} of them in every setting`,
      estimate: largest(normal, ({ low }) => -low),
      criterion: { must: 'be at least', limit: 1 - CONFIDENCE },
      of: `of the streams in the best of ${normal.length} settings`,
    }),
  ];
}

/** On real pools. */
function runClaims(
  runs: readonly From<'certificate'>[],
  { misses, pools }: { readonly misses: string; readonly pools: string },
): Claim[] {
  const settings = byBuying(runs);
  const told = { figure: misses, tried: TRIED, write: share };
  const outside = settings.map(({ runs: own }) =>
    proportion(own.filter(({ measured }) => measured.wasOutside).length, own.length),
  );
  const sets = settings.flatMap(({ runs: own }) => [...bySet(own).values()]);
  const good = sets.filter((own) => own.filter(({ measured }) => measured.wasOutside).length <= MOST_OF_SET * own.length).length;
  const covered = settings.map(({ runs: own }) => proportion(own.filter((run) => isCovered(run, 'score')).length, own.length));
  const normal = runs.filter((run) => !isCovered(run, 'normal')).length;
  return [
    decided({
      ...told,
      claim: `certified bands on real pools, watched at every row: in each setting the truth leaves at most 20 of 240`,
      estimate: largest(outside, ({ high }) => high),
      criterion: { must: 'be at most', limit: MOST_OF_RUNS },
      of: `of the runs in the worst of ${settings.length} settings`,
    }),
    decided({
      ...told,
      claim: 'and at most 4 of 20 on each set in each setting',
      estimate: counted(good),
      criterion: { must: 'be at least', limit: sets.length },
      write: String,
      of: `of ${sets.length} sets and settings`,
    }),
    ...settings.map(({ buying, runs: own }) =>
      decided({
        claim: `${nameOf(buying)} (explore * budget ${buying.explore * buying.budget}): the certified band is at most twice as wide as the score interval`,
        ...{ figure: pools, tried: TRIED },
        estimate: meanInterval([...bySet(own).values()].map(ratioOf), 0.95),
        criterion: { must: 'be at most', limit: WIDEST },
        write: (value) => value.toFixed(2),
        of: `times, over ${bySet(own).size} sets`,
      }),
    ),
    decided({
      ...told,
      claim: `score intervals at the end of a run hold the truth at least ${percent(POOLED, 0)} of the time`,
      estimate: proportion(runs.filter((run) => isCovered(run, 'score')).length, runs.length),
      criterion: { must: 'be at least', limit: POOLED },
      of: `of ${runs.length} runs`,
    }),
    decided({
      ...told,
      claim: `and at least ${percent(EACH, 0)} of the time in each setting`,
      estimate: largest(covered, ({ low }) => -low),
      criterion: { must: 'be at least', limit: EACH },
      of: `of the runs in the worst of ${covered.length} settings`,
    }),
    decided({
      ...told,
      claim: `normal intervals at the end of a run miss the truth more often than the ${percent(1 - CONFIDENCE, 0)} they say`,
      estimate: proportion(normal, runs.length),
      criterion: { must: 'be at least', limit: 1 - CONFIDENCE },
      of: `of ${runs.length} runs`,
    }),
  ];
}

/** Mean width of the certified band over that of the score interval. */
export function ratioOf(runs: readonly From<'certificate'>[]): number {
  const bands = runs.map(({ measured: { low, high } }) => high - low);
  const intervals = runs.map(({ measured: { scoreLow, scoreHigh } }) => scoreHigh - scoreLow);
  return mean(bands) / mean(intervals);
}

function largest(estimates: readonly Estimate[], by: (estimate: Estimate) => number): Estimate {
  return estimates.reduce((worst, each) => (by(each) > by(worst) ? each : worst));
}
