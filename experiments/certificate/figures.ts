import type { CurvePanel, Point } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { wilsonInterval } from '../../src/statistics/intervals/wilson-interval.ts';
import type { ReportFigure } from '../../src/studies/study.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { BUYINGS, byBuying, bySet, CONFIDENCE, nameOf, POLICIES, SHARES, type From } from './settings.ts';

/** Bars of misses: one group a way of setting probabilities. */
export function missesFigure(file: string, streams: readonly From<'coins'>[]): ReportFigure {
  const intervals = {
    'certified, every look': ({ above, below }: From<'coins'>['measured']) => above + below,
    'normal, every look': ({ normalWatched }: From<'coins'>['measured']) => normalWatched,
    'normal, at the end': ({ normalAtEnd }: From<'coins'>['measured']) => normalAtEnd,
    'score, at the end': ({ scoreAtEnd }: From<'coins'>['measured']) => scoreAtEnd,
  };
  return {
    file,
    figure: {
      panels: [
        {
          kind: 'bars',
          title: 'streams whose truth was missed',
          y: { label: 'streams missed', unit: 'percent', scale: 'linear', min: 0 },
          groups: POLICIES,
          references: [{ y: 5, label: '5%' }],
          series: Object.entries(intervals).map(([label, missed]) => ({
            label,
            bars: POLICIES.map((policy) => {
              const own = streams.filter(({ run }) => run.probabilities === policy);
              if (own.length === 0) return undefined;
              const total = own.reduce((sum, { run }) => sum + run.streams, 0);
              const { value, low, high } = wilsonInterval(
                own.reduce((sum, { measured }) => sum + missed(measured), 0),
                total,
                CONFIDENCE,
              );
              return { height: 100 * value, low: 100 * low, high: 100 * high, cells: own.map(({ hash }) => hash) };
            }),
          })),
        },
      ],
    },
    caption:
      'Streams of coins, all floors and shares of mistakes together, by who sets the probabilities; ' +
      'whiskers are 95% intervals. Certified bands may be above the line nowhere, however often one looks; ' +
      'the others are made for one look.',
  };
}

/** Width against labels along streams, a line a floor. */
export function widthFigure(file: string, streams: readonly From<'coins'>[]): ReportFigure {
  const even = streams.filter(({ run }) => run.probabilities === 'even' && run.share === SHARES[1]);
  const panel = (name: 'certified' | 'score', title: string): CurvePanel => ({
    kind: 'curves',
    title,
    x: { label: 'labels', scale: 'log' },
    y: { label: 'width, share of the rows', unit: 'percent', scale: 'log', min: 2, max: 100 },
    series: even.map(({ run, measured, hash }) => ({
      label: `floor ${run.floor}`,
      points: measured.curve
        .filter(({ labels }) => labels >= 1)
        .map((at): Point => ({ x: at.labels, y: 100 * at[name], cells: [hash] })),
    })),
  });
  return {
    file,
    figure: { panels: [panel('certified', 'certified band'), panel('score', 'score interval')] },
    caption:
      'Mean width along streams of even probabilities, a tenth of whose rows are mistakes: ' +
      'what holds at every look, and what holds at one. At equal labels a higher floor is a shorter stream, and a larger ' +
      'share of it is known.',
  };
}

/** One point a set and way of buying labels. */
export function poolFigure(file: string, runs: readonly From<'certificate'>[]): ReportFigure {
  return {
    file,
    figure: {
      panels: [
        {
          kind: 'scatter',
          title: 'width on real pools',
          x: { label: 'score interval', unit: 'percent', scale: 'linear', min: 0 },
          y: { label: 'certified band', unit: 'percent', scale: 'linear', min: 0 },
          diagonal: 'as wide',
          series: byBuying(runs).map(({ buying, runs: own }) => ({
            label: nameOf(buying),
            points: [...bySet(own)].map(([dataset, each]): Point => ({
              x: 100 * mean(each.map(({ measured: { scoreLow, scoreHigh } }) => scoreHigh - scoreLow)),
              y: 100 * mean(each.map(({ measured: { low, high } }) => high - low)),
              note: dataset,
              cells: each.map(({ hash }) => hash),
            })),
          })),
        },
      ],
    },
    caption:
      'Width in percent of the rows, one point a set, mean over seeds, for each rule with its budget and the share of it ' +
      'that is spread evenly. Above the line the certified band is the wider one.',
  };
}

/** One run a set: estimate with its certified band, and the truth. */
export function streamFigure(file: string, runs: readonly From<'certificate'>[]): ReportFigure {
  const [first] = BUYINGS;
  const own = byBuying(runs).find(({ buying }) => buying === first)?.runs ?? [];
  const firstOf = [...groupBy(own, ({ dataset }) => dataset).values()].map(([run]) => run).slice(0, 3);
  return {
    file,
    figure: {
      panels: firstOf.map(({ dataset, hash, measured: { curve } }): CurvePanel => ({
        kind: 'curves',
        title: dataset,
        x: { label: 'rows considered', scale: 'log' },
        y: { label: 'wrong predictions', unit: 'percent', scale: 'linear', min: 0, max: 100 },
        series: [
          {
            label: 'estimate and certified band',
            points: curve.map(({ examples, estimate, low, high }) => ({
              ...{ x: examples, y: 100 * Math.min(1, estimate), low: 100 * low, high: 100 * high },
              cells: [hash],
            })),
          },
          { label: 'truth', points: curve.map(({ examples, truth }) => ({ x: examples, y: 100 * truth, cells: [hash] })) },
        ],
      })),
    },
    caption:
      'The first run of three sets: the estimate from the labels bought (at most 100% is drawn) with its certified band, ' +
      'and the true share of wrong predictions so far, which whoever labels does not know. ' +
      'The band holds at every row at once.',
  };
}
