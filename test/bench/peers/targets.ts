import {
  type Case,
  type Claim,
  type Criterion,
  exactly,
  type Measured as Interval,
  rangeOver,
} from '../../../src/studies/results/claim.ts';
import { median } from '../../../src/statistics/small-samples.ts';
import type { Measured, Run } from './measured.ts';
import { NAMES } from './programs.ts';

/** Files of the report's figures. */
export const FIGURES = { table: 'table.png', memory: 'memory.png', growth: 'growth.png' } as const;

/** A ratio of two programs on the clock, lap by lap, that must not be above a number. */
interface Ratio {
  readonly work: string;
  /** `iwal` unless said. */
  readonly program?: string;
  readonly by: string;
  readonly atMost: number;
  readonly figure: string;
  /** What was tried, and what limits it. */
  readonly tried: string;
  /** The program that does the work in the least time that is known; `C++` unless said. */
  readonly floor?: string;
}

const TEXT =
  'One walk over the bytes in TypeScript, on all cores over blocks; numbers are rounded correctly, which Vowpal Wabbit ' +
  'leaves to an approximation';
const CACHE =
  'A thread of its own reads pieces of the file into the same memory again and again, and checks them, beside learning; ' +
  'to start Node and that thread takes a quarter of the time';
const ROWS =
  'The loops along a row are in WebAssembly; the calls of a row between learner, update and loss are what stays above C++';
const RATES = 'The roots and quotients of a row are taken two at a time in WebAssembly';
const ACTIVE = 'Coin, flip weight and rule are paid for on every row, and the dot product as in a passive pass';
const SWEEP =
  'Cells that share data, order and family of optimizer run as one pass over interleaved weights, on two cores; the data are read once';

const RATIOS: readonly Ratio[] = [
  { work: 'svmlight text to model', by: NAMES.vw, atMost: 0.6, figure: FIGURES.table, tried: TEXT },
  { work: 'Vowpal Wabbit text to model', by: NAMES.vw, atMost: 0.8, figure: FIGURES.table, tried: TEXT },
  { work: 'own cache to model', by: NAMES.vw, atMost: 0.55, figure: FIGURES.table, tried: CACHE },
  { work: 'own cache to model', by: `${NAMES.vw}, gradient steps`, atMost: 0.75, figure: FIGURES.table, tried: CACHE },
  { work: 'in memory: logistic, invariant', by: NAMES.cxx, atMost: 1.4, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: logistic, invariant', by: NAMES.sklearn, atMost: 0.95, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: logistic, naive', by: NAMES.cxx, atMost: 1.35, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: logistic, naive', by: NAMES.sklearn, atMost: 0.7, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: hinge', by: NAMES.cxx, atMost: 1.4, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: hinge', by: NAMES.sklearn, atMost: 0.7, figure: FIGURES.memory, tried: ROWS },
  { work: 'in memory: ada-grad', by: 'iwal, TypeScript loops', atMost: 0.5, figure: FIGURES.memory, tried: RATES },
  { work: 'in memory: ftrl-proximal, l1 = 1', by: 'iwal, TypeScript loops', atMost: 0.5, figure: FIGURES.memory, tried: RATES },
  { work: 'in memory: logistic, active', by: 'iwal, TypeScript loops', atMost: 0.7, figure: FIGURES.memory, tried: ACTIVE },
  { work: 'in memory: hinge, active', by: 'iwal, TypeScript loops', atMost: 0.7, figure: FIGURES.memory, tried: ACTIVE },
  {
    work: 'in memory: normalized-adaptive, paced',
    by: 'iwal, TypeScript loops',
    atMost: 0.7,
    figure: FIGURES.memory,
    tried: ACTIVE,
  },
  { work: 'in memory: logistic, active', by: 'iwal, passive', atMost: 1, figure: FIGURES.memory, tried: ACTIVE },
  { work: '32 step sizes, given order', by: NAMES.vw, atMost: 0.08, figure: FIGURES.table, tried: SWEEP },
  { work: '32 step sizes, shuffled', by: NAMES.vw, atMost: 0.1, figure: FIGURES.table, tried: SWEEP },
];

/** What the table must show, each with what was measured; nothing where a program was absent. */
export function claimsOf(measured: Measured): Claim[] {
  return [
    ...RATIOS.map((ratio) => ratioClaim(measured, ratio)),
    learningAlone(measured),
    ...starts(measured),
    ...memory(measured),
  ];
}

/** The run of a program, where both were measured. */
export function runOf({ works }: Measured, work: string, program: string): Run | undefined {
  return works.find(({ name }) => name === work)?.runs.find((run) => run.program === program);
}

function ratioClaim(measured: Measured, { work, program = 'iwal', by, atMost, figure, tried, floor }: Ratio): Claim {
  const [ours, theirs] = [runOf(measured, work, program), runOf(measured, work, by)];
  return {
    claim: `${work}: ${program} takes at most ${atMost} of the time of ${by}`,
    cases: ours === undefined || theirs === undefined ? [] : [ratioCase(ours.seconds, theirs.seconds, { atMost })],
    figure,
    tried: `${tried}.${floorOf(measured, work, program, floor)}`,
  };
}

/** The least time that is known for a work, in a sentence; nothing where it was not measured. */
function floorOf(measured: Measured, work: string, program: string, floor: string = NAMES.cxx): string {
  const [ours, least] = [runOf(measured, work, program), runOf(measured, work, floor)];
  if (ours === undefined || least === undefined) return '';
  const ratio = median(ours.seconds.map((seconds, lap) => seconds / least.seconds[lap]));
  return ` The floor is ${floor}, ${median(least.seconds).toFixed(3)} s: ${program} takes ${ratio.toFixed(2)} times that.`;
}

function ratioCase(ours: readonly number[], theirs: readonly number[], criterion: Criterion): Case {
  const ratios = ours.map((seconds, lap) => seconds / theirs[lap]);
  const compared = { of: [median(ours), median(theirs)] as const, unit: 'seconds' as const };
  return { what: '', ...rangeOver(ratios, 'laps'), unit: 'times', criterion, compared };
}

/** Vowpal Wabbit has no pass in memory: of its runs from cache, what learning takes more than predicting. */
function learningAlone(measured: Measured): Claim {
  const work = 'own cache to model, default learner';
  const ours = runOf(measured, 'in memory: normalized-adaptive', 'iwal');
  const [whole, rest] = [NAMES.vw, `${NAMES.vw}, predicting only`].map((program) => runOf(measured, work, program));
  const alone = whole?.seconds.map((seconds, lap) => seconds - (rest?.seconds[lap] ?? NaN)) ?? [];
  return {
    claim: `in memory: normalized-adaptive: a pass takes at most 0.9 of what ${NAMES.vw} takes to learn more than to predict`,
    // Where predicting took longer than predicting and learning in some lap, the machine had other work, and nothing was measured.
    cases:
      ours !== undefined && alone.length > 0 && alone.every((seconds) => seconds > 0)
        ? [ratioCase(ours.seconds, alone, { atMost: 0.9 })]
        : [],
    figure: FIGURES.memory,
    tried:
      `${RATES}; ${NAMES.vw} takes a fast approximation of 1 / sqrt in single precision, and its time to predict contains ` +
      `the dot product, which is a part of our pass.${floorOf(measured, 'in memory: normalized-adaptive', 'iwal')}`,
  };
}

function starts(measured: Measured): Claim[] {
  return (
    [
      ['learn one row', 0.14],
      ['simulate 100 rows', 0.2],
    ] as const
  ).map(([work, atMost]) => {
    const run = runOf(measured, work, 'iwal');
    return {
      claim: `${work}: the whole process takes at most ${atMost} s`,
      cases: run === undefined ? [] : [{ what: '', ...rangeOver(run.seconds, 'laps'), unit: 'seconds', criterion: { atMost } }],
      figure: FIGURES.table,
      tried:
        'Everything that runs is bundled into chunks that share modules, and what is heavy is loaded where it is first ' +
        `used; an empty process of Node does nothing else.${floorOf(measured, work, 'iwal', 'Node')}`,
    };
  });
}

function memory(measured: Measured): Claim[] {
  const work = 'svmlight text to model';
  const [all, stream] = ['iwal', 'iwal --stream'].map((program) => runOf(measured, work, program)?.megabytes);
  const { documents, growth } = measured;
  const far = growth.find(({ program }) => program === 'iwal --stream')?.points.at(-1);
  const figure = growth.length === 0 ? FIGURES.table : FIGURES.growth;
  const one = (cases: readonly (Interval | undefined)[], atMost: number): Case[] =>
    cases.flatMap((each) => (each === undefined ? [] : [{ what: '', ...each, unit: 'number', criterion: { atMost } } as const]));
  return [
    {
      claim: `${work}: the peak memory is at most 0.85 KB a document`,
      cases: one(
        [
          all &&
            rangeOver(
              all.map((each) => (1000 * each) / documents),
              'laps',
            ),
        ],
        0.85,
      ),
      figure,
      tried: 'Rows are written once, where they stay; 8 bytes an entry, and the program itself, are the floor.',
    },
    {
      claim: `${work}: with --stream the peak memory is at most 150 MB`,
      cases: one([stream && rangeOver(stream, 'laps')], 150),
      figure,
      tried: 'A piece of rows is held at a time, and forgotten.',
    },
    {
      claim: `with --stream the peak memory is at most 150 MB at the largest size`,
      cases: one([far && exactly(far.megabytes, `one run over ${far.documents.toLocaleString('en')} documents`)], 150),
      figure,
      tried: 'A piece of rows is held at a time, and forgotten.',
    },
  ];
}
