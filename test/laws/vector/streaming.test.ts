import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import { readDataset, readers, readPieces, type DatasetOptions, type Format } from '../../../src/data/index.ts';
import { classesOfKind, LabelsOfKind } from '../../../src/cli/data/labelled.ts';
import { growingLearner, learnerSpec, newLearner } from '../../../src/cli/models/model.ts';
import { type DivergenceError, LinearLearner } from '../../../src/learners/margin-learner.ts';
import { LEGAL_LABELS } from '../../../src/losses/loss.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import type { LooseChoice } from '../../../src/specs/choices.ts';
import type { GivenLearner } from '../../../src/specs/learner-spec.ts';
import { passiveLearn } from '../../../src/streams/passes/passive-learn.ts';
import { PiecewiseValidation, ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { updates } from '../../../src/updates/index.ts';
import { entriesOf, rowOf, rowsOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

/**
 * LAW: what is read and learned a piece at a time is what is read and learned at once, over all readers, optimizers and kinds of labels.
 */

const { path, write } = temporaryFolder();

/** More than two pieces in every format, a blank line among them; no file of a format is as wide as its last rows. */
const ROWS = 9000;
const random = randomStream(1, 'streaming');
const examples = Array.from({ length: ROWS }, (_, i) => ({
  label: random.next() < 0.4 ? 1 : 0,
  importance: 1 + (i % 3),
  query: Math.floor(i / 7),
  values: Array.from({ length: 6 }, (_, k) => (k === 2 && i % 2 === 0 ? 0 : random.normal())),
  late: 7 + Math.floor(i / 100),
}));
const pairs = ({ values, late }: (typeof examples)[number]): string =>
  `${values.map((value, k) => `${k + 1}:${value}`).join(' ')} ${late}:1`;

const files: Record<Format, { readonly file: string; readonly options: DatasetOptions }> = {
  svmlight: {
    file: write('a.svm', examples.map((each) => `${each.label} qid:${each.query} ${pairs(each)} # ${each.late}\n\n`).join('')),
    options: {},
  },
  csv: {
    file: write(
      'a.csv',
      [
        'a,b,c,d,e,f,importance,label',
        ...examples.map(({ label, importance, values }) => [...values, importance, label].join(',')),
      ].join('\n'),
    ),
    options: { importanceColumn: 'importance' },
  },
  vw: {
    file: write('a.vw', examples.map((each) => `${each.label} ${each.importance} |n ${pairs(each)}\n`).join('')),
    options: { interactions: ['nn'], bits: 12 },
  },
  iwal: { file: path('a.iwal'), options: {} },
};

/** The rows of all pieces, which are good for as long as nobody asks for the next one. */
async function together(file: string, options: DatasetOptions): Promise<{ readonly pieces: number; readonly whole: unknown }> {
  let [pieces, columns] = [0, 0];
  const [entries, labels, importances, groups, norms] = [[], [], [], [], []] as unknown[][];
  let name = '';
  for await (const piece of readPieces(file, options)) {
    pieces++;
    const n = piece.rows.length;
    columns = Math.max(columns, piece.rows.columns);
    entries.push(...entriesOf(piece.rows));
    labels.push(...piece.labels);
    importances.push(...(piece.importances ?? Array.from({ length: n }, () => 1)));
    groups.push(...(piece.groups ?? []));
    norms.push(...piece.rows.squaredNorms);
    name = piece.name;
  }
  return { pieces, whole: { name, columns, entries, labels, importances, groups, norms } };
}

async function atOnce(file: string, options: DatasetOptions): Promise<object> {
  const { name, rows, labels, importances, groups } = await readDataset(file, options);
  return {
    name,
    columns: rows.columns,
    entries: entriesOf(rows),
    labels: Array.from(labels),
    importances: Array.from(importances ?? Array.from({ length: rows.length }, () => 1)),
    groups: Array.from(groups ?? []),
    norms: Array.from(rows.squaredNorms),
  };
}

describe.each(Object.keys(readers) as Format[])('the pieces of %s', (format) => {
  const { file, options } = files[format];

  it('are together the dataset, compressed or not, with any constant', async () => {
    if (format === 'iwal') await writeCache(file, await readDataset(files.csv.file, files.csv.options));
    for (const how of [options, { ...options, labels: 'sign', constant: 0.5 }, { ...options, constant: 'none' }] as const) {
      const { pieces, whole } = await together(file, how);
      expect(isDeepStrictEqual(whole, await atOnce(file, how))).toBe(true);
      expect(pieces).toBeGreaterThan(1);
    }
    if (format === 'iwal') return;
    const packed = write('packed', gzipSync(readFileSync(file)));
    const name = 'packed';
    expect(
      isDeepStrictEqual((await together(packed, { ...options, format })).whole, { ...(await atOnce(file, options)), name }),
    ).toBe(true);
  });

  it('come to the errors of the whole', async () => {
    const text = readFileSync(file);
    const cases: [name: string, content: string | Buffer, more?: DatasetOptions][] =
      format === 'iwal'
        ? [
            ['short', text.subarray(0, text.length - 9)],
            ['damaged', Buffer.from(text).fill(7, text.length - 400, text.length - 390)],
            ['empty', ''],
            ['other', 'IWALROWS and then something else'],
          ]
        : [
            ['bad', Buffer.concat([text, Buffer.from('\nnonsense,x | a:b:c\n')])],
            [
              'three',
              Buffer.concat([text, Buffer.from(format === 'csv' ? '\n1,1,1,1,1,1,1,3' : '3 |n 1:1\n')]),
              { labels: 'sign' },
            ],
            ['empty', ''],
            ['blank', '\n\n'],
          ];
    for (const [name, content, more] of cases) {
      const bad = write(`${name}.${format}`, content);
      const how = { ...options, ...more, format };
      const complaint = (reason: unknown): string => String(reason);
      const expected = await atOnce(bad, how).then(() => 'none', complaint);
      expect(expected).toContain('found');
      expect(await together(bad, how).then(() => 'none', complaint)).toBe(expected);
    }
  });
});

/** Rows whose features come as they go, in one dataset and in pieces of a few rows. */
const late = ((): { readonly whole: Dataset; readonly pieces: readonly Dataset[] } => {
  const rows = 60;
  const draw = randomStream(2, 'late');
  const drawn = Array.from({ length: rows }, (_, i) =>
    [0, 1 + draw.below(3), 4 + Math.floor(i / 3)].map((column) => [column, column === 0 ? 1 : draw.normal()] as const),
  );
  const labels = Float64Array.from({ length: rows }, () => (draw.next() < 0.5 ? 1 : 0));
  const importances = Float64Array.from({ length: rows }, () => draw.below(3));
  const part = (from: number, to: number): Dataset => {
    const taken = rowsOf(drawn.slice(from, to));
    return { name: 'late', rows: taken, labels: labels.slice(from, to), importances: importances.slice(from, to) };
  };
  return { whole: part(0, rows), pieces: Array.from({ length: 12 }, (_, k) => part(5 * k, 5 * k + 5)) };
})();

function learnPart(learner: Parameters<typeof passiveLearn>[0], part: Dataset, judge: Parameters<typeof passiveLearn>[2]): void {
  const order = Uint32Array.from({ length: part.rows.length }, (_, i) => i);
  passiveLearn(learner, { ...part, order }, judge, 0, order.length);
}

const base: GivenLearner = {
  loss: { name: 'logarithmic' },
  update: 'invariant',
  optimizer: { name: 'gradient-descent', eta0: 0.1 },
};
/** Step sizes, and what acts as one, that have no default. */
const STEPS = { eta0: 0.1, alpha: 0.3, gamma: 3 };
const optimizer = (name: string): LooseChoice => {
  const { parameters } = optimizers[name as keyof typeof optimizers];
  return { name, ...Object.fromEntries(Object.entries(STEPS).filter(([step]) => step in parameters)) };
};
const learners: [name: string, given: GivenLearner][] = [
  ...Object.keys(optimizers).map((name): [string, GivenLearner] => [
    name,
    { ...base, loss: { name: 'logistic' }, update: 'naive', optimizer: optimizer(name) },
  ]),
  ...['logistic', 'squared', 'poisson', 'hellinger'].map((name): [string, GivenLearner] => [
    `${name} loss`,
    { ...base, loss: { name } },
  ]),
  ['an average', { ...base, loss: { name: 'squared' }, optimizer: { name: 'normalized-adaptive' }, average: 7 }],
  ['units', { ...base, loss: { name: 'logistic' }, scale: 'unit' }],
  ['largest values', { ...base, loss: { name: 'logistic' }, scale: 'max', average: 3 }],
];

it.each(learners)('a learner that grows is the one that knew its features: %s', (_, given) => {
  const spec = learnerSpec(given);
  const { whole, pieces } = late;
  const known = newLearner(spec, whole.rows.columns);
  const growing = growingLearner(spec, newLearner(spec, 1));
  const sign = known.loss.labels === 'sign';
  const labelled = (part: Dataset): Dataset => ({ ...part, labels: sign ? part.labels.map((y) => 2 * y - 1) : part.labels });
  const judge = new ProgressiveValidation(known.loss, labelled(whole).labels, whole.importances);
  const judges = new PiecewiseValidation(known.loss);
  for (let pass = 0; pass < 2; pass++) {
    if (pass > 0) known.beginPass();
    if (pass > 0) growing.reaching(1).beginPass();
    learnPart(known, labelled(whole), pass === 0 ? judge : { record: () => undefined });
    for (const piece of pieces) {
      if (pass === 0) judges.begin(labelled(piece));
      learnPart(growing.reaching(piece.rows.columns), labelled(piece), pass === 0 ? judges : { record: () => undefined });
    }
  }
  const reported = ({ loss, error, infiniteAt }: ProgressiveValidation): unknown => ({ loss, error, infiniteAt });
  expect(reported(judges)).toEqual(reported(judge));
  const exact = growing.exact();
  expect([exact.weights(), exact.state()]).toEqual([known.weights(), known.state()]);
  expect(Array.from(exact.weights()).some((w) => w !== 0)).toBe(true);
});

it('a loss that rules a label out, and a sum that leaves the numbers, are told of the same row', () => {
  const labels = Float64Array.of(1, 0, 1, 0, 1);
  const predictions = [0.5, 0, 1, 1, 0];
  for (const [loss, scores] of [
    [losses.logarithmic, predictions],
    [losses.squared, [1, 1e300, 0, 1e300, 2]],
  ] as const) {
    const whole = new ProgressiveValidation(loss, labels);
    const pieces = new PiecewiseValidation(loss);
    scores.forEach((p, i) => whole.record(i, p));
    for (const [from, to] of [
      [0, 2],
      [2, 3],
      [3, 5],
    ]) {
      pieces.begin({ labels: labels.slice(from, to) });
      for (let i = from; i < to; i++) pieces.record(i - from, scores[i]);
    }
    const reported = (validation: ProgressiveValidation): unknown => {
      try {
        return validation.finiteLoss;
      } catch (error) {
        return (error as DivergenceError).message;
      }
    };
    expect([reported(pieces), pieces.infiniteAt]).toEqual([reported(whole), whole.infiniteAt]);
  }
});

describe.each(Object.keys(LEGAL_LABELS) as (keyof typeof LEGAL_LABELS)[])('labels of the kind %s', (kind) => {
  it('are one at a time what all of them are, or as wrong', () => {
    const values = [1, -1, 0, 0.5, 2];
    for (let code = 0; code < values.length ** 4; code++) {
      const written = Float64Array.from({ length: 4 }, (_, k) => values[Math.floor(code / values.length ** k) % values.length]);
      const all = classesOfKind(kind, written);
      const fault = all.findIndex((y) => !LEGAL_LABELS[kind].includes(y));
      const reader = new LabelsOfKind(kind);
      const found: (number | undefined)[] = [];
      for (const label of written) {
        found.push(reader.read(label));
        if (found.at(-1) !== undefined) continue;
        if (kind !== 'sign') expect(reader.faultOf(label)).toEqual({ label: all[fault], row: fault + 1 });
        break;
      }
      expect({ written, legal: !found.includes(undefined) }).toEqual({ written, legal: fault < 0 });
      if (fault < 0) expect(found).toEqual(Array.from(all));
    }
  });
});

it('what holds no rows, is missing, or takes all rows to read is told', async () => {
  const table = path('none.csv');
  writeFileSync(table, 'a,label\n');
  await expect(together(table, {})).rejects.toThrow('none.csv: found no examples; expected at least one row of numbers');
  await expect(together(path('missing.svm'), {})).rejects.toThrow('no such file');
  await expect(together(path('docs.csv'), { text: ['a'] })).rejects.toThrow(
    'found documents, whose words are weighed by all of them',
  );
});

it('rows of a cache longer than a piece leave what was learned before as it is', async () => {
  const LONG = 2 ** 18 + 5;
  const random = randomStream(4, 'long rows');
  const file = path('long.iwal');
  const rows = rowsOf([3, 70, LONG, 5, 2 * LONG, 9].map((length) => rowOf(length, () => random.normal())));
  await writeCache(file, { name: 'long', rows, labels: Float64Array.of(1, -1, 1, -1, -1, 1) });
  const learner = (): LinearLearner =>
    new LinearLearner(losses.logistic, updates.invariant, optimizers['ada-grad']({ eta0: 0.5 })(rows.columns));
  const [whole, streamed] = [learner(), learner()];
  const { labels } = await readDataset(file);
  for (let i = 0; i < labels.length; i++) whole.learn(rows, i, labels[i], 1);
  let pieces = 0;
  for await (const piece of readPieces(file)) {
    for (let i = 0; i < piece.rows.length; i++) streamed.learn(piece.rows, i, piece.labels[i], 1);
    pieces++;
  }
  expect(pieces).toBeGreaterThan(3);
  expect(isDeepStrictEqual(streamed.weights(), whole.weights())).toBe(true);
});
