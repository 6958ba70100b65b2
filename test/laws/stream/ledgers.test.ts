import { expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndEntry, Entry, ExampleEntry, Header, UndoEntry } from '../../../src/ledger/entry.ts';
import { accountOf, isWrong } from '../../../src/ledger/audit/error-tally.ts';
import { requireConsistent } from '../../../src/ledger/audit/consistency.ts';
import { Block, examplesOf } from '../../../src/ledger/file/block.ts';
import { openLedger } from '../../../src/ledger/file/ledger-file.ts';
import { entryOf, parsedLine, shortened } from '../../../src/ledger/file/line-schema.ts';
import { lineText } from '../../../src/ledger/file/line.ts';
import { readLedger, type Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { ModelChain } from '../../../src/ledger/model-chain.ts';
import { importancesFor, poolIdentity } from '../../../src/ledger/pool-identity.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { verify } from '../../../src/ledger/replay/replay.ts';
import { requireSameRun } from '../../../src/ledger/replay/same-run.ts';
import type { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { knowing, type Answer } from '../../../src/streams/oracles/annotator.ts';
import { arrayIn, partIn, type State } from '../../../src/numerics/state.ts';
import { ErrorMeter } from '../../../src/streams/measures/error-meter.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { annotatorContext, prepared, run, type Run } from '../../support/active-runs.ts';
import { finished } from '../../support/processes/finished.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { logisticLearner } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';

/**
 * LAWS of a ledger: it says what happened, its lines read back bit for bit or are refused, and nothing in it can be changed
 * unseen.
 */

const ROWS = 48;
const plain = toyTask({ rows: ROWS, columns: 6, noise: 0.2, seed: 3 });
const weighted = { ...plain, importances: Float64Array.from({ length: ROWS }, (_, i) => [1, 0.25, 3, 0, 2][i % 5]) };
const order = Uint32Array.from({ length: ROWS }, (_, t) => (t * 5) % ROWS);
const context = annotatorContext(plain);
const decorators = {
  sure: [oracles.priced({ price: 1.5 }, context)],
  late: [
    oracles.abstaining({ abstainRate: 0.3, fee: 0.5 }, annotatorContext(plain)),
    oracles.priced({ price: 1.5 }, context),
    oracles.delayed({ delay: 4 }, context),
  ],
};
/** Rules that read the flip and rules that do not, late answers, refused, implied and weighted rows. */
const settings: readonly Run[] = [
  { rule: 'random', data: plain, decorators: decorators.sure, budget: 9 },
  { rule: 'iwal-cal', data: weighted, decorators: decorators.late, budget: 12 },
  { rule: 'random', data: weighted, decorators: decorators.late },
  { rule: 'oracular-cal', data: weighted, decorators: decorators.sure, budget: 15 },
].map((what) => ({ ...what, order, seed: 4 }) as Run);

const annotatorOf = ({ decorators: given = [] }: Run) =>
  given.reduce((inner, decorate) => decorate(inner), knowing(plain.labels));
const costOf =
  (what: Run) =>
  (row: number): number =>
    annotatorOf(what).cost(row);
const leftOf =
  (what: Run) =>
  (row: number, spent: number): number =>
    ((what.budget ?? Infinity) - spent) / annotatorOf(what).price(row);

/** A whole run with its ledger, and the story of it as somebody else has heard it. */
function kept(what: Run, record: Header['record'] = 'considered') {
  const { rule, data = plain, budget } = what;
  const header: Header = {
    'iwal-ledger': 2,
    iwal: '0.1.0',
    record,
    data: poolIdentity({ ...data, name: 'toy' }),
    spec: { rule, budget },
  };
  const chain = new ModelChain(header);
  const entries: Entry[] = [];
  const meter = new ErrorMeter();
  const story: object[] = [];
  const open = new Map<
    number,
    { label?: number | null; readonly position: number; readonly importance: number; readonly rowImportance?: number }
  >();
  let spent = 0;
  const watch = {
    considered(active: ActiveLearner, row: number): void {
      meter.considered(active, row);
      const { situation, decision, query } = active;
      const { probability, coin, importance, outcome } = decision;
      const { time: position, prediction, errorRate, sensitivity, weightToFlip, rowImportance } = situation;
      const flip = query.reads === 'flip' ? { sensitivity, weightToFlip, gap: weightToFlip / position } : {};
      const own = rowImportance === 1 ? {} : { rowImportance };
      const cost = outcome === 'asked' ? { cost: costOf(what)(row) } : {};
      spent += cost.cost ?? 0;
      const entry = {
        entry: 'example',
        position,
        row,
        probability,
        coin,
        importance,
        outcome,
        prediction,
        errorRate,
        ...flip,
        ...own,
        ...cost,
      };
      if (outcome === 'asked') open.set(row, entry);
      if (record === 'considered' || outcome === 'asked') story.push(entry);
    },
    answered(active: ActiveLearner, row: number, answer: Answer): void {
      meter.answered(active, row, answer);
      const label = answer === 'abstains' ? null : answer;
      const purchase = open.get(row)!;
      const { position, importance, rowImportance } = purchase;
      if (position === active.situation.time) purchase.label = label;
      else
        story.push({
          entry: 'answer',
          position,
          row,
          importance,
          ...(rowImportance !== undefined && { rowImportance }),
          after: active.situation.time,
          label,
        });
    },
  };
  const recorder = new Recorder({
    record,
    cost: costOf(what),
    take: (draft) => {
      entries.push(chain.seal(draft));
    },
    watch,
  });
  const { active, evaluator } = run({ ...what, observer: recorder });
  recorder.end(evaluator.error);
  const { importanceSum, refusedImportance, implied, awaited, errorEstimate, consideredImportance } = active;
  const { time: examples, queries: labels } = active.situation;
  const own = consideredImportance === examples ? {} : { consideredImportance };
  story.push({
    entry: 'end',
    examples,
    labels,
    spent,
    importanceSum,
    refusedImportance,
    implied,
    awaited,
    errorEstimate,
    progressiveError: evaluator.error,
    ...own,
  });
  return { header, entries, active, story, meter, ledger: ledgerOf(header, entries) };
}

function ledgerOf(header: Header, entries: readonly Entry[]): Ledger {
  return {
    file: 'a.ledger',
    header,
    entries,
    lines: entries.map((_, n) => n + 2),
    undos: 0,
    bytes: 0,
    isTerminated: true,
    cutOff: 0,
  };
}

function verified(ledger: Ledger, what: Run) {
  const { active } = prepared(what);
  const { data = plain } = what;
  const found = finished(
    verify(
      ledger,
      active,
      { rows: data.rows, order, labels: data.labels, ...(data.importances && { importances: data.importances }) },
      { cost: costOf(what), left: leftOf(what) },
    ),
  );
  return { ...found, active };
}

type Law = () => string | undefined;

/** Bit for bit and whatever the order of names. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number') return Object.is(each, -0) ? '-0' : String(each);
    return each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  });
}

function reported(what: string, found: unknown, wanted: unknown): string | undefined {
  const [a, b] = [text(found), text(wanted)];
  return a === b ? undefined : `${what}: found ${a}, wanted ${b}`;
}

function first<T>(all: readonly T[], say: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const said = say(each);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** What is said of work that does not complain of the data. */
function unrefused(what: string, work: () => unknown): string | undefined {
  try {
    const found = work();
    return `${what}: not refused${found === undefined ? '' : `, ${text(found)}`}`;
  } catch (error) {
    return ['DataError', 'LineError'].includes((error as Error).constructor.name) ? undefined : `${what}: ${String(error)}`;
  }
}

function inFile<T>(work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  try {
    return work(join(folder, 'a.ledger'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const COUNTS: ReadonlySet<string> = new Set(['position', 'row', 'after', 'examples', 'labels', 'awaited']);

/** The same entry with one field of another value. */
function changes(entry: Entry): (readonly [string, Entry])[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    if (typeof value === 'number')
      return [
        [
          name,
          { ...entry, [name]: value === 0 ? (COUNTS.has(name) ? 1 : -0) : Number.isFinite(value) ? value * (1 + 2 ** -40) : 1 },
        ] as const,
      ];
    return value === null || name === 'model'
      ? [[name, { ...entry, [name]: name === 'model' ? '0123456789abcdef' : 0 }] as const]
      : [];
  });
}

const laws: Readonly<Record<string, Law>> = {
  'the model is named by the pool, its importances, and the row, label and importance of every answer': () => {
    const data = { name: 'a', rows: 9, checksum: '1' };
    const after = (given: object, answer: object, spec: unknown = 1): string =>
      new ModelChain({ 'iwal-ledger': 2, iwal: '1', record: 'purchases', spec, data: { ...data, ...given } }).seal({
        entry: 'answer',
        position: 0,
        after: 2,
        row: 3,
        label: 1,
        importance: 2,
        ...answer,
      }).model;
    const all = [
      after({}, {}),
      after({}, { row: 4 }),
      after({}, { label: -1 }),
      after({}, { label: null }),
      after({}, { importance: 3 }),
      after({ checksum: '2' }, {}),
      after({ importances: '2' }, {}),
      after({}, {}, 2),
    ];
    const chain = new ModelChain({ 'iwal-ledger': 2, iwal: '1', record: 'purchases', spec: 1, data });
    const answer = (row: number): string =>
      chain.seal({ entry: 'answer', position: 0, after: 2, row, label: 1, importance: 2 }).model;
    answer(1);
    const place = chain.state();
    const [second, third] = [answer(2), answer(3)];
    chain.restore(place);
    if (place.lanes[0] === place.lanes[1]) return 'both halves of a name are the same';
    return reported('names', new Set(all).size, all.length) ?? reported('gone back', [answer(2), answer(3)], [second, third]);
  },

  'it says what happened': () =>
    first(settings, (what) =>
      first(['considered', 'purchases'] as const, (record) => {
        const { entries, story } = kept(what, record);
        const seen = entries.map(({ model, ...rest }) => (/^[0-9a-f]{16}$/.test(model) ? rest : { model }));
        return (
          first(story, (each) => reported('an entry', seen[story.indexOf(each)], each)) ??
          reported('entries', seen.length, story.length)
        );
      }),
    ),

  "the audit's tally is that of the run": () =>
    first(settings, (what) => {
      const { entries, meter, active, ledger } = kept(what);
      const evidence = {
        entries,
        judge: active.judge,
        isComplete: true,
        isWeighted: ledger.header.data.importances !== undefined,
      };
      const tally = accountOf(evidence, leftOf(what), { error: isWrong(active.judge) }).tallies.error;
      // Purchases have other keys.
      const bare = (of: State): Record<string, unknown> => ({
        ...of,
        open: arrayIn(partIn(of, 'open'), 'all').filter((_, n) => n % 3 > 0),
      });
      const [state, wanted] = [tally.state(), partIn(partIn(meter.state(), 'tallies'), '0')].map(bare);
      return first(Object.keys(wanted), (name) => reported(name, state[name], wanted[name]));
    }),

  'lines and blocks read back, bit for bit': () => {
    const odd = [0, -0, NaN, Infinity, -Infinity, 5e-324, 2 ** -53, -0.1];
    const examples = odd.map((x, n): ExampleEntry => {
      const some: Partial<ExampleEntry> = [
        {},
        { sensitivity: x, weightToFlip: 2, gap: -x },
        { label: x, cost: 3 },
        { label: null, cost: -0 },
        { rowImportance: 2, pass: 3 },
        { learnedImportance: 0, knob: 4, minimumProbability: 0.5 },
      ][n % 6];
      return {
        entry: 'example',
        position: n,
        row: 7 - n,
        probability: x,
        coin: odd[n % 3],
        importance: -x,
        outcome: (['asked', 'passed', 'refused', 'implied'] as const)[n % 4],
        prediction: x + 1,
        errorRate: x,
        ...some,
        model: '0123456789abcdef',
      };
    });
    const block = new Block();
    for (const each of examples) block.add(each);
    return (
      first([1, 2] as const, (version) =>
        first(examples, (each) =>
          reported(`format ${version}`, entryOf(parsedLine(Buffer.from(lineText(each, version)), version, true)!.value), each),
        ),
      ) ??
      reported(
        'through a block',
        [...examplesOf(block.take())],
        examples.map(({ model: _, ...each }) => each),
      ) ??
      reported('as long as is told, and longer', ['x'.repeat(40), 'x'.repeat(41)].map(shortened), [
        'x'.repeat(40),
        `${'x'.repeat(40)}…`,
      ]) ??
      reported('an empty block', [block.isEmpty, block.take().length], [true, 0])
    );
  },

  'a run goes on with its own pool, importances and spec only': () => {
    const of = (importances: Float64Array | undefined, more: object = {}): Header => ({
      'iwal-ledger': 2,
      iwal: '1',
      record: 'considered',
      data: poolIdentity({ name: 'a', rows: plain.rows, ...(importances && { importances }) }),
      spec: { rate: 0 },
      ...more,
    });
    const ones = new Float64Array(ROWS).fill(1);
    const same = (a: Header, b: Header) => (): void => {
      requireSameRun(ledgerOf(a, []), b);
    };
    const given = weighted.importances;
    same(of(given), of(given))();
    same(of(undefined), of(given))();
    same(of(ones), of(undefined))();
    return (
      unrefused('other importances', same(of(given), of(given.with(4, 7)))) ??
      unrefused('no importances', same(of(given), of(undefined))) ??
      unrefused('another record', same(of(given), of(given, { record: 'purchases' }))) ??
      unrefused('another spec', same(of(given), of(given, { spec: { rate: 1 } }))) ??
      unrefused('a longer spec', same(of(given), of(given, { spec: { rate: 0, seed: 1 } }))) ??
      unrefused('other classes', same(of(given), of(given, { classes: ['a', 'b'] }))) ??
      reported('learned with', [importancesFor(of(given), given), importancesFor(of(undefined), given)], [given, undefined])
    );
  },

  'replayed, every entry and the state are the same': () =>
    first(settings, (what) =>
      first(['considered', 'purchases'] as const, (record) => {
        const { ledger, active } = kept(what, record);
        const found = verified(ledger, what);
        return difference(found.active.state(), active.state()) ?? reported('entries', [...found.entries], kept(what).entries);
      }),
    ),

  'an undo takes back everything from its position on, in the file and live': () => {
    const { header, entries } = kept(settings[2]);
    const undo: UndoEntry = { entry: 'undo', position: 9 };
    const from = entries.findIndex((entry) => entry.entry === 'example' && entry.position === 9);
    return inFile((file) => {
      const lines = [header, ...entries.slice(0, from + 4), undo, ...entries.slice(from, from + 2)];
      writeFileSync(file, lines.map((each) => `${lineText(each, 2)}\n`).join(''));
      const { entries: found, lines: where } = finished(readLedger(file))!;
      const said =
        reported('entries', [...found], entries.slice(0, from + 2)) ??
        reported(
          'lines',
          where,
          Array.from({ length: found.length }, (_, n) => (n < from ? n + 2 : n + 7)),
        );
      rmSync(file);
      if (said !== undefined) return said;
      const live = finished(openLedger(file, header, 'now'));
      if (live.remark !== undefined) return `a new ledger is remarked on: ${live.remark}`;
      const fresh = prepared(settings[2]).active;
      const nobody = new Recorder({ record: 'considered', cost: () => 1, take: () => undefined });
      const { undos, bytes, entries: none } = finished(live.resume(fresh, { rows: plain.rows, order }, () => Infinity, nobody));
      if (undos + bytes + none.length > 0) return 'a new ledger says something';
      const take = (entry: Entry): void => {
        live.take({ ...entry });
      };
      entries.slice(0, from).forEach(take);
      const place = live.place();
      entries.slice(from, from + 6).forEach(take);
      live.undo(9, place);
      entries.slice(from).forEach(take);
      live.close();
      return reported('written live', [...finished(readLedger(file))!.entries], entries);
    });
  },

  'an audit refuses what contradicts itself, and nothing else': () => {
    const judge = (ledger: Ledger, weighting: 'inverse-probability' | 'one-on-mistakes' = 'inverse-probability'): void => {
      finished(requireConsistent(ledger, { judge: judgeOfLoss(logisticLearner(1).loss), weighting }));
    };
    const FIELDS = { example: ['importance', 'errorRate', 'gap', 'model'], answer: ['row', 'importance', 'position', 'model'] };
    const END = [
      'examples',
      'labels',
      'spent',
      'importanceSum',
      'refusedImportance',
      'implied',
      'awaited',
      'errorEstimate',
      'model',
      'consideredImportance',
    ];
    return first(settings, (what) => {
      const { header, entries, ledger } = kept(what);
      judge(ledger);
      return first([...entries.keys()], (at) =>
        first(
          changes(entries[at]).filter(([name]) => (entries[at].entry === 'end' ? END : FIELDS[entries[at].entry]).includes(name)),
          ([name, changed]) => {
            // k = 0: what is divided by it is no number, or Infinity.
            if (name === 'gap' && at === 0) return undefined;
            // Once as it is, once by somebody who names the models anew.
            const changedEntries = entries.with(at, changed);
            const chain = new ModelChain(header);
            const renamed = changedEntries.map((each) => chain.seal({ ...each }));
            return first(name === 'model' ? [changedEntries] : [changedEntries, renamed], (given) =>
              unrefused(`${changed.entry} ${at}, ${name}`, () => {
                judge(ledgerOf(header, given));
              }),
            );
          },
        ),
      );
    });
  },

  'nothing that is computed can be changed unseen': () =>
    first(settings.slice(0, 3), (what) => {
      const { header, entries } = kept(what);
      const kinds = ['asked', 'passed', 'refused', 'implied', 'answer', 'end']
        .map((kind) => entries.findIndex((entry) => (entry.entry === 'example' ? entry.outcome : entry.entry) === kind))
        .filter((at) => at >= 0);
      return first(kinds, (at) =>
        first(changes(entries[at]), ([name, changed]) => {
          if (changed.entry === 'end' && name === 'progressiveError') return undefined;
          return unrefused(`${changed.entry} of ${name}`, () => {
            verified(ledgerOf(header, entries.with(at, changed)), what);
          });
        }),
      );
    }),

  'cut off anywhere it is the entries whose lines are complete; damaged anywhere it is refused': () => {
    const { header, entries } = kept(settings[0]);
    const few = [...entries.slice(0, 2), entries.at(-1) as EndEntry];
    const bytes = Buffer.from([header, ...few].map((each) => `${lineText(each, 2)}\n`).join(''));
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    const places = [...bytes.keys()].filter((at) => at % 23 === 0 || ends.some((end) => Math.abs(at - end) < 2));
    return inFile((file) => {
      const read = (content: Uint8Array) => {
        writeFileSync(file, content);
        return finished(readLedger(file));
      };
      return first(places, (at) => {
        const complete = ends.filter((end) => end <= at).length;
        const keptBytes = complete === 0 ? 0 : ends[complete - 1] + (at > ends[complete - 1] ? 1 : 0);
        const found = read(bytes.subarray(0, at));
        const wanted =
          complete === 0 ? undefined : { entries: few.slice(0, complete - 1), bytes: keptBytes, cutOff: at - keptBytes };
        return (
          reported(
            `cut off at ${at}`,
            found && { entries: [...found.entries], bytes: found.bytes, cutOff: found.cutOff },
            wanted,
          ) ?? unrefused(`byte ${at}`, () => read(Buffer.from(bytes).fill(bytes[at] ^ 1, at, at + 1))?.entries)
        );
      });
    });
  },
};

it.each(Object.entries(laws))('%s', (_, law) => {
  expect(law()).toBeUndefined();
});
