/** Laws of `iwal describe`: the numbers of a small file, for a person and for a program. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ended, shell, SOON, start, temporaryFolder, iwalHere } from '../../support/processes/cli.ts';

// oxlint-disable-next-line no-control-regex
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

const FILE = '1 1:2 3:0.5\n-1 1:1\n-1 1:4 2:8 3:1\n1\n';

/** `iwal describe` of a file with this content. */
function described(name: string, content: string | Uint8Array, ...options: string[]): ReturnType<typeof iwalHere> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return iwalHere(folder, ['describe', name, ...options]);
}

test('--json: one object with the numbers counted by hand', async () => {
  const { code, stdout } = await described('a.svm', FILE, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'a',
    rows: {
      rows: 4,
      features: 3,
      nonZeros: 6,
      meanLength: 1.5,
      documentFrequency: [
        [1, 0.75],
        [2, 0.5],
      ],
    },
    labels: {
      counts: [
        [-1, 2],
        [1, 2],
      ],
      positiveRate: 0.5,
    },
    groups: null,
  });
});

test('for a person: the same in words', async () => {
  const { code, stdout } = await described('a.svm', FILE);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^a: 4 rows, 3 features, 6 non-zeros \(1\.5 a row\)\nlabels -1 \(2\), 1 \(2\); 50\.00% positive\n\n/);
  expect(stdout).toMatch(/\nrank of a feature +1 +2\nshare of rows that hold it +0\.75 +0\.5\n$/);
});

test.each([
  ['2..4', 3],
  ['2,3..3', 2],
])('columns by ranges of their numbers: %s', async (columns, features) => {
  const { code, stdout } = await described('a.csv', 'label,a,b,c\n1,1,2,3\n0,NA,3,5\n', '--number-columns', columns, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: { rows: 2, features, nonZeros: 2 * features - 1 } });
});

test.each([
  ['svmlight', 'a.svm', '1:2 3:0.5\n1:1\n', 'no row has a label: a pool for iwal label'],
  ['svmlight in part', 'a.svm', '1 1:2 3:0.5\n1:1\n-1 1:1\n', 'labels -1 (1), 1 (1); 50.00% positive; 1 row has none'],
  ['Vowpal Wabbit text', 'a.vw', '| a b\n1 | a\n| c\n', 'labels 1 (1); 100.00% positive; 2 rows have none'],
  ['a table without the column', 'a.csv', 'x,y\n1,2\n3,4\n', 'no row has a label: a pool for iwal label'],
  ['a table with empty cells', 'a.csv', 'x,label\n1,1\n3,\n', 'labels 1 (1); 100.00% positive; 1 row has none'],
  ['a table without names, whose first column is the label', 'a.csv', '1,2\n-1,4\n', 'labels -1 (1), 1 (1); 50.00% positive'],
])('rows without a label are described, and told: %s', async (_, name, content, labels) => {
  const { code, stdout, stderr } = await described(name, content);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')[1]).toBe(labels);
  const json = await described(name, content, '--json');
  const reported = JSON.parse(json.stdout) as { labels: { unlabelled: number; mean: number | null } };
  expect(reported.labels.unlabelled === 0).toBe(!/none|no row/.test(labels));
  expect(reported.labels.mean === null).toBe(labels.startsWith('no row'));
});

test.each([
  [
    'costs of all classes',
    ['a.vw'],
    '1:0.5 2:1.0 | a b\n1:1 2:0 | b c\n1:0 2:0 | c\n',
    ['costs of 2 classes, from 0 to 1, mean 0.4167', 'the cheapest: 1 (2), 2 (1)'],
  ],
  [
    'costs of some classes',
    ['a.vw', '--classes', 'a,b,c'],
    "3:2 1:0.5 'tag| a b\n2:0 |x b c\n",
    ['costs of 3 classes, 1 to 2 of them a row, from 0 to 2, mean 0.8333', 'the cheapest: a (1), b (1), c (0)'],
  ],
  ['classes by number', ['a.svm', '--classes', '7,8,9'], '7 1:1\n9 1:1\n9 1:2\n', ['3 classes: 7 (1), 8 (0), 9 (2)']],
  [
    'classes by name, some of them known',
    ['a.csv', '--classes', 'ham,spam,eggs'],
    'x,label\n1,spam\n2,Ham\n3,\n4,ham\n',
    ['3 classes: ham (2), spam (1), eggs (0); 1 row has none'],
  ],
  [
    'classes of documents',
    ['a.csv', '--text', 'text', '--classes', 'ham,spam,eggs'],
    'text,label\none word,spam\ntwo words,eggs\n',
    ['3 classes: ham (0), spam (1), eggs (1)'],
  ],
])('several classes and what they cost: %s', async (_, [name, ...options], content, told) => {
  const { code, stdout, stderr } = await described(name, content, ...options);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').filter((line) => /^costs|^the cheapest|classes:/.test(line))).toEqual(told);
});

test('several classes and what they cost, as JSON', async () => {
  const { stdout } = await described('a.vw', '1:0.5 2:1.0 | a b\n3:1 2:0 1:2 | b c\n', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    labels: {
      counts: [
        [1, 1],
        [2, 1],
      ],
    },
    classNames: ['1', '2', '3'],
    costs: { listed: [2, 3], least: 0, greatest: 2, mean: 0.9 },
  });
});

test.each(['a.csv', 'A.CSV.GZ', 'a.csv.bz2', 'a.csv.xz'])(
  'a table called %s takes the options of tables; what is in it tells how it is packed',
  async (name) => {
    const { stdout, stderr } = await described(name, gzipSync('2,1\n3,-1\n'), '--label-column', '2', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      rows: { rows: 2, features: 1 },
      labels: {
        counts: [
          [-1, 1],
          [1, 1],
        ],
      },
    });
  },
);

test('Ctrl-C is heard while a large file is read and while it is described', async () => {
  const folder = temporaryFolder();
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `1 ${Array.from({ length: 100 }, (__, k) => `${100 * (i % 50) + k + 1}:0.${i + 1}${k}`).join(' ')}\n`,
  ).join('');
  writeFileSync(join(folder, 'large.svm'), rows.repeat(40));
  for (const wait of [1000, 3000]) {
    const child = start(folder, ['describe', 'large.svm']);
    const end = ended(child);
    await setTimeout(wait);
    const pressed = performance.now();
    child.kill('SIGINT');
    const { code, stdout } = await end;
    // On a fast machine it may have ended before, on a slow one not have begun to listen.
    expect([0, 130]).toContain(code);
    if (code !== 0) expect(stdout).toBe('');
    expect(performance.now() - pressed).toBeLessThan(SOON);
  }
});

test('a name that steers the terminal is shown as escapes', async () => {
  const { code, stderr } = await iwalHere(temporaryFolder(), 'describe a[2Jb.svm');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'iwal: a\\x1b[2J\\x07b.svm: no such file\n' });
});

test('a file whose name steers the terminal is described without steering it; --json names it unchanged', async () => {
  const folder = temporaryFolder();
  const name = 'a\x1b[2J\r\x7f\x9b31m\u202eb';
  writeFileSync(join(folder, `${name}.svm`), FILE);
  const [page, json] = [
    await iwalHere(folder, ['describe', `${name}.svm`]),
    await iwalHere(folder, ['describe', `${name}.svm`, '--json']),
  ];
  expect(page.stdout.split('\n')[0]).toContain('a\\x1b[2J\\x0d\\u007f\\u009b31m\\u202eb');
  for (const { stdout, stderr } of [page, json]) expect(stdout + stderr).not.toMatch(STEERS);
  expect(JSON.parse(json.stdout)).toMatchObject({ name });
});

test.runIf(process.platform === 'linux')(
  'of a file whose name is not UTF-8 the command to rename it is told, and it works',
  async () => {
    const folder = temporaryFolder();
    const name = Buffer.from("it's caf\xe9.svm", 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(join(folder, '/')), name]), FILE);
    const { code, stderr } = await shell(folder, `$iwal describe "$(printf "it's caf\\351.svm")"`);
    const command = "mv $'it\\x27s caf\\xe9.svm' NEW_NAME";
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `iwal: it's caf\ufffd.svm: the name of this file is not UTF-8; rename it: ${command}\n`,
    });
    // A near miss that cannot be opened is no advice.
    expect((await iwalHere(folder, ['describe', "it's cafe.svm"])).stderr).toBe("iwal: it's cafe.svm: no such file\n");
    execFileSync('bash', ['-c', command.replace('NEW_NAME', 'cafe.svm')], { cwd: folder });
    expect((await iwalHere(folder, 'describe cafe.svm')).code).toBe(0);
  },
);
