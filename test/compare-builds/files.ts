/** The small files that the command lines read: two classes, four, costs, orders, numbers, documents. The same bytes everywhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers in [0, 1) by mulberry32: no code of the builds that are compared, so that both read the same bytes. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Example {
  readonly x: readonly number[];
  /** Which of K numbers is the largest. */
  readonly k: number;
  readonly number: number;
}

const CLASSES = ['ash', 'beech', 'cedar', 'elm'];
const WORDS = 'price order late thanks meeting refund broken great weather invoice report travel'.split(' ');

function examples(rows: number, seed: number): Example[] {
  const random = uniform(seed);
  return Array.from({ length: rows }, () => {
    const x = Array.from({ length: 6 }, () => Math.round(2000 * (random() + random() - 1)) / 1000);
    const scores = x.slice(0, 4);
    return { x, k: scores.indexOf(Math.max(...scores)), number: Math.round(1000 * (x[0] - x[1] + random())) / 1000 };
  });
}

const features = ({ x }: Example): string => x.map((value, j) => `${j + 1}:${value}`).join(' ');
const sign = ({ x }: Example): string => (x[0] + x[1] > 0 ? '+1' : '-1');
const lines = (rows: readonly Example[], line: (row: Example, i: number) => string): string =>
  rows.map((row, i) => `${line(row, i)}\n`).join('');

const costs = ({ k }: Example): string =>
  CLASSES.map((_, c) => `${c + 1}:${c === k ? 0 : 0.25 + 0.25 * Math.abs(c - k)}`).join(' ');
const answers = (label: (n: number) => string): string =>
  Array.from({ length: 40 }, (_, n) => `${JSON.stringify({ question: n + 1, label: label(n) })}\n`).join('');

/** Writes all of them into a folder. */
export function writeFiles(folder: string): void {
  const [train, test] = [examples(300, 1), examples(120, 2)];
  const table = (rows: readonly Example[], label: (row: Example) => string): string =>
    `id,label,a,b,c,d,e,f\n${lines(rows, (row, i) => `r${i},${label(row)},${row.x.join(',')}`)}`;
  const random = uniform(3);
  const documents = (rows: readonly Example[], label: (row: Example) => string): string =>
    `id,title,body,label\n${lines(rows, (row, i) => {
      const words = row.x.flatMap((value, j) => (value > 0 ? [WORDS[2 * j]] : [WORDS[2 * j + 1]]));
      const body = [...words, ...words.filter(() => random() < 0.5)].join(' ');
      return `d${i},note ${i % 7},"${body}, said ${WORDS[i % 12]}",${label(row)}`;
    })}`;
  /** A file to learn from and one to be tested on. */
  const both = (stem: string, ending: string, text: (rows: readonly Example[]) => string): Record<string, string> => ({
    [`${stem}.${ending}`]: text(train),
    [`${stem}-test.${ending}`]: text(test),
  });
  const files: Readonly<Record<string, string>> = {
    ...both('two', 'svm', (rows) => lines(rows, (row) => `${sign(row)} ${features(row)}`)),
    'rare.svm': lines(train, (row, i) => `${i % 23 === 0 ? '+1' : '-1'} ${features(row)} 7:${i % 23 === 0 ? 1 : 0.25}`),
    'unlabelled.svm': lines(test, (row) => `0 ${features(row)}`),
    'large-values.svm': lines(train, (row) => `${sign(row)} ${features(row)} 7:${1000 * row.x[2]}`),
    'two.csv': table(train, (row) => (sign(row) === '+1' ? 'yes' : 'no')),
    ...both('four', 'svm', (rows) => lines(rows, (row) => `${row.k + 1} ${features(row)}`)),
    ...both('four', 'csv', (rows) => table(rows, (row) => CLASSES[row.k])),
    'weighted.vw': lines(train, (row, i) => `${sign(row)} ${i % 3 === 0 ? 2 : 0.5} | ${features(row)}`),
    'words.vw': lines(
      train,
      (row, i) => `${sign(row)} |w ${row.x.map((value, j) => `f${j}_${value > 0 ? 'up' : 'down'}`).join(' ')} |n a${i % 5}`,
    ),
    ...both('costs', 'vw', (rows) => lines(rows, (row) => `${costs(row)} | ${features(row)}`)),
    ...both('orders', 'svm', (rows) => lines(rows, (row, i) => `${row.k} qid:${Math.floor(i / 10) + 1} ${features(row)}`)),
    'numbers.svm': lines(train, (row) => `${row.number} ${features(row)}`),
    'shares.svm': lines(train, (row) => `${Math.min(1, Math.max(0, Math.abs(row.number) / 3)).toFixed(3)} ${features(row)}`),
    ...both('documents', 'csv', (rows) => documents(rows, (row) => (sign(row) === '+1' ? 'wanted' : 'other'))),
    'documents-four.csv': documents(train, (row) => CLASSES[row.k]),
    'broken.svm': '+1 1:1\n-1 2:x\n',
    'study.json': JSON.stringify({
      id: 'tiny',
      title: 'Tiny',
      question: 'Which rule?',
      source: 'nobody',
      seeds: 2,
      data: { two: { train: 'two.svm', test: 'two-test.svm' } },
      axes: { query: ['random', 'soft-margin'], budget: '20%' },
    }),
    'answers-two.jsonl': answers((n) => (n % 3 === 0 ? 'yes' : 'no')),
    'answers-four.jsonl': answers((n) => CLASSES[n % 4]),
    'part.mjs': "export const losses = { square: { name: 'square', labels: 'real', domain: [-Infinity, Infinity] } };\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
