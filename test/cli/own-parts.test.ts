/** Laws of own parts on the command line: wherever a built-in name goes, an own one goes, and its file is part of what was done. */
import { copyFileSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { moduleIdentity } from '../../src/specs/parts/identity.ts';
import { ended, iwal, start, toyFile, eachFolder, iwalHere as iwalIn, linesOf, type Ended } from '../support/processes/cli.ts';
import { temporaryFolder as folderOfFile } from '../support/processes/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RULE = ['--parts', 'rule.mjs'];

/** What a rule does wrong, by its code on the lines from the fourth on, and the words for it. */
const FAULTS: readonly (readonly [code: string, words: RegExp])[] = [
  ...['NaN', '7', '-1', 'undefined', "'often'"].map((given): [string, RegExp] => [
    `() => ${given}`,
    new RegExp(`query rule 'faulty' gives the probability ${given.replaceAll("'", '')}; expected a number in \\[0, 1\\]\n$`),
  ]),
  ["() => { throw new Error('oops'); }", /faulty\.mjs:9: Error: oops\n$/],
  // Otherwise it could turn back the loop's clock.
  ['(at) => { at.time = 0; return 1; }', /faulty\.mjs:10: TypeError: Cannot set property time of [^\n]*\n$/],
];

/** Which of them throws. */
const THROWS = 5;

const own = folderOfFile();
const FAULTY = ['--parts', own.path('faulty.mjs'), '--query', 'faulty'];

/** A rule of all these faults is loaded into this process before its commands are, which know the rules that there are then. */
beforeAll(async () => {
  mkdirSync(own.path('node_modules'));
  symlinkSync(root, own.path('node_modules/iwal'));
  own.write(
    'faulty.mjs',
    "import { recipe } from 'iwal/numerics';\nimport { scalarRule } from 'iwal/queries';\nconst faults = [\n" +
      `${FAULTS.map(([code]) => `${code},\n`).join('')}];\n` +
      "const rule = () => scalarRule('faulty', 'counts', (at) => faults[process.env.FAULT](at));\n" +
      "export default { queries: { faulty: recipe('faulty', {}, rule) } };\n",
  );
  expect(await iwalIn(own.path('.'), ['simulate', 'none.svm', ...FAULTY])).toMatchObject({ code: 1 });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const { path, text, iwalHere } = eachFolder(async () => {
  mkdirSync(path('node_modules'));
  symlinkSync(root, path('node_modules/iwal'));
  copyFileSync(join(root, 'examples/own-rule/rule.mjs'), path('rule.mjs'));
  copyFileSync(join(root, 'examples/own-loss/loss.mjs'), path('loss.mjs'));
  copyFileSync(join(root, 'examples/own-optimizer/optimizer.mjs'), path('optimizer.mjs'));
  copyFileSync(join(root, 'examples/own-learner/learner.mjs'), path('learner.mjs'));
  await toyFile(path(), 'train.svm', { rows: 200 });
});

/** What loads parts has a process of its own, for they stay in it. */
function run(args: readonly string[]): Promise<Ended> {
  const isLoading = args.some((each) => each === '--parts' || each.endsWith('.mjs'));
  return isLoading ? iwal(path(), args) : iwalHere(args);
}

async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect([stderr, code]).toEqual(['', 0]);
  return stdout;
}

async function refusal(...args: string[]): Promise<string> {
  const { code, stderr } = await run(args);
  expect(code).toBe(2);
  return stderr.trim();
}

function write(name: string, text: string): void {
  writeFileSync(path(name), text);
}

/** The rule with the same name and another text. */
function anotherVersion(name: string): void {
  write(name, `${text('rule.mjs')}// another\n`);
}

interface Simulated {
  readonly queried: number;
  readonly spec: { readonly query: object; readonly parts?: Readonly<Record<string, string>> };
}

async function simulated(...args: string[]): Promise<Simulated[]> {
  return [
    JSON.parse(await output('simulate', 'train.svm', '--final', 'online', '--json', ...args)) as Simulated | Simulated[],
  ].flat();
}

describe('simulate', () => {
  it('a budget sets the knob of an own rule; its file is in the spec', async () => {
    const [paced] = await simulated(...RULE, '--query', 'cauchy', '--budget', '20');
    expect(paced.queried).toBeGreaterThan(10);
    expect(paced.queried).toBeLessThanOrEqual(20);
    expect(paced.spec).toMatchObject({
      query: { name: 'cauchy', width: 1 },
      parts: { cauchy: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
    });
  });

  it('own parts of several files work together, and specs that use none are as they were', async () => {
    const options = ['--compare', 'cauchy:width=0.3,random', '--loss', 'steep', '--optimizer', 'nlms', '--eta', '0.5'];
    const runs = await simulated(...RULE, '--parts', 'loss.mjs,optimizer.mjs', ...options);
    expect(runs.map(({ spec }) => Object.keys(spec.parts!).sort())).toEqual([
      ['cauchy', 'nlms', 'steep'],
      ['nlms', 'steep'],
      ['nlms', 'steep'],
    ]);
    const plain = await simulated('--query', 'random');
    const loaded = await simulated(...RULE, '--query', 'random');
    expect(loaded.map(({ spec }) => spec)).toEqual(plain.map(({ spec }) => spec));
    expect(loaded[0].spec).not.toHaveProperty('parts');
  });

  it('its name and parameters are in --help and in lists of names', async () => {
    const help = (await output('simulate', '--help', 'all', ...RULE)).replace(/\s+/g, ' ');
    expect(help).toContain('active-cover, cauchy');
    expect(help).toContain('distance at which every second label is bought; a number > 0, default 1 [cauchy]');
    expect(await refusal('simulate', 'train.svm', ...RULE, '--query', 'cauchi')).toContain("did you mean 'cauchy'");
    expect(await refusal('simulate', 'train.svm', '--query', 'cauchy')).toContain("unknown query rule 'cauchy'");
  });
});

test('every command that takes --parts says so, and no other loads a file', async () => {
  for (const [name, entry] of Object.entries(commands)) {
    const { command } = await entry.load();
    expect([name, 'parts' in command.syntax.options]).toEqual([name, 'takesParts' in entry]);
  }
  write('loud.mjs', "process.stdout.write('run'); export default {};\n");
  expect(await iwal(path(), ['describe', 'train.svm', '--parts', 'loud.mjs'])).toMatchObject({ code: 2, stdout: '' });
});

describe('an own learner', () => {
  const LEARNER = ['--parts', 'learner.mjs', '--optimizer', 'network'];

  it('asks, is audited bit for bit, and is a model: nothing linear takes its place unasked', async () => {
    const ledger = ['--budget', '40', '--ledger', 'a.ledger', '--json'];
    const { spec } = JSON.parse(await output('simulate', 'train.svm', ...LEARNER, ...ledger)) as Simulated;
    expect(spec).toMatchObject({ query: { name: 'soft-margin' }, optimizer: { name: 'network', units: 16, step: 0.1 } });
    expect(Object.keys(spec.parts!)).toEqual(['network']);
    for (const linear of ['refit', 'final']) expect(spec).not.toHaveProperty(linear);
    expect(await output('audit', 'a.ledger', '--data', 'train.svm', '--parts', 'learner.mjs')).toContain(
      'every entry is the same bit for bit',
    );
    await output('learn', 'train.svm', ...LEARNER, '--passes', '20', '--model', 'a.model');
    const { stderr } = await iwal(path(), ['predict', 'a.model', 'train.svm', '--parts', 'learner.mjs']);
    expect(stderr).toMatch(/^mean loss \S+, error [0-4]\.\d+%$/m);
    expect(await output('model', 'show', 'a.model', '--parts', 'learner.mjs')).toMatch(/^parts: network [0-9a-f]{16}$/m);
    expect((await iwal(path(), ['model', 'export', 'a.model', '--parts', 'learner.mjs'])).stderr).toBe(
      "iwal: a.model: 'network' keeps no weights: only linear models are exported\n",
    );
  });

  it('is what reductions of several classes are made of', async () => {
    write('three.svm', Array.from({ length: 90 }, (_, i) => `${(i % 3) + 1} ${(i % 3) + 1}:1\n`).join(''));
    const several = ['--reduction', 'one-against-all', '--query', 'passive', '--json'];
    const run = JSON.parse(await output('simulate', 'three.svm', ...LEARNER, ...several)) as { progressiveError: number };
    expect(run.progressiveError).toBeLessThan(0.3);
  });

  test.each([
    [['--query', 'iwal-cal'], /goes by the importance that flips a prediction, which 'network' does not have/],
    [['--refit', '1.2'], /refits are of linear models, and 'network' is a learner of your own/],
    [['--loss', 'squared'], /'network' learns classes, and the slope of loss 'squared' does not tell them/],
    [['--average', '50%'], /the weights of 'network' cannot be averaged/],
  ])('%j is refused', async (options, words) => {
    expect(await refusal('simulate', 'train.svm', ...LEARNER, '--budget', '40', ...options)).toMatch(words);
  });
});

describe('a ledger', () => {
  it('is audited and exported with the file of its rule, and refused without it or with another version', async () => {
    await output('simulate', 'train.svm', ...RULE, '--query', 'cauchy', '--final', 'online', '--ledger', 'a.ledger');
    expect(await output('audit', 'a.ledger', '--data', 'train.svm', ...RULE)).toContain('every entry is the same bit for bit');
    expect(await output('export', 'a.ledger', '--data', 'train.svm', '--format', 'vw', ...RULE)).not.toBe('');
    const hash = /"cauchy":"([0-9a-f]{16})"/.exec(text('a.ledger'))![1];
    const named = `iwal: a.ledger uses query rule 'cauchy' of a parts file (hash ${hash})`;
    expect(await refusal('audit', 'a.ledger')).toBe(`${named}: name that file with --parts`);
    anotherVersion('other.mjs');
    expect(await refusal('audit', 'a.ledger', '--parts', 'other.mjs')).toMatch(
      new RegExp(`^${named.replace(/[().]/g, '\\$&')}, and other.mjs has other content \\(hash [0-9a-f]{16}\\)$`),
    );
  });

  it('of labelling is continued with the same file only', async () => {
    const args = ['label', 'train.svm', '--ledger', 'b.ledger', '--protocol', 'jsonl'];
    const answered = async (answers: number, ...more: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
      const child = start(path(), [...args, ...more]);
      let left = answers;
      child.stdout!.on('data', (chunk: Buffer) => {
        for (const line of chunk
          .toString()
          .split('\n')
          .filter((each) => each.startsWith('{'))) {
          const { question } = JSON.parse(line) as { readonly question?: number };
          if (question === undefined) continue;
          if (left-- > 0)
            child.stdin!.write(`${JSON.stringify({ question, label: left % 2 === 0 ? 'positive' : 'negative' })}\n`);
          else child.stdin!.end();
        }
      });
      return ended(child);
    };
    expect((await answered(3, ...RULE, '--query', 'cauchy', '--budget', '10')).code).toBe(0);
    expect(await refusal(...args)).toContain("b.ledger uses query rule 'cauchy' of a parts file");
    anotherVersion('other.mjs');
    expect(await refusal(...args, '--parts', 'other.mjs')).toContain('other.mjs has other content');
    expect((await answered(1, ...RULE)).code).toBe(0);
    expect(await output('audit', 'b.ledger', '--data', 'train.svm', ...RULE)).toContain('every entry is the same bit for bit');
  });
});

it('a model with an own loss is shown, continued and predicts with its file, and is refused without it', async () => {
  const LOSS = ['--parts', 'loss.mjs'];
  await output('learn', 'train.svm', ...LOSS, '--loss', 'steep', '--weight', '3', '--model', 'm.iwalmodel');
  expect(linesOf((await iwal(path(), ['predict', 'm.iwalmodel', 'train.svm', ...LOSS])).stdout)).toHaveLength(200);
  await output('learn', 'train.svm', ...LOSS, '--resume', 'm.iwalmodel', '--model', 'n.iwalmodel');
  expect(await output('model', 'show', 'n.iwalmodel', ...LOSS)).toContain('steep');
  for (const args of [
    ['predict', 'm.iwalmodel', 'train.svm'],
    ['learn', 'train.svm', '--resume', 'm.iwalmodel'],
  ]) {
    expect(await refusal(...args)).toMatch(
      /^iwal: m\.iwalmodel uses loss 'steep' of a parts file \(hash \w{16}\): name that file with --parts$/,
    );
  }
});

describe('a study', () => {
  const STUDY =
    `export default { id: 'mine', data: { toy: 'train.svm' }, axes: { query: ['random', 'cauchy'], width: [0.3, 1] }, ` +
    'seeds: 2 };\n';
  const stored = (): Map<string, string> =>
    new Map(linesOf(text('reports/mine/results.jsonl')).map((line) => [(JSON.parse(line) as { hash: string }).hash, line]));

  it('names the files itself; threads load them; any number of workers finds the same, and another version is other cells', async () => {
    write('mine.mjs', `export const parts = ['./rule.mjs'];\n${STUDY}`);
    expect(await output('study', 'check', 'mine.mjs')).toContain('6 cells, no fault found');
    await output('study', 'run', 'mine.mjs', '--workers', '2');
    const first = stored();
    await output('study', 'run', 'mine.mjs', '--workers', '1', '--fresh');
    expect(stored()).toEqual(first);
    expect([...first.values()].filter((line) => line.includes('"failure"'))).toEqual([]);
    const own = [...first].find(([, line]) => line.includes('cauchy'))![0];
    expect(await output('study', 'cell', own, '--rerun', '--file', 'mine.mjs')).toContain('the same result, digit for digit');
    // The report names a program, which may be anybody's: it is run only where the command line names it.
    expect(await output('study', 'cell', own)).toContain(`again    iwal study cell ${own} --rerun --file mine.mjs`);
    for (const [args, command] of [
      [['study', 'cell', own, '--rerun'], `iwal study cell ${own} --rerun --file mine.mjs`],
      [['study', 'status', 'mine'], 'iwal study status mine.mjs'],
    ] as const) {
      const { code, stderr } = await run(args);
      expect([code, stderr]).toEqual([
        2,
        `iwal: the report is of mine.mjs, a program, which is run only where the command line names it: ${command}\n`,
      ]);
    }
    expect(await output('study', 'status', 'mine.mjs')).toContain('6 of 6 cells done');
    write('rule.mjs', `${text('rule.mjs')}// another\n`);
    expect((await iwal(path(), ['study', 'cell', own, '--rerun', '--file', 'mine.mjs'])).stderr).toMatch(
      new RegExp(
        `cell ${own} uses query rule 'cauchy' of a parts file \\(hash \\w{16}\\), and .*rule\\.mjs has other content \\(hash \\w{16}\\)`,
      ),
    );
    await output('study', 'run', 'mine.mjs', '--workers', '2');
    const second = [...stored()];
    const builtIn = second.filter(([, line]) => !line.includes('cauchy')).map(([hash]) => hash);
    expect(builtIn.every((hash) => first.has(hash)) && builtIn.length === 2).toBe(true);
    expect(second.some(([hash, line]) => line.includes('cauchy') && first.has(hash))).toBe(false);
  });

  it('in .json loads no code; the command line does', async () => {
    const small = { id: 'mine', data: { toy: 'train.svm' }, axes: { query: ['cauchy'] }, seeds: 1 };
    write('with.json', JSON.stringify({ ...small, parts: ['./rule.mjs'] }));
    write('without.json', JSON.stringify(small));
    expect(await refusal('study', 'check', 'with.json')).toContain('a study in .json loads no code');
    expect(await refusal('study', 'check', 'without.json')).toContain("unknown query 'cauchy'");
    expect(await output('study', 'check', 'without.json', ...RULE)).toContain('1 cell, no fault found');
  });
});

it('calibrate forecasts an own rule that a budget paces', async () => {
  write(
    'mellow.mjs',
    `import { recipe } from 'iwal/numerics';
import { errorRateGap, knobRule } from 'iwal/queries';
const mellowness = { above: 0, default: 1e-3, asks: 'more', meaning: 'C0' };
const mellow = recipe('mellow', { mellowness }, ({ mellowness: c0 }) =>
  knobRule('mellow', 'flip', c0, {}, (situation, c) => {
    const wanted = c / errorRateGap(situation) ** 2 / situation.time;
    return situation.time <= 1 ? 1 : Math.max(1e-100, Math.min(1, wanted));
  }));
export default { queries: { mellow } };
`,
  );
  const options = ['--parts', 'mellow.mjs', '--query', 'mellow', '--pilot', '60', '--budget', '40', '--runs', '2', '--json'];
  const { spec, frontier } = JSON.parse((await iwal(path(), ['calibrate', 'train.svm', ...options])).stdout) as {
    spec: { query: { name: string } };
    frontier: { budget: number; error: { low: number; high: number } }[];
  };
  expect(spec.query.name).toBe('mellow');
  const { low, high } = frontier.find(({ budget }) => budget === 40)!.error;
  expect([low >= 0, low < high, high < 1]).toEqual([true, true, true]);
});

describe('what an own rule does wrong is told with its name or its place, by every command that runs it', () => {
  const ways = ['simulate train.svm --budget 20%', 'label train.svm --ledger a.ledger --protocol jsonl'];

  it.each(FAULTS.map(([code, words], n) => [code, words, n] as const))('%s', async (_, words, n) => {
    vi.stubEnv('FAULT', `${n}`);
    // The test's process writes the places of a stack in another way.
    const runs = words.source.includes('mjs:') ? iwal : iwalIn;
    for (const way of ways) {
      const { code, stderr } = await runs(path(), [...way.split(' '), ...FAULTY]);
      expect({ way, code, stderr }).toEqual({ way, code: 1, stderr: expect.stringMatching(words) as string });
      expect(stderr).not.toMatch(/bug in iwal|\n +at /);
    }
  });
});

it('a study has an own kind of run, whose file is in its cells', async () => {
  const kindCalled = (name: string): string =>
    `import { measured, parsedSpec, stored, z } from 'iwal/studies';
     const shape = { flips: z.int().min(1), seed: z.int() };
     const run = ({ flips, seed }) => ({ heads: (flips * seed) % 7 });
     export default { kinds: { ${name}: {
       shape, run, parse: (given) => parsedSpec(z.strictObject(shape), given),
       measured: measured({ heads: stored }), quantities: { heads: ({ heads }) => heads },
     } } };`;
  write('flips.mjs', kindCalled('flips'));
  write('mine.json', JSON.stringify({ id: 'mine', kind: 'flips', axes: { flips: [10, 20] }, seeds: 2 }));
  expect(await refusal('study', 'check', 'mine.json')).toContain("unknown kind 'flips'");
  await output('study', 'run', 'mine.json', '--parts', 'flips.mjs', '--workers', '2');
  const [first] = text('reports/mine/results.jsonl').split('\n');
  const { cell, heads } = JSON.parse(first) as { readonly cell: object; readonly heads: number };
  expect(cell).toEqual({
    kind: 'flips',
    run: { flips: 10, seed: 1, parts: { flips: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown } },
  });
  expect(heads).toBe(3);
  expect(text('reports/mine/README.md')).toMatch(/\| +heads \|/);
  expect(await output('results', '--study', 'mine', '--json')).toContain('"kind":"flips"');
  write('active.mjs', kindCalled('active'));
  expect(await refusal('study', 'check', 'mine.json', '--parts', 'active.mjs')).toContain(
    "active.mjs: 'active' is the name of a built-in kind of run",
  );
});

it('a study whose runs end by a fault of an own rule reports the others, says so, and has failed', async () => {
  vi.stubEnv('FAULT', `${THROWS}`);
  write(
    'faulty.json',
    JSON.stringify({ id: 'faulty', data: { one: { train: 'train.svm' } }, axes: { query: ['faulty', 'random'] }, seeds: 1 }),
  );
  const args = ['study', 'run', 'faulty.json', ...FAULTY.slice(0, 2)];
  for (let lap = 0; lap < 2; lap++) {
    const { code, stdout, stderr } = await iwal(path(), args);
    expect([code, stdout]).toEqual([1, `${join('reports', 'faulty')}\n`]);
    expect(stderr).toMatch(/^1 of 2 runs failed, for example \w{16}: .*faulty\.mjs:9: Error: oops$/m);
    expect(stderr).toMatch(
      /^iwal: 1 of 2 runs ended by a fault, and the report is of the others; the same command tries them again$/m,
    );
  }
});

describe('a parts file is refused', () => {
  it.each([
    [
      'export default { queries: { margin: {} } };',
      /^iwal: own\.mjs: 'margin' is the name of a built-in query rule; expected another name$/,
    ],
    ["export default { queries: {} };\nawait import('./rule.mjs');", ':2: a dynamic import, whose code is in no hash'],
    ["import 'https://example.org/a.mjs';\nexport default {};", ":1: imports 'https://example.org/a.mjs'; expected"],
    [
      "import { createRequire } from 'node:module';\nexport default {};",
      ":1: imports 'node:module', which loads code that is in no hash",
    ],
    ["import 'no-such-package';\nexport default {};", ":1: the package 'no-such-package' is not installed"],
    ["import './none.mjs';\nexport default {};", /^iwal: own\.mjs:1: imports .*none\.mjs: no such file or directory$/],
    ['module.exports = {};', ': no ES module'],
    ['export default {\n', /^iwal: own\.mjs: line \d: SyntaxError/],
    ["export default {};\nthrow new Error('oops');", /^iwal: own\.mjs: line 2: Error: oops$/],
    ['export const a = 1;', ': the default export: found undefined; expected { losses'],
    ['export default { query: {} };', ": the default export: found 'query' in it; expected"],
    [
      "export default { queries: { own: { name: 'own' } } };",
      /^iwal: own\.mjs: query rule 'own': probability: found undefined; expected a function$/,
    ],
    ...['() => undefined', '() => ({ score: () => 0, learn: () => 0, state: () => ({}) })'].map((build): [string, RegExp] => [
      `import { learnerRecipe } from 'iwal/learners';\nexport default { optimizers: { own: learnerRecipe('own', {}, ${build}) } };`,
      /optimizer 'own': building it throws CompositionError: a learner has the functions score, learn, state, restore; this one lacks .*restore$/,
    ]),
    ["export default { losses: { own: { name: 'other' } } };", ": loss 'own': name: found 'other'; expected 'own'"],
    ['export default { losses: { "a,b": {} } };', ": loss 'a,b': its name: found 'a,b'; expected small letters"],
  ])('%s', async (text, words) => {
    write('own.mjs', text);
    // Nothing of it stays in this process.
    const { code, stderr } = await iwalHere('simulate train.svm --parts own.mjs');
    const said = stderr.trim();
    expect(code).toBe(2);
    if (typeof words === 'string') expect(said.slice(0, 'iwal: own.mjs'.length + words.length)).toBe(`iwal: own.mjs${words}`);
    else expect(said).toMatch(words);
  });

  it('for a name that another file has taken', async () => {
    anotherVersion('other.mjs');
    expect(await refusal('simulate', 'train.svm', '--parts', 'rule.mjs,other.mjs')).toBe(
      "iwal: other.mjs: the name 'cauchy' is already taken by rule.mjs, which has other content",
    );
  });
});

describe('the hash of a parts file', () => {
  const hashOf = (file: string): Promise<string> => moduleIdentity(path(file));

  it('is that of its text and of what it imports, wherever the files lie and whatever the first is called', async () => {
    write('entry.mjs', "export { default } from './rule.mjs';\n");
    const [alone, through] = [await hashOf('rule.mjs'), await hashOf('entry.mjs')];
    const [{ spec }] = await simulated('--parts', 'entry.mjs', '--query', 'cauchy', '--budget', '5');
    expect(spec.parts).toEqual({ cauchy: through });
    expect(through).not.toBe(alone);
    mkdirSync(path('deep'));
    copyFileSync(path('rule.mjs'), path('deep/rule.mjs'));
    copyFileSync(path('entry.mjs'), path('deep/renamed.mjs'));
    expect(await hashOf('deep/renamed.mjs')).toBe(through);
    anotherVersion('rule.mjs');
    expect(await hashOf('entry.mjs')).not.toBe(through);
  });
});

it('a parameter with the name of another option is refused before it hides one', async () => {
  for (const [parameter, commands] of [
    ['budget', ['simulate', 'calibrate', 'label']],
    ['warmUp', ['simulate']],
    ['holdout', ['simulate']],
  ] as const) {
    write(
      'greedy.mjs',
      `import { recipe } from 'iwal/numerics';
import { knobRule } from 'iwal/queries';
const greedy = recipe('greedy', { ${parameter}: { above: 0, default: 1, asks: 'more', meaning: 'knob' } }, ({ ${parameter}: c }) =>
  knobRule('greedy', 'counts', c, {}, (_situation, knob) => Math.min(1, knob)));
export default { queries: { greedy } };
`,
    );
    const option = parameter === 'warmUp' ? '--warm-up' : `--${parameter}`;
    for (const command of commands)
      expect(await refusal(command, 'train.svm', '--parts', 'greedy.mjs', '--query', 'greedy')).toBe(
        `iwal: query 'greedy' has a parameter '${parameter}', and ${option} is another option of iwal ${command}; ` +
          'expected another name for the parameter',
      );
  }
});
