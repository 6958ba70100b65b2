/** The kinds of runs of assisted, compare-two and dial at a small size, and the verdicts of assisted on hand-made measurements. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofPpi, ofRandom } from '../../experiments/assisted/accounts.ts';
import { assisted as ofShares } from '../../experiments/assisted/kind.ts';
import { WAYS } from '../../experiments/assisted/settings.ts';
import { assisted } from '../../experiments/assisted/study.ts';
import { comparison } from '../../experiments/compare-two/kind.ts';
import { dial, forecastHalf } from '../../experiments/dial/kind.ts';
import { GUESS_RUN, marginsOf, shareRight } from '../../experiments/assisted/guessers.ts';
import { GUESS_DEFAULTS } from '../../src/specs/defaults.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { failing, findingsOf } from './support/hand-made.ts';
import { iwalHere, temporaryFolder } from '../support/processes/cli.ts';
import { toyTask } from '../support/toy.ts';

const all = toyTask({ rows: 900, noise: 0.02, seed: 1 });
const split = { train: all, validation: toyTask({ rows: 300, noise: 0.02, seed: 1 }) };

it('guessers are right as often as they are said to be', () => {
  const right = (['70%', '80%', 'adversarial'] as const).map((guesser) => shareRight(marginsOf(split, guesser), all.labels));
  expect(right[0]).toBeCloseTo(0.7, 2);
  expect(right[1]).toBeCloseTo(0.8, 2);
  expect(right[2]).toBeLessThan(0.2);
});

it('PPI++ of guesses that say nothing is the mean, of perfect ones the truth', () => {
  const z = Array.from({ length: 40 }, (_, i) => Number(i % 4 === 0));
  const plain = ofPpi({ z, m: z.map(() => 0.5), rows: 400, meanGuess: 0.5 });
  const { low, high } = ofRandom(z, 400);
  expect(plain.value).toBe(0.25);
  expect(plain.high - plain.low).toBeCloseTo(high - low, 1);
  const perfect = ofPpi({ z, m: z, rows: 400, meanGuess: 0.31 });
  expect([perfect.value, perfect.low, perfect.high].map((x) => x.toFixed(12))).toEqual(new Array(3).fill('0.310000000000'));
});

describe('runs of a cell', () => {
  it('are those of its seed: two cells of two runs are one of four', () => {
    const run = (runs: number, seed: number) => ofShares.run({ predictor: '80%', budget: 90, runs, seed }, split);
    const [whole, ...parts] = [run(4, 1), run(2, 1), run(2, 2)];
    for (const [way, { covered, width }] of Object.entries(whole.ways) as [string, { covered: number; width: number }][]) {
      expect(covered, way).toBe(parts[0].ways[way]!.covered + parts[1].ways[way]!.covered);
      expect(2 * width, way).toBeCloseTo(parts[0].ways[way]!.width + parts[1].ways[way]!.width, 4);
    }
    expect(whole.ways.random).toMatchObject({ labels: 1, variance: 0 });
  });

  it('two guesses: the better one is certified, with more labels where rows are asked about in which they agree', () => {
    const given = { first: '90%', second: 'useless', budget: 800, limit: 0.05, runs: 5, seed: 1 } as const;
    const [own, random] = (['differing', 'random'] as const).map((way) => comparison.run({ ...given, way }, split));
    expect(own).toMatchObject({ certified: 5, wrong: 0, held: 5 });
    expect(random.labels).toBeGreaterThan(own.labels);
  });

  it('the dial: more labels that are spread evenly tell the share more closely', () => {
    const [little, much] = [0.1, 0.8].map((explore) => dial.run({ explore, budget: 100, runs: 2, seed: 1 }, split));
    expect(much.shareHalf).toBeLessThan(little.shareHalf);
    expect([little.told, much.told, little.half]).toEqual([0, 2, null]);
    // What iwal label says of 200 labels --for both: "5% give or take about 6 points, 15% give or take 9.4".
    expect((100 * forecastHalf(0.15, { explore: 0.6, budget: 200 })).toFixed(1)).toBe('9.4');
  });
});

it('every claim of assisted can hold, and every one can fail', () => {
  const failed = (labels: number, share: number): string[] =>
    failing(
      assisted.report(
        findingsOf(assisted, (cell) => {
          const { predictor, runs } = (cell as Cell<'assisted'>).run;
          const came = { labels, variance: 0, width: 0.1, rmse: 0.1 / 3.92 / labels, covered: share * runs };
          const held = Object.fromEntries(['share', 'mistakes', 'share with lambda'].map((what) => [what, share * runs]));
          const right = { '70%': 0.7, '80%': 0.8, '90%': 0.9 }[predictor as string] ?? null;
          return { share: 0.3, right, held, ways: Object.fromEntries(Object.keys(WAYS).map((way) => [way, came])) };
        }),
      ),
    );
  expect(failed(0.4, 0.97)).toEqual([]);
  expect(failed(1.3, 0.8)).toHaveLength(10);
});

it('the run of guesses is what the command line makes of them', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'toy.csv'), `label,machine\n${'yes,yes\nno,no\nno,yes\n'.repeat(30)}`);
  const { stdout } = await iwalHere(folder, 'simulate toy.csv --guess machine --budget 20 --json');
  const given = { ...GUESS_RUN, query: { name: GUESS_DEFAULTS.query }, explore: GUESS_DEFAULTS.explore, budget: 20, seed: 1 };
  expect((JSON.parse(stdout) as { spec: unknown }).spec).toEqual(parseRunSpec(given));
});
