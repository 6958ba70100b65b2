import { exactly, rangeOver } from '../../../src/studies/results/claim.ts';
import type { Case, Claim, Criterion, Measured as Interval } from '../../../src/studies/results/claim.ts';
import type { Comparison } from '../../../src/figures/model/figure.ts';
import { median } from '../../../src/statistics/small-samples.ts';
import type { Measured, Run } from './measured.ts';
import { NAMES } from './programs.ts';

/** Files of the report's figures. */
export const FIGURES = { table: 'table.png', memory: 'memory.png', growth: 'growth.png' } as const;

/** A ratio of `program` and `by` on the clock, lap by lap, on all cores or one alone, that must not be above a number. */
type Ratio = readonly [work: string, by: string, atMost: number, tried: string, on?: 'one core' | 'all cores', program?: string];

const TEXT =
  'One walk over the bytes in TypeScript, on all cores over blocks; numbers are rounded correctly, which Vowpal Wabbit ' +
  'leaves to an approximation';
const CACHE =
  'All cores read pieces of the file into the same memory again and again, and check them, beside learning; ' +
  'to start Node and their threads takes a quarter of the time';
const ROWS =
  'The loops along a row are in WebAssembly; the calls of a row between learner, update and loss are what stays above C++';
const RATES = 'The roots and quotients of a row are taken two at a time in WebAssembly';
const ACTIVE = 'Coin, flip weight and rule are paid for on every row, and the dot product as in a passive pass';
const SWEEP =
  'Cells that share data, order and family of optimizer run as one pass over interleaved weights, on two cores; the data are read once';

const STREAM = 'The text comes through a pipe, and all cores take it apart; few pieces of its rows are held at a time';
const LOOK = 'Describing reads the same text, and counts what it has read';
const LEDGER = 'Every row that is considered gets an entry, whether its label is bought or not';
const LOOPS = 'iwal, TypeScript loops';

const RATIOS: readonly Ratio[] = [
  ['svmlight text to model', NAMES.vw, 0.46, TEXT],
  ['svmlight text to model', NAMES.vw, 0.8, TEXT, 'one core'],
  ['Vowpal Wabbit text to model', NAMES.vw, 0.66, TEXT],
  ['standard input to model', NAMES.vw, 0.8, STREAM],
  ['own cache to model', NAMES.vw, 0.85, CACHE],
  ['own cache to model', `${NAMES.vw}, gradient steps`, 0.75, CACHE],
  ['automatic cache to model, second run', NAMES.vw, 0.9, CACHE],
  ['in memory: logistic, invariant', NAMES.cxx, 1.25, ROWS],
  ['in memory: logistic, invariant', NAMES.sklearn, 0.95, ROWS],
  ['in memory: logistic, naive', NAMES.cxx, 1.25, ROWS],
  ['in memory: logistic, naive', NAMES.sklearn, 0.7, ROWS],
  ['in memory: hinge', NAMES.cxx, 1.25, ROWS],
  ['in memory: hinge', NAMES.sklearn, 0.7, ROWS],
  ['in memory: ada-grad', LOOPS, 0.5, RATES],
  ['in memory: ftrl-proximal, l1 = 1', LOOPS, 0.5, RATES],
  ['in memory: logistic, active', LOOPS, 0.7, ACTIVE],
  ['in memory: hinge, active', LOOPS, 0.7, ACTIVE],
  ['in memory: normalized-adaptive, paced', LOOPS, 0.7, ACTIVE],
  ['in memory: logistic, active', 'iwal, passive', 1, ACTIVE],
  ['32 step sizes, given order', NAMES.vw, 0.08, SWEEP],
  ['32 step sizes, shuffled', NAMES.vw, 0.1, SWEEP],
  ['svmlight text to model', 'iwal', 1, LOOK, 'all cores', 'iwal describe'],
  ['active learning: with a ledger', 'iwal, no ledger', 1.3, LEDGER],
];

/** What the table must show, each with what was measured, the furthest from its goal first; nothing where a program was absent. */
export function claimsOf(measured: Measured): Claim[] {
  const all = [
    ...RATIOS.map((ratio) => ratioClaim(measured, ratio)),
    bothCores(measured),
    learningAlone(measured),
    ...starts(measured),
    ...memory(measured),
  ];
  return all.toSorted((a, b) => beyond(b) - beyond(a));
}

/** Whole processes beside those a user would pick instead: the time of ours above theirs in %, lap by lap, the longest first. */
export function comparisonsOf(measured: Measured): Comparison[] {
  const pairs: readonly Ratio[] = [
    ...RATIOS.filter(([work, by]) => !work.startsWith('in memory') && !by.startsWith('iwal')),
    ['svmlight text to model', NAMES.sklearn, 1, TEXT],
    ['own cache to model, default learner', NAMES.vw, 1, CACHE],
  ];
  return pairs
    .flatMap((ratio) =>
      ratioClaim(measured, ratio).cases.map(({ value, low, high }): Comparison => {
        const [work, by, , , on] = ratio;
        const [difference, least, most] = [value, low, high].map((each) => 100 * (each - 1));
        return { label: `${work}${on === undefined ? '' : `, ${on}`}: ${by}`, difference, low: least, high: most };
      }),
    )
    .toSorted((a, b) => b.difference - a.difference);
}

/** How many times its goal a claim takes; 0 where nothing was measured. */
function beyond({ cases: [measured] }: Claim): number {
  const { value, criterion } = (measured as Case | undefined) ?? { value: 0, criterion: { atMost: 1 } };
  return 'atMost' in criterion ? value / criterion.atMost : 'atLeast' in criterion ? criterion.atLeast / value : NaN;
}

/** The run of a program, where both were measured. */
export function runOf({ works }: Measured, work: string, program: string): Run | undefined {
  return works.find(({ name }) => name === work)?.runs.find((run) => run.program === program);
}

function ratioClaim(measured: Measured, [work, by, atMost, tried, on, program = 'iwal']: Ratio): Claim {
  const [ours, theirs] = [program, by].map((each) => secondsOf(runOf(measured, work, each), on, each));
  const where = on === 'one core' ? on : `${measured.machine.cores} cores`;
  return {
    claim: `${work}, on ${where}: ${program} takes at most ${atMost} of the time of ${by}`,
    cases: ours === undefined || theirs === undefined ? [] : [ratioCase(ours, theirs, { atMost })],
    figure: work.startsWith('in memory') ? FIGURES.memory : FIGURES.table,
    tried: `${tried}.${floorOf(measured, work, program, NAMES.cxx, on)}`,
  };
}

/** Who runs another program picks the faster of its ways: Vowpal Wabbit reads some caches slower by two threads than by one. */
function secondsOf(run: Run | undefined, on: Ratio[4], program: string): readonly number[] | undefined {
  if (on === 'one core' || run?.alone === undefined) return on === 'one core' ? run?.alone : run?.seconds;
  const isFasterAlone = !program.startsWith('iwal') && median(run.alone) < median(run.seconds);
  return isFasterAlone ? run.alone : run.seconds;
}

/** The least time that is known for a work, in a sentence; nothing where it was not measured. */
function floorOf(measured: Measured, work: string, program: string, floor: string = NAMES.cxx, on?: Ratio[4]): string {
  const [ours, least] = [program, floor].map((each) => secondsOf(runOf(measured, work, each), on, each));
  if (ours === undefined || least === undefined) return '';
  const ratio = median(ours.map((seconds, lap) => seconds / least[lap]));
  return ` On the same work ${floor} takes ${median(least).toFixed(3)} s: ${program} takes ${ratio.toFixed(2)} times that.`;
}

function ratioCase(ours: readonly number[], theirs: readonly number[], criterion: Criterion): Case {
  const ratios = ours.map((seconds, lap) => seconds / theirs[lap]);
  const compared = { of: [median(ours), median(theirs)] as const, unit: 'seconds' as const };
  return { what: '', ...rangeOver(ratios, 'laps'), unit: 'times', criterion, compared };
}

/** What a second core brings to runs that need nothing of each other. */
function bothCores(measured: Measured): Claim {
  const work = 'active learning: 3 rules x 10 seeds';
  const { seconds, alone } = runOf(measured, work, 'iwal') ?? {};
  return {
    claim: `${work}: on one core iwal takes at least 1.75 times what it takes on ${measured.machine.cores}`,
    cases: seconds === undefined || alone === undefined ? [] : [ratioCase(alone, seconds, { atLeast: 1.75 })],
    figure: FIGURES.table,
    tried: 'Every thread takes the next run that none has begun; starting, and the table in the end, are work of one core.',
  };
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
  const { documents, growth } = measured;
  const all = runOf(measured, 'svmlight text to model', 'iwal')?.megabytes?.map((each) => (1000 * each) / documents);
  const stream = runOf(measured, 'standard input to model', 'iwal')?.megabytes;
  const far = growth.find(({ program }) => program === 'iwal --stream')?.points.at(-1);
  const one = (claim: string, atMost: number, found: Interval | undefined, tried: string): Claim => ({
    claim,
    cases: found === undefined ? [] : [{ what: '', ...found, unit: 'number', criterion: { atMost } }],
    figure: growth.length === 0 ? FIGURES.table : FIGURES.growth,
    tried,
  });
  const rows = 'Rows are written once, where they stay; 8 bytes an entry, and the program itself, are the floor.';
  const piece = 'A piece of rows is held at a time, and forgotten.';
  const largest = far && exactly(far.megabytes, `one run over ${far.documents.toLocaleString('en')} documents`);
  return [
    one('svmlight text to model: the peak memory is at most 0.85 KB a document', 0.85, all && rangeOver(all, 'laps'), rows),
    one('standard input to model: the peak memory is at most 150 MB', 150, stream && rangeOver(stream, 'laps'), piece),
    one('with --stream the peak memory is at most 150 MB at the largest size', 150, largest, piece),
  ];
}
