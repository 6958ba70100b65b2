/** LAWS of `iwal learn --reduction pairwise-ranking` and of its predictions. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LearnedRanking } from '../../../src/cli/learn/classes.ts';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as show } from '../../../src/cli/model/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { areaUnderCurve } from '../../../src/statistics/curves/auc.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const random = randomStream(1, 'ranking');

/** Rows of which two of three numbers say how relevant they are; every eighth query is worth nothing. */
const rows = Array.from({ length: 320 }, (_, i) => {
  const x = [0, 0, 0].map(() => random.normal());
  const query = Math.floor(i / 8);
  const worth = x[0] - x[1] + random.normal() / 4;
  return { x, query, relevance: query % 8 === 7 ? 0 : worth > 1 ? 2 : worth > 0 ? 1 : 0 };
});
type Row = (typeof rows)[number];
const all = (line: (row: Row) => string): string => rows.map((each) => `${line(each)}\n`).join('');
const features = ({ x }: Row): string => x.map((value, j) => `${j + 1}:${value.toFixed(4)}`).join(' ');

const queries = write(
  'queries.svm',
  all((each) => `${each.relevance} qid:${each.query} ${features(each)}`),
);
const classes = write(
  'classes.svm',
  all((each) => `${each.relevance > 0 ? 1 : -1} ${features(each)}`),
);
const unlabelled = write('new.vw', '| 1:1\n| 2:1\n');

async function learned(line: string): Promise<LearnedRanking> {
  return JSON.parse(await printed(learn, `${line} --reduction pairwise-ranking --json`)) as LearnedRanking;
}

it.each(['query-balanced', 'uniform', 'dcg', 'ndcg'])('learns queries with %s pairs', async (pairs) => {
  const { progressive, test, spec } = await learned(`${queries} --pairs ${pairs} --passes 3 --test ${queries}`);
  expect(progressive).toMatchObject({ measure: 'NDCG@10', queries: 35, leftOut: 5 });
  expect(test!.value).toBeGreaterThan(0.95);
  expect(spec.pairs).toEqual(pairs.includes('dcg') ? { name: pairs, cutOff: 10 } : { name: pairs });
});

it('learns two classes by as many pairs as rows, and orders them', async () => {
  const { learned: pairs, progressive, test, spec } = await learned(`${classes} --test ${classes}`);
  expect(pairs).toBe(320);
  expect(progressive.measure).toBe('pairs in the right order');
  expect(test).toMatchObject({ measure: 'AUC' });
  expect(test!.value).toBeGreaterThan(0.9);
  expect(spec.pairs).toEqual({ name: 'uniform' });
});

it('a model gives scores, whose AUC is said, and is continued bit for bit', async () => {
  const model = path('a.iwalmodel');
  await learned(`${classes} --model ${model}`);
  const scores = (await printed(predict, `${model} ${classes}`)).trim().split('\n').map(Number);
  const isPositive = rows.map(({ relevance }) => relevance > 0);
  expect(scores).toHaveLength(320);
  const { test } = await learned(`${classes} --test ${classes}`);
  expect(areaUnderCurve(scores, isPositive)).toBe(test!.value);
  expect((await printed(predict, `${model} ${unlabelled} --format svmlight`).catch(() => 'refused')).length).toBeGreaterThan(0);
  expect(await printed(show, `show ${model}`).catch(() => printed(show, model))).toContain('pairs: uniform');
  const [halves, whole] = [path('half.iwalmodel'), path('whole.iwalmodel')];
  await learned(`${queries} --model ${halves}`);
  await printed(learn, `${queries} --resume ${halves} --model ${halves}`);
  const twice = write(
    'twice.svm',
    `${readFileSync(queries, 'utf8')}${readFileSync(queries, 'utf8').replaceAll('qid:', 'qid:9')}`,
  );
  await learned(`${twice} --model ${whole}`);
  expect(readFileSync(halves).equals(readFileSync(whole))).toBe(true);
});
