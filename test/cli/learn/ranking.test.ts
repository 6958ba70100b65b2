/** LAWS of `iwal learn --reduction pairwise-ranking` and of its predictions; and what is refused, with file or option. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as show } from '../../../src/cli/model/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import type { Command } from '../../../src/cli/syntax/command.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { areaUnderCurve } from '../../../src/statistics/curves/auc.ts';
import { printed, refusalIn } from '../../support/processes/run-command.ts';
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

function run(command: Command, line: string): Promise<string> {
  return printed(command, line);
}

const refusal = (line: string): ReturnType<typeof refusalIn> => refusalIn(path(''), learn, line);

interface Learned {
  readonly learned: number;
  readonly progressive: {
    readonly measure: string;
    readonly value: number;
    readonly queries?: number;
    readonly leftOut?: number;
  };
  readonly test: { readonly measure: string; readonly value: number } | null;
  readonly spec: { readonly pairs: object };
}

async function learned(line: string): Promise<Learned> {
  return JSON.parse(await run(learn, `${line} --reduction pairwise-ranking --json`)) as Learned;
}

describe('iwal learn --reduction pairwise-ranking', () => {
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
    const scores = (await run(predict, `${model} ${classes}`)).trim().split('\n').map(Number);
    const isPositive = rows.map(({ relevance }) => relevance > 0);
    expect(scores).toHaveLength(320);
    const { test } = await learned(`${classes} --test ${classes}`);
    expect(areaUnderCurve(scores, isPositive)).toBe(test!.value);
    expect((await run(predict, `${model} ${unlabelled} --format svmlight`).catch(() => 'refused')).length).toBeGreaterThan(0);
    expect(await run(show, `show ${model}`).catch(() => run(show, model))).toContain('pairs: uniform');
    const [halves, whole] = [path('half.iwalmodel'), path('whole.iwalmodel')];
    await learned(`${queries} --model ${halves}`);
    await run(learn, `${queries} --resume ${halves} --model ${halves}`);
    const twice = write(
      'twice.svm',
      `${readFileSync(queries, 'utf8')}${readFileSync(queries, 'utf8').replaceAll('qid:', 'qid:9')}`,
    );
    await learned(`${twice} --model ${whole}`);
    expect(readFileSync(halves).equals(readFileSync(whole))).toBe(true);
  });

  it('refuses what has no order, and options of other tasks', async () => {
    const pairwise = '--reduction pairwise-ranking';
    const three = write('three.svm', '1 1:1\n2 1:2\n3 1:3\n');
    const one = write('one.svm', '1 1:1\n1 1:2\n');
    const alone = write('alone.svm', '1 qid:1 1:1\n2 qid:2 1:2\n');
    const same = write('same.svm', '1 qid:1 1:1\n1 qid:1 1:2\n2 qid:2 1:2\n');
    const negative = write('negative.svm', '-1 qid:1 1:1\n1 qid:1 1:2\n');
    const mixed = write('mixed.svm', '1 qid:1 1:1\n1 1:2\n');
    const faults: [string, string, number][] = [
      [
        `${three} ${pairwise}`,
        'three.svm: found no queries, and 3 different labels; expected qid:n on every line, or rows of two',
        1,
      ],
      [`${one} ${pairwise}`, 'one.svm: found no queries, and 1 different label', 1],
      [`${alone} ${pairwise}`, 'alone.svm: found no query with rows of two relevances', 1],
      [`${same} ${pairwise}`, 'same.svm: found no query with rows of two relevances', 1],
      [`${negative} ${pairwise}`, 'negative.svm: found the relevance -1', 1],
      [`${mixed} ${pairwise}`, 'mixed.svm:2', 1],
      [`${classes} ${pairwise} --pairs dcg`, 'expected qid:n on every line for pairs weighed by dcg', 1],
      [`${classes} ${pairwise} --pairs auc`, "unknown weights of pairs 'auc'", 2],
      [`${queries} ${pairwise} --pairs ndcg --cut-off 0`, 'cut-off', 2],
      [`${queries} ${pairwise} --cut-off 3`, '--cut-off is for pairs weighed by dcg or ndcg', 2],
      [`${queries} --pairs ndcg`, '--pairs is for --reduction pairwise-ranking', 2],
      [`${queries} ${pairwise} --classes a,b`, '--classes is not for --reduction pairwise-ranking', 2],
      [`${queries} ${pairwise} --predictions ${path('p')}`, '--predictions is not for', 2],
      [`${queries} ${pairwise} --loss poisson`, "pairwise-ranking: loss 'poisson'", 2],
      [`${queries} ${pairwise} --average 0`, '--average is for two classes', 2],
    ];
    for (const [line, message, code] of faults) {
      const [found, status] = await refusal(line);
      expect(found, line).toContain(message);
      expect(status, line).toBe(code);
    }
    const model = path('b.iwalmodel');
    await learned(`${queries} --model ${model}`);
    expect((await refusal(`${queries} --resume ${model} --pairs ndcg`))[0]).toContain('--resume settles --pairs');
  });
});
