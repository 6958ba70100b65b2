import { count, decimals } from '../../src/numerics/display.ts';
import type { Findings, StudyReport, Table } from '../../src/studies/study.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { percent } from '../support/numbers.ts';
import { claims, ratioOf } from './claims.ts';
import { missesFigure, poolFigure, streamFigure, widthFigure } from './figures.ts';
import { byBuying, bySet, CONFIDENCE, isCovered, nameOf, ROWS, runsOf, STREAM_ROWS, STREAMS, type From } from './settings.ts';

const FILES = { misses: 'misses.png', pools: 'pools.png', width: 'width.png', stream: 'stream.png' } as const;

/** The report of certificate: how often bands miss, how wide they are, and one of them along its stream. */
export function report(findings: Findings): StudyReport {
  const streams = runsOf(findings, 'coins');
  const runs = runsOf(findings, 'certificate');
  return {
    title: 'What coins certify: bands that hold at every look',
    protocol: [
      `Streams of coins: ${count(STREAMS)} a setting, of ${count(STREAM_ROWS)} rows each, of ` +
        'which every one is a mistake by a draw; every row keeps a probability of at least the floor. Even: ' +
        'the floor itself. Adaptive: more, the more of the last labels were mistakes. Adversarial: ' +
        'whoever sets the probabilities knows every mistake, and hides it at the floor while the labels so far show too ' +
        'few. Bands and normal intervals are looked at after every row.',
      `Real pools: up to ${count(ROWS)} rows, drawn by the seed, one shuffled pass, default learner, a ` +
        `budget that sets the rule's knob; explore * budget / rows is the smallest probability. ` +
        `Each of ${findings.seeds} seeds has rows, order and coins of its own. ` +
        'The truth is the share of wrong predictions on the rows considered, each made before its label.',
      `Certified bands have ${percent(CONFIDENCE, 0)} confidence over all looks, score and normal intervals a nominal ` +
        `${percent(CONFIDENCE, 0)} at one. A band counts as missed if the truth was outside of it at any row.`,
    ],
    figures: [
      ...(streams.length === 0 ? [] : [missesFigure(FILES.misses, streams)]),
      ...(runs.length === 0 ? [] : [poolFigure(FILES.pools, runs), streamFigure(FILES.stream, runs)]),
      ...(streams.length === 0 ? [] : [widthFigure(FILES.width, streams)]),
    ],
    tables: runs.length === 0 ? [] : [table(runs)],
    claims: claims(findings, FILES),
    notes: [],
    command: `npm run reproduce -- certificate${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function table(runs: readonly From<'certificate'>[]): Table {
  const settings = byBuying(runs);
  return {
    title: 'Runs whose truth was outside (certified band at any row; score and normal interval at the end), and relative width',
    header: ['how labels were bought', 'runs', 'certified', 'score', 'normal', 'certified band / score interval'],
    rows: settings.map(({ buying, runs: own }) => [
      nameOf(buying),
      `${own.length}`,
      `${own.filter(({ measured }) => measured.wasOutside).length}`,
      `${own.filter((run) => !isCovered(run, 'score')).length}`,
      `${own.filter((run) => !isCovered(run, 'normal')).length}`,
      decimals(mean([...bySet(own).values()].map(ratioOf)), 2),
    ]),
  };
}
