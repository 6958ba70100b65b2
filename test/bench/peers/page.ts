import { count } from '../../../src/numerics/display.ts';
import type { BarPanel, CurvePanel } from '../../../src/figures/model/figure.ts';
import { median } from '../../../src/statistics/small-samples.ts';
import { type Claim, inUnit } from '../../../src/studies/results/claim.ts';
import { verdict } from '../../../src/studies/results/claims.ts';
import type { Report, Table } from '../../../src/studies/study.ts';
import type { Growth, Measured, Run, Work } from './measured.ts';
import { NAMES } from './programs.ts';
import { claimsOf, comparisonsOf, FIGURES } from './targets.ts';

const IN_MEMORY = 'in memory: ';
/** The programs of figures, in their order, and how each looks; other runs of theirs are in the tables. */
const STYLES: Readonly<Record<string, number>> = {
  iwal: 0,
  'iwal --stream': 1,
  'iwal, TypeScript loops': 5,
  'iwal, passive': 6,
  [NAMES.vw]: 2,
  [NAMES.sklearn]: 3,
  [NAMES.cxx]: 4,
};
/** Below so many documents a process mostly starts. */
const STEADY = 100_000;

/** The report of speed against peers: a function of the measurements alone. */
export function performanceReport(measured: Measured): Report {
  const { day, machine, versions, absent, laps, documents, nonZeros, bytes, works, growth } = measured;
  const passes = works.filter(({ name }) => name.startsWith(IN_MEMORY));
  const isActive = ({ runs }: Work): boolean => runs.some(({ bought }) => bought !== undefined);
  const claims = claimsOf(measured);
  const compared = comparisonsOf(measured);
  return {
    title: `Performance: against what a user would pick instead (${count(documents)} documents)`,
    question: 'How long do iwal, Vowpal Wabbit, scikit-learn and a program in C++ take for the same work, and how much memory?',
    source: `This project's own targets: ratios of times of one run, on one machine. They are no claims of a paper.`,
    goals: true,
    protocol: [
      `${count(documents)} documents as iwal generate rcv1-like writes them: ${(nonZeros / 1e6).toFixed(1)} million ` +
        `non-zeros, ${(bytes / 1e6).toFixed(0)} MB of svmlight text; Vowpal Wabbit reads the same documents as its own ` +
        `text. ${laps} laps behind one that warms files up and is forgotten; in a lap all programs of a work take turns, so that ` +
        'a machine that slows down slows all of them: on all cores, where "cores busy" is what they kept busy of them, and on one ' +
        'core alone (taskset). Ratios are of seconds on the clock, lap by lap: the median, with the least and the greatest. ' +
        'A program that is compared with counts by the faster of its two ways: one core alone where that is faster.',
      'Where nothing else is said all learn logistic loss with steps 64 / sqrt(1 + t), no constant, ' +
        'importance-invariant updates; scikit-learn knows plain gradient steps only, 64 / sqrt(t), and its time is beside ' +
        'invariant updates too. What each has learned is its progressive loss, each example predicted before it is ' +
        'learned. Whole processes are measured from outside, models written (scikit-learn writes none); iwal reads text ' +
        'on all cores, and Vowpal Wabbit has a thread that reads beside the one that learns.',
      'Passes in memory are the second of two in a process of their own. C++ is test/bench/peers/cxx, loops fused for loss, ' +
        'update and optimizer with the formulas and in the order of additions of the library: what the arithmetic costs. ' +
        'It is built for the processor it runs on, adds in four sums as the library does, and numbers that are read together ' +
        'lie together. Its active passes toss the same coins; logarithms that differ in the last digit let their purchases drift apart. ' +
        'TypeScript loops are those of the library without WebAssembly.',
      `Peak memory is the system's own count of the largest process. The sweep is iwal study run with a worker a core, ` +
        'results and report written, against 32 runs of Vowpal Wabbit from its cache, each with one thread and as many at a time as ' +
        'there are cores; it reads the given order both times. C++ has two threads with 16 step sizes each, on rows in memory in ' +
        'their given order, and writes nothing. ' +
        'From text and cache two threads take pieces in turn, parse or check them side by side, and learn them in their order.',
      `Last measured on ${day}: ${machine.processor}, ${machine.cores} cores, ${machine.gigabytes} GB, ${machine.system}; ` +
        `${machine.load.toFixed(1)} processes wanted a core before the first lap. Seconds depend on the machine and what ` +
        'else it does. All programs of a work were measured in one run; works may be of several, some of them earlier. The numbers ' +
        'are kept in measured.json, and are no study whose bytes come out again: iwal reproduce leaves them alone.',
    ],
    claims,
    answer: lostOf(claims),
    figures: [
      {
        file: FIGURES.table,
        figure: {
          panels: [
            {
              kind: 'forest',
              title: `Faster in ${compared.filter(({ high }) => high < 0).length} of ${compared.length} comparisons`,
              x: { label: 'time of iwal above that of the other, %', scale: 'linear' },
              better: 'lower',
              rows: compared,
            },
          ],
        },
        caption:
          `Whole processes on the clock, median of ${laps} laps; whiskers span all of them. A program that is compared ` +
          'with counts by the faster of its ways.',
      },
      {
        file: FIGURES.memory,
        figure: {
          panels: [
            bars(
              'passive passes in memory',
              passes.filter((each) => !isActive(each)),
            ),
            bars('active passes in memory', passes.filter(isActive)),
          ],
        },
        caption: `Seconds of a pass on the clock, median of ${laps} laps; whiskers span all of them.`,
      },
      ...(growth.length === 0
        ? []
        : [
            {
              file: FIGURES.growth,
              figure: {
                panels: [
                  curves('time', 'seconds of all cores', growth, 'processor'),
                  curves('memory', 'peak memory, MB', growth, 'megabytes'),
                ],
              },
              caption:
                'Whole processes from text, one run each; the stream reads from standard input, beyond a million ' +
                'documents the same ones again and again.',
            },
          ]),
    ],
    tables: [
      workTable(
        'Whole processes',
        works.filter((work) => !passes.includes(work)),
      ),
      workTable('Passes in memory', passes),
      ...(growth.length === 0 ? [] : [growthTable(growth)]),
    ],
    notes: Object.entries(absent).map(([program, why]) => `${program} was absent: ${why}`),
    command: 'npm run bench -- --against vw=PATH,sklearn,cxx --out reports',
    versions,
  };
}

/** What misses its goal, in a sentence; claims come with the furthest first. */
function lostOf(claims: readonly Claim[]): string {
  const lost = claims.filter((claim) => verdict(claim) === 'does not hold');
  if (lost.length === 0) return 'No goal is lost.';
  return `Lost, the furthest first: ${lost.map(({ claim, cases: [{ value, unit }] }) => `${claim}: ${inUnit(value, unit)}`).join('; ')}.`;
}

function bars(title: string, works: readonly Work[]): BarPanel {
  const programs = Object.keys(STYLES).filter((each) => works.some(({ runs }) => runs.some(({ program }) => program === each)));
  return {
    kind: 'bars',
    title,
    y: { label: 'seconds', scale: 'linear', min: 0 },
    groups: works.map(({ name }) => name.slice(IN_MEMORY.length)),
    series: programs.map((label) => ({
      label,
      style: STYLES[label],
      bars: works.map(({ runs }) => {
        const run = runs.find(({ program }) => program === label);
        return run && { height: median(run.seconds), low: Math.min(...run.seconds), high: Math.max(...run.seconds) };
      }),
    })),
  };
}

function curves(title: string, label: string, growth: readonly Growth[], quantity: 'processor' | 'megabytes'): CurvePanel {
  return {
    kind: 'curves',
    title,
    x: { label: 'documents', scale: 'log' },
    y: { label, scale: 'log' },
    series: growth.map(({ program, points }) => ({
      label: program,
      style: STYLES[program],
      points: points.map((point) => ({ x: point.documents, y: point[quantity] })),
    })),
  };
}

function workTable(title: string, works: readonly Work[]): Table {
  return {
    title,
    header: [
      'work',
      'program',
      'seconds',
      'cores busy',
      'iwal by it',
      'on one core',
      'iwal by it',
      'peak MB',
      'progressive loss',
    ],
    rows: works.flatMap(({ name, runs }) => runs.map((run) => [name, run.program, ...cells(runs[0], run)])),
  };
}

function cells(ours: Run, { seconds, alone = [], processor, megabytes, loss, bought }: Run): string[] {
  const middle = (of: readonly number[], by: readonly number[]): number => median(of.map((each, lap) => each / by[lap]));
  return [
    spread(seconds),
    middle(processor, seconds).toFixed(2),
    middle(ours.seconds, seconds).toFixed(2),
    alone.length === 0 ? '' : spread(alone),
    alone.length === 0 ? '' : middle(ours.alone!, alone).toFixed(2),
    megabytes === undefined ? '' : median(megabytes).toFixed(0),
    `${loss === undefined ? '' : loss.toFixed(5)}${bought === undefined ? '' : `, ${(100 * bought).toFixed(1)}% bought`}`,
  ];
}

function spread(numbers: readonly number[]): string {
  return `${median(numbers).toFixed(3)} (${Math.min(...numbers).toFixed(3)} to ${Math.max(...numbers).toFixed(3)})`;
}

function growthTable(growth: readonly Growth[]): Table {
  return {
    title: 'Growth: slopes in logarithms, from 100,000 documents on',
    header: ['program', 'documents', 'seconds', 'of all cores', 'peak MB', 'slope of time', 'slope of memory'],
    rows: growth.flatMap(({ program, points }) =>
      points.map((point, at) => {
        const isLast = at === points.length - 1;
        const { documents, seconds, processor, megabytes } = point;
        return [
          program,
          count(documents),
          seconds.toFixed(2),
          processor.toFixed(2),
          megabytes.toFixed(0),
          isLast ? slope(points, 'processor') : '',
          isLast ? slope(points, 'megabytes') : '',
        ];
      }),
    ),
  };
}

/** From the first steady point to the last one. */
function slope(points: Growth['points'], quantity: 'processor' | 'megabytes'): string {
  const first = points.find(({ documents }) => documents >= STEADY);
  const last = points.at(-1)!;
  if (first === undefined || first === last) return '';
  return (Math.log(last[quantity] / first[quantity]) / Math.log(last.documents / first.documents)).toFixed(2);
}
