/** Laws: trouble with a file is one line on stderr that names it and says what is wrong, exit code 1, and nothing left behind. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, text, bytes, write, iwalHere } = eachFolder(async () => {
  await toyFile(path(), 'good.svm');
});

async function expectFailure(args: readonly string[], complaint: string | RegExp): Promise<void> {
  const before = readdirSync(path(), { recursive: true }).sort();
  const { code, stdout, stderr } = await iwalHere(args);
  if (typeof complaint === 'string') expect(stderr).toBe(`iwal: ${complaint}\n`);
  else expect(stderr).toMatch(complaint);
  expect([stdout, code]).toEqual(['', 1]);
  expect(readdirSync(path(), { recursive: true }).sort()).toEqual(before);
}

describe('files to read', () => {
  const GOOD = '1 1:0.5 2:1\n-1 1:1\n';
  const damaged: readonly (readonly [what: string, name: string, content: string | Buffer, complaint: string | RegExp])[] = [
    ['an empty file', 'bad.svm', '', 'bad.svm: found no examples; expected at least one line "label id:value …"'],
    ['a malformed line', 'bad.svm', `${GOOD}1 1:0.5 two:2\n`, /^iwal: bad\.svm:3:9: found "two:2"; expected id:value .*\n$/],
    ['a value that is no number', 'bad.svm', `${GOOD}1 1:NaN\n`, /^iwal: bad\.svm:3:3: found "1:NaN"; expected id:value .*\n$/],
    ['an infinite value', 'bad.svm', `${GOOD}1 1:1e39\n`, /^iwal: bad\.svm:3:3: found "1:1e39"; expected id:value .*\n$/],
    ['a third class', 'bad.svm', `${GOOD}7 1:1\n`, /^iwal: bad\.svm:3:1: found "7"; expected a label .*-1.*\n$/],
    ['a NaN label', 'bad.svm', `${GOOD}nan 1:1\n`, /^iwal: bad\.svm:3:1: found "nan"; expected a label .*\n$/],
    [
      'a truncated gzip',
      'bad.svm.gz',
      gzipSync(GOOD.repeat(50)).subarray(0, 40),
      /^iwal: bad\.svm\.gz: found a gzip stream that ends early; .*\n$/,
    ],
    ['gzip that is none', 'bad.svm.gz', 'PK not gzip\n', /^iwal: bad\.svm\.gz:1:1: found "PK"; .*\n$/],
    [
      'a table whose label is not first',
      'bad.csv',
      '0.5,1\n0.25,-1\n',
      'bad.csv:1:1: found "0.5"; expected a label that is -1 or +1, or 0 or 1, in a two-class task unless --classes ' +
        'names its classes, the negative one first, as in ham,spam or 1,2 (or a,b,c where there are more), in the first ' +
        'column unless the label column is named: the last one, "1" here, is --label-column 2',
    ],
    [
      'a table with bars',
      'bad.csv',
      'a|label\n1|1\n',
      'bad.csv:1: found no column "label" for the label; expected a column from 1 to 1, or one of a|label; or the ' +
        'delimiter "|", if that is what separates the cells',
    ],
    ['an unknown ending', 'bad.foo', GOOD, /^iwal: bad\.foo: found the ending '\.foo'.*\n$/],
    [
      'a foreign binary file',
      'bad.iwal',
      GOOD,
      /^iwal: bad\.iwal: found .*; expected a complete \.iwal file of format version 1\n$/,
    ],
  ];

  test.each(damaged)('%s', async (_, name, content, complaint) => {
    write(name, content);
    await expectFailure(['simulate', name, '--curve', 'out.png'], complaint);
  });

  test('a damaged test file', async () => {
    write('bad.svm', GOOD.replace('0.5', 'half'));
    await expectFailure(['simulate', 'good.svm', '--test', 'bad.svm'], /^iwal: bad\.svm:1:3: found "1:half"; .*\n$/);
  });

  test('a missing file, with the nearest name in its folder', async () => {
    await expectFailure(['simulate', 'god.svm'], "god.svm: no such file, did you mean 'good.svm'?");
    await expectFailure(['describe', 'nothing-like-it'], 'nothing-like-it: no such file');
    await expectFailure(
      ['simulate', 'good.svm', '--test', 'nowhere/b.svm'],
      'nowhere/b.svm: no such file, for there is no folder nowhere',
    );
    mkdirSync(path('letters'));
    await expectFailure(
      ['audit', 'leters/2026/ledger.jsonl'],
      "leters/2026/ledger.jsonl: no such file, for there is no folder leters, did you mean 'letters'?",
    );
    await expectFailure(['simulate', 'good.svm/b.svm'], 'good.svm/b.svm: not a directory');
  });

  test('a folder', async () => {
    mkdirSync(path('sub'));
    const noProject = 'sub is a folder and no project; expected a file, or a folder that iwal label --project has made';
    for (const args of [['simulate'], ['describe'], ['audit'], ['label'], ['model', 'show']])
      await expectFailure([...args, 'sub'], noProject);
    await expectFailure(['simulate', 'good.svm', '--test', 'sub'], 'sub is a folder, not a file');
  });

  test('a model: that of a session nobody has left, and one in the place of the data', async () => {
    mkdirSync(path('reviews'));
    write('reviews/ledger.jsonl', '');
    const hint = 'a session writes its model when it is left with q: iwal label --project reviews';
    for (const args of [
      ['predict', 'reviews/model.iwalmodel', 'good.svm'],
      ['model', 'show', 'reviews/model.iwalmodel'],
    ])
      await expectFailure(args, `reviews/model.iwalmodel: no such file; ${hint}`);
    const { code, stderr } = await iwalHere('predict good.svm a.iwalmodel');
    expect([code, stderr]).toEqual([2, "iwal: predict takes <model> and then <data>, found the model 'a.iwalmodel' behind\n"]);
  });

  test('a held-out share that leaves nothing', async () => {
    write('two.svm', GOOD);
    await expectFailure(['simulate', 'two.svm', '--holdout', '0.1'], '--holdout 0.1 of 2 examples leaves none to test on');
  });

  test('steps that leave the numbers', async () => {
    write('huge.svm', '1 1:1e30\n-1 1:1e30\n1 1:1e30\n-1 1:1e30\n');
    await expectFailure(
      ['simulate', 'huge.svm', '--loss', 'squared', '--update', 'naive', '--query', 'passive', '--eta', '1e300'],
      /^iwal: learning diverged at example \d+: .*\n$/,
    );
  });
});

describe('files to write', () => {
  const commands: readonly (readonly [option: string, name: string, args: readonly string[]])[] = [
    ['--curve', 'out.png', ['simulate', 'good.svm']],
    ['--out', 'out.svm', ['generate', 'rcv1-like', '--documents', '20']],
    ['--out', 'out.iwal', ['generate', 'rcv1-like', '--documents', '20']],
  ];

  test.each(commands)('%s %s', async (option, name, args) => {
    await expectFailure([...args, option, `nowhere/${name}`], `nowhere/${name} cannot be written: no such folder`);
    await expectFailure([...args, option, `good.svm/${name}`], `good.svm/${name} cannot be written: not a directory`);
    mkdirSync(path(name));
    await expectFailure([...args, option, name], `${name} is a folder, not a file`);
    symlinkSync('/dev/null', path(`link-${name}`));
    await expectFailure([...args, option, `link-${name}`], `link-${name} is no ordinary file`);
  });

  test.each(commands)('%s %s on a disk that takes no more', async (option, name, args) => {
    write(name, 'as it was');
    const { code, stderr } = await shell(path(), `ulimit -f 1; $iwal ${args.join(' ')} ${option} ${name}`);
    expect([stderr, code]).toEqual([`iwal: ${name} cannot be written: file too large\n`, 1]);
    expect(readdirSync(path()).sort()).toEqual(['good.svm', name].sort());
    expect(text(name)).toBe('as it was');
  });

  test.each([
    ['good.svm', ['learn', 'good.svm', '--model', 'good.svm']],
    ['./good.svm', ['learn', 'good.svm', '--predictions', './good.svm']],
    ['link.csv', ['simulate', 'table.csv', '--curve', 'link.csv']],
    ['good.svm', ['predict', 'a.iwalmodel', 'good.svm', '--out', 'good.svm']],
    ['a.iwalmodel', ['predict', 'a.iwalmodel', 'good.svm', '--out', 'a.iwalmodel']],
    ['a.iwalmodel', ['model', 'export', 'a.iwalmodel', '--out', 'a.iwalmodel']],
    ['good.svm', ['vw', '-d', 'good.svm', '-p', 'good.svm']],
  ])('what is read is not written over: %s, %j', async (name, args) => {
    write('table.csv', 'label,a\n1,1\n-1,2\n');
    symlinkSync('table.csv', path('link.csv'));
    await iwalHere('learn good.svm --model a.iwalmodel');
    const contents = (): Buffer[] => readdirSync(path()).map((file) => bytes(file));
    const before = contents();
    const { code, stderr } = await iwalHere(args);
    expect(stderr).toBe(`iwal: ${name} is a file that this command reads, and would be written over; expected another name\n`);
    expect(code).toBe(2);
    expect(contents()).toEqual(before);
  });

  test('reports', async () => {
    await expectFailure(['reproduce', '--out', 'good.svm'], 'good.svm cannot be written: file already exists');
    await expectFailure(['reproduce', '--out', 'good.svm/reports'], 'good.svm/reports cannot be written: not a directory');
    await expectFailure(['reproduce', '--data-dir', 'nowhere'], 'nowhere is no folder');
  });
});

describe('standard output', () => {
  test('that takes no more fails', async () => {
    const { code, stderr } = await shell(path(), '$iwal simulate good.svm > /dev/full');
    expect([stderr, code]).toEqual(['iwal: standard output: no space left on device\n', 1]);
  });

  test('that is closed early ends the run quietly', async () => {
    const { code, stderr } = await shell(path(), '($iwal simulate good.svm; echo "code $?" >&2) | true');
    expect([stderr, code]).toEqual(['code 0\n', 0]);
  });
});

// Files that open and do not let themselves be read: the system names no file then.
describe.runIf(process.platform === 'linux')('files whose reading fails', () => {
  const FILES = ['/proc/self/mem', '/proc/self/attr/current'];
  const READERS = [
    ...['svmlight', 'csv', 'vw', 'iwal'].map((format) => ['describe', '@', '--format', format]),
    ['describe', '@', '--format', 'jsonl', '--text', 'a'],
    ['predict', '@', 'good.svm'],
    ['learn', 'good.svm', '--resume', '@', '--model', 'never.iwalmodel'],
    ['audit', '@'],
    ['vw', '-d', '@'],
  ];
  test.each(FILES)('%s', async (file) => {
    for (const args of READERS) {
      const { code, stdout, stderr } = await iwalHere(args.map((arg) => (arg === '@' ? file : arg)));
      expect(stderr, args.join(' ')).toMatch(/^iwal: \/proc\/self\/[\w/]+: found /);
      expect(stderr).not.toMatch(/Error:|bug/);
      expect([code, stdout]).toEqual([1, '']);
    }
  });
});
