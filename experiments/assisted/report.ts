import { count, decimals } from '../../src/numerics/display.ts';
import type { Findings, StudyReport, Table } from '../../src/studies/study.ts';
import { GUESSERS, HELD_BACK } from './guessers.ts';
import { percent } from '../support/numbers.ts';
import { claims, LOOKS, watched, watchedWays } from './claims.ts';
import { labelsFigure } from './figures.ts';
import {
  BUDGETS,
  meanNeeded,
  missed,
  missedAtALook,
  ofGuesses,
  PREDICTORS,
  rmseOf,
  RUNS,
  settingsOf,
  WAYS,
  type Setting,
  type Way,
} from './settings.ts';

/** The report of assisted: labels needed beside random ones, whether intervals and certificates hold, and what is said without labels. */
export function report(findings: Findings): StudyReport {
  const settings = settingsOf(findings);
  const isThere = settings.length > 0;
  return {
    title: 'What guesses are worth, in labels',
    protocol: [
      `Pools of 4,000 rows of public sets, whose rows have the share of positives that the last table says. ${HELD_BACK}`,
      `Budgets of ${BUDGETS.map((budget) => count(budget)).join(', ')} labels, each set, guesser and budget with ` +
        `${findings.seeds * RUNS.guesses} runs, which have coins and an order of rows of their own; the pool and its guesses ` +
        'stay.',
      'Guess column: the run of `iwal simulate --guess`, rule mistake, four fifths of the labels spread evenly, estimates ' +
        "by predicted class and confidence. On its coins also the guesses as they came: the machine's probability is the " +
        'guess, lambda is 1. Labels even: rule random, of which nine tenths are spread evenly, the running mean of the labels, ' +
        'guess columns, and lambda tuned by the labels that came, as of `iwal simulate --range 0,1 --guess`. The product has ' +
        'no switch for lambda where guesses are classes.',
      'Calibrated margin: nothing is guessed, the default rule and learner with refits buy labels of raw features (--for ' +
        `estimate); ${findings.seeds * RUNS.model} runs a set and budget.`,
      'Every run has a reference: as many labels as it bought, drawn at random without replacement from the rows that it ' +
        "considered, Wilson's interval with finite-population correction. Labels needed are the square of the ratio of both " +
        'widths, in the mean over runs. PPI++ is made of the same random labels, with tuned lambda and the same correction.',
      'The truth is the share of positives, or of wrong guesses, in the rows considered. Certified bounds have 95% ' +
        'confidence over all looks.',
    ],
    figures: isThere ? [labelsFigure(settings)] : [],
    tables: isThere ? [neededTable(settings), missesTable(settings), machineTable(settings)] : [],
    claims: isThere ? claims(settings) : [],
    notes: [
      'No public set with guesses of a language model was at hand: guessers are own small models. Nothing is claimed of the ' +
        'labels that the error of guesses takes. ppi_py itself was not run: PPI++ is computed by its formula.',
    ],
    command: `npm run reproduce -- assisted --seeds ${findings.seeds}`,
  };
}

const TABLE: readonly Way[] = ['guess', 'guess, evenly', 'guess, lambda', 'raw guess', 'ppi', 'running mean', 'error', 'model'];

function neededTable(settings: readonly Setting[]): Table {
  return {
    title: 'Labels needed, random labels being 1: geometric mean over sets',
    header: ['guesses', 'labels', ...TABLE.map((way) => WAYS[way])],
    rows: PREDICTORS.flatMap((predictor) =>
      BUDGETS.flatMap((budget) => {
        const own = settings.filter((each) => each.predictor === predictor && each.budget === budget);
        if (own.length === 0) return [];
        const cell = (way: Way): string => (own[0].blocks[0].ways[way] === undefined ? '' : decimals(meanNeeded(own, way), 2));
        return [[predictor, count(budget), ...TABLE.map(cell)]];
      }),
    ),
  };
}

/** How often intervals, and certificates at any look, miss. */
function missesTable(settings: readonly Setting[]): Table {
  const row = (name: string, own: readonly Setting[], misses: (setting: Setting) => number): string[] => [
    name,
    ...BUDGETS.map((budget) => {
      const at = own.filter((each) => each.budget === budget);
      const [of, outside] = [at.reduce((sum, { runs }) => sum + runs, 0), at.reduce((sum, each) => sum + misses(each), 0)];
      return of === 0 ? '' : percent(outside / of);
    }),
    `${Math.max(...own.map(misses))} of ${own[0]?.runs ?? 0}`,
  ];
  return {
    title: 'Runs that miss the truth: intervals at the end, certified bounds at any look',
    header: ['', ...BUDGETS.map((budget) => `${count(budget)} labels`), 'the most of one set, guesser and budget'],
    rows: [
      ...watchedWays(settings).map(([way, own]) => row(`interval, ${WAYS[way]}`, own, (setting) => missed(setting, way))),
      ...LOOKS.map(([what, words]) => row(words, watched(ofGuesses(settings), what), (setting) => missedAtALook(setting, what)!)),
    ],
  };
}

/** What machine labels alone say. */
function machineTable(settings: readonly Setting[]): Table {
  const told = ofGuesses(settings).filter(({ budget }) => budget === BUDGETS[0]);
  const sets = [...new Set(told.map(({ dataset }) => dataset))];
  return {
    title: 'Machine labels alone: points by which their share of positives is off, an interval of width 0',
    header: ['dataset', 'positives', ...GUESSERS],
    rows: sets.map((dataset) => {
      const own = told.filter((each) => each.dataset === dataset);
      const off = (predictor: string): string => {
        const found = own.find((each) => each.predictor === predictor);
        return found === undefined ? '' : decimals(100 * rmseOf(found, 'machine'), 1);
      };
      return [dataset, percent(own[0].share), ...GUESSERS.map(off)];
    }),
  };
}
