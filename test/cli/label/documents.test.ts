/** A newcomer's hour: documents in a table, answers by name, a model, predictions, and the same scores in another language. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, iwalHere, linesOf } from '../../support/processes/cli.ts';
import { publishedSchema, refusedBy } from '../../support/schemas.ts';

const examples = fileURLToPath(new URL('../../../examples/documents/', import.meta.url));
const letters = readFileSync(join(examples, 'letters.csv'), 'utf8');

interface Line {
  readonly question?: number;
  readonly id: number;
  readonly text?: string;
  readonly done?: boolean;
  readonly labels?: number;
}

/** The label of each letter, by row. */
const kinds = [...letters.matchAll(/",\d+,(complaint|other)$/gm)].map(([, kind]) => kind);

function folderWithLetters(): string {
  const folder = temporaryFolder();
  copyFileSync(join(examples, 'letters.csv'), join(folder, 'letters.csv'));
  return folder;
}

/** What is said of the columns beside the text where nobody has named any. */
const UNUSED =
  'letters.csv: the columns year, kind are not learned from; --number-columns or --category-columns adds columns to learn from\n';

/** Labels by pipe as somebody who knows; what was asked. */
async function label(folder: string, args: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  const end = await iwalHere(folder, ['label', 'letters.csv', '--text', 'body', '--protocol', 'jsonl', ...args], (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    return line.question === undefined ? '' : `${JSON.stringify({ question: line.question, label: kinds[line.id] })}\n`;
  });
  expect(end).toMatchObject({ code: 0, stderr: UNUSED });
  return lines;
}

const ran = async (folder: string, line: string): Promise<string> => {
  const { code, stdout, stderr } = await iwalHere(folder, line);
  expect(code, stderr).toBe(0);
  return stdout;
};

test('a program corrects an earlier answer; an audit computes what was before it and what is behind it', async () => {
  const folder = folderWithLetters();
  let [open, isCorrected] = [0, false];
  const said: (Line & { readonly error?: string })[] = [];
  const command = 'label letters.csv --text body --classes other,complaint --budget 12 --ledger a.jsonl --protocol jsonl';
  await iwalHere(folder, command, (text) => {
    const line = JSON.parse(text) as (typeof said)[number];
    said.push(line);
    if (line.question === undefined) return '';
    open = line.question;
    const correct = open === 5 && !isCorrected ? 2 : open === 6 && said.at(-2)!.error === undefined ? 9 : undefined;
    isCorrected ||= correct === 2;
    const remark = open === 3 ? { note: 'a, "b"\nc', flag: true } : open === 4 ? { flag: true } : {};
    const answer = { ...(correct === 2 ? { skip: true } : { label: kinds[line.id] }), ...remark };
    return `${JSON.stringify({ question: open, ...answer, ...(correct !== undefined && { correct }) })}\n`;
  });
  expect(said.filter(({ error }) => error !== undefined)).toEqual([
    { error: 'answer 9 cannot be corrected: expected one of 1 to 5' },
  ]);
  expect(said.filter(({ question }) => question === 5)).toHaveLength(2);
  expect(said.at(-1)).toMatchObject({ done: true, labels: 12 });
  const audited = await ran(folder, 'audit a.jsonl --data letters.csv --text body --details');
  expect(audited).toContain('every entry is the same bit for bit');
  expect(audited).toContain('; 1 answer corrected');
  await ran(folder, 'export a.jsonl --data letters.csv --text body --format vw --out a.vw --notes notes.csv');
  const [third, fourth] = [3, 4].map((n) => said.find(({ question }) => question === n)!.id);
  const [, label3, label4] = /^row,label,annotator,flag,note\n\d+,(-?1),,1,"a, ""b""\nc"\n\d+,(-?1),,1,\n$/.exec(
    readFileSync(join(folder, 'notes.csv'), 'utf8'),
  )!;
  expect([label3, label4].map(Number)).toEqual([third, fourth].map((id) => (kinds[id] === 'complaint' ? 1 : -1)));
  const other = readFileSync(join(folder, 'a.jsonl'), 'utf8').replace('"entry":"correction"', '"entry":"undo"');
  writeFileSync(join(folder, 'b.jsonl'), other);
  expect((await iwalHere(folder, 'audit b.jsonl')).code).toBe(1);
});

test('--show gives columns beside the text: to programs, in tables of questions, remembered by a project; of documents alone', async () => {
  const folder = folderWithLetters();
  const begun = 'label letters.csv --text body --show year,id,kind --classes other,complaint --budget 20 --project p';
  const { stdout } = await iwalHere(folder, `${begun} --protocol jsonl`, '');
  const [{ id, columns }] = stdout.split('\n', 1).map((line) => JSON.parse(line) as { id: number; columns: object });
  expect(columns).toMatchObject({ id: `L${id + 1}`, kind: kinds[id] });
  // The ids have a column of their own.
  const [head, first] = (await ran(folder, 'label p --batch 2')).split('\n', 2);
  expect(head).toBe('batch,row,id,label,classes,year,kind,text');
  expect(first).toMatch(/^b\w{8},\d+,L\d+,,other \| complaint,\d{4},(other|complaint),"/);
  writeFileSync(join(folder, 'numbers.csv'), 'a,b\n1,2\n3,4\n');
  const refused = await iwalHere(
    folder,
    'label numbers.csv --label-column none --show a --budget 1 --ledger n.jsonl --protocol jsonl',
  );
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--show is about documents') as string });
  const missing = await iwalHere(folder, `${begun.replace('kind', 'knd').replace('--project p', '--ledger m.jsonl')} --serve`);
  expect(missing.stderr).toContain('no column "knd" of what is shown, did you mean');
});

test('the letters are those of their script', () => {
  expect(kinds).toHaveLength(400);
  expect(spawnSync(process.execPath, [join(examples, 'letters.mjs')], { encoding: 'utf8' }).stdout).toBe(letters);
});

test('docs/TEXT.md shows the Python of the examples', () => {
  expect(readFileSync(join(examples, '../../docs/TEXT.md'), 'utf8')).toContain(readFileSync(join(examples, 'score.py'), 'utf8'));
});

describe('from documents to a model', () => {
  test('60 labels by name, an audit, predictions with ids and names, words that speak for either class', async () => {
    const folder = folderWithLetters();
    const session = ['--classes', 'other,complaint', '--budget', '60', '--ledger', 'a.jsonl', '--model', 'a.iwalmodel'];
    const asked = await label(folder, session);
    expect(asked[0].text).toMatch(/^(Dear|Good|Hello|To)[^]*"$/);
    expect(asked.at(-1)).toMatchObject({ done: true, labels: 60 });
    expect(await ran(folder, 'audit a.jsonl --data letters.csv --text body')).toContain('computed anew: ok');
    const predictions = linesOf(await ran(folder, 'predict a.iwalmodel letters.csv --label-column none --form jsonl')).map(
      (line) => JSON.parse(line) as { id: string; class: string; score: number; probability: number },
    );
    expect(predictions.map(({ id }) => id)).toEqual(kinds.map((_, i) => `L${i + 1}`));
    expect(predictions.filter((row, i) => row.class !== kinds[i]).length / 400).toBeLessThan(0.1);
    const shown = JSON.parse(await ran(folder, 'model show a.iwalmodel --top 1000 --json')) as {
      calibration: { slope: number; intercept: number; labels: number };
      classes: string[];
      top: { feature: string; weight: number }[];
      telling: { class: string; for: string[] }[];
    };
    const { slope, intercept, labels } = shown.calibration;
    expect(labels).toBe(60);
    for (const { class: name, score, probability } of predictions) {
      expect(name).toBe(score > 0 ? 'complaint' : 'other');
      expect(probability).toBeCloseTo(1 / (1 + Math.exp(-(slope * score + intercept))), 12);
    }
    expect(shown.classes).toEqual(['other', 'complaint']);
    expect(shown.top.find(({ feature }) => feature === 'refund')!.weight).toBeGreaterThan(0);
    const [other, complaint] = shown.telling;
    expect([other.class, complaint.class]).toEqual(['other', 'complaint']);
    expect(complaint.for).toContain('money');
    expect(other.for).not.toContain('money');
    expect(await ran(folder, 'model show a.iwalmodel')).toContain(`\nfor complaint: ${complaint.for.join(', ')}\n`);
    expect(await ran(folder, 'export a.jsonl --data letters.csv --text body --format vw')).toContain('|');
  });

  test('--positive, and an unknown one', async () => {
    const folder = folderWithLetters();
    const args = '--classes complaint,other --positive complaint --budget 20 --ledger b.jsonl --model b.iwalmodel'.split(' ');
    await label(folder, args);
    expect(JSON.parse(await ran(folder, 'model show b.iwalmodel --json'))).toMatchObject({ classes: ['other', 'complaint'] });
    expect(
      await iwalHere(
        folder,
        'label letters.csv --text body --classes complaint,other --positive complait --budget 9 --ledger c.jsonl',
      ),
    ).toMatchObject({
      code: 2,
      stderr: "iwal: --positive must be one of complaint, other, found 'complait', did you mean 'complaint'?\n",
    });
  });

  test('describe, simulate, calibrate and learn read documents in the same way', async () => {
    const folder = folderWithLetters();
    const reading = '--text body --number-columns year --label-column kind';
    expect(await ran(folder, `describe letters.csv ${reading}`)).toMatch(
      /labels complaint \(\d+\), other \(\d+\); [\d.]+% other/,
    );
    const { data } = JSON.parse(await ran(folder, `simulate letters.csv ${reading} --holdout 0.2 --budget 40 --json`)) as {
      data: { features: number };
    };
    await ran(folder, `learn letters.csv ${reading} --model c.iwalmodel`);
    expect(JSON.parse(await ran(folder, 'model show c.iwalmodel --json'))).toMatchObject({
      // Features count from 2: the constant has 0, and nothing has 1.
      weights: data.features + 2,
      classes: ['complaint', 'other'],
    });
    expect(await ran(folder, `calibrate letters.csv ${reading} --pilot 200 --budget 60 --runs 1`)).toContain(
      'letters: pool of 400 rows',
    );
    expect(await ran(folder, 'pool letters.csv --text body --label-column kind --out pool.svm --words words.txt')).toMatch(
      /400 documents, \d+ features/,
    );
    const ofText = JSON.parse(await ran(folder, 'describe letters.csv --text body --label-column kind --json')) as object;
    expect(JSON.parse(await ran(folder, 'describe pool.svm --json'))).toMatchObject({ rows: (ofText as { rows: object }).rows });
    expect(readFileSync(join(folder, 'words.txt'), 'utf8').split('\n')).toContain('refund');
  });

  test('columns beside the text are told once, in tables and JSON lines; not where some are named, nor those that have a use', async () => {
    const folder = folderWithLetters();
    writeFileSync(join(folder, 'letters.jsonl'), '{"id":"a","body":"one word","year":1999,"kind":"x"}\n');
    const reported = async (line: string): Promise<string> => (await iwalHere(folder, line)).stderr;
    expect(await reported('describe letters.csv --text body')).toBe(UNUSED);
    expect(await reported('describe letters.jsonl --text body')).toBe(UNUSED.replace('.csv', '.jsonl'));
    expect(await reported('describe letters.csv --text body --label-column kind')).toBe(
      UNUSED.replace('columns year, kind are', 'column year is'),
    );
    expect(await reported('describe letters.csv --text body --number-columns year')).toBe('');
    expect(await reported('describe letters.csv --text body --category-columns kind')).toBe('');
    expect(await reported('learn letters.csv --text body --label-column kind --model a.iwalmodel')).toContain(
      'the column year is',
    );
    expect(await reported('learn letters.csv --label-column kind --resume a.iwalmodel')).not.toContain('year');
    expect(await reported('predict a.iwalmodel letters.csv --label-column kind')).not.toContain('year');
  });

  test('other documents are tested with the words of those that were learned', async () => {
    const folder = folderWithLetters();
    const [head, ...records] = letters.split(/\n(?=L\d+,)/);
    writeFileSync(join(folder, 'train.csv'), [head, ...records.slice(0, 300)].join('\n'));
    writeFileSync(join(folder, 'test.csv'), [head, ...records.slice(300)].join('\n'));
    const reading = '--text body --label-column kind';
    const { data, testError } = JSON.parse(
      await ran(folder, `simulate train.csv --test test.csv ${reading} --budget 60 --json`),
    ) as { data: object; testError: number };
    expect(data).toMatchObject({ rows: 300, testExamples: 100 });
    expect(testError).toBeLessThan(0.15);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!python)(
  `the Python of the examples scores as predict does, to 1e-12${python ? '' : ' (skipped: there is no python3 here)'}`,
  async () => {
    const folder = folderWithLetters();
    writeFileSync(
      join(folder, 'odd.csv'),
      'id,body,year,kind\na,"It\'s 日本語 ﬁne, İstanbul’s: a refund; REFUND refund",,x\nb,,2020,\nc,ไทย q 𝒜𝒷 money back ' +
        'for the roses,1,other\n',
    );
    for (const more of [
      '',
      ' --ngrams 2 --number-columns year --category-columns kind',
      ' --idf none --constant none',
      ' --idf running --constant 0.1',
    ]) {
      await ran(
        folder,
        `learn letters.csv --text body --label-column kind${more.replace(' --category-columns kind', '')} --model a.iwalmodel`,
      );
      await ran(folder, 'model export a.iwalmodel --out model.json');
      expect(refusedBy(publishedSchema('model.json'), [JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))])).toEqual(
        [],
      );
      for (const file of ['letters.csv', 'odd.csv']) {
        const ours = linesOf(await ran(folder, `predict a.iwalmodel ${file} --label-column none --form plain`)).map(Number);
        const { stdout, stderr } = spawnSync('python3', [join(examples, 'score.py'), 'model.json', file], {
          cwd: folder,
          encoding: 'utf8',
        });
        const theirs = linesOf(stdout).map((line) => Number(line.split(' ')[0]));
        expect(theirs.length, stderr).toBe(ours.length);
        expect(Math.max(...ours.map((score, i) => Math.abs(score - theirs[i])))).toBeLessThanOrEqual(1e-12);
      }
    }
  },
);

test('what is not calibrated keeps the probability of its loss, and says so where the picture is wanted', async () => {
  const folder = folderWithLetters();
  await ran(folder, 'learn letters.csv --text body --label-column kind --model l.iwalmodel');
  const [line] = (await ran(folder, 'predict l.iwalmodel letters.csv --label-column none --form jsonl')).split('\n');
  const { score, probability } = JSON.parse(line) as { score: number; probability: number };
  expect(probability).toBeCloseTo(1 / (1 + Math.exp(-score)), 12);
  const picture = await iwalHere(folder, 'model show l.iwalmodel --reliability r.png');
  expect([picture.code, picture.stderr]).toEqual([
    1,
    'iwal: l.iwalmodel is not calibrated: that takes ten labels or more, of both classes, which iwal label or a project has bought\n',
  ]);
  // A model that learns on is another model.
  await label(folder, ['--classes', 'other,complaint', '--budget', '30', '--ledger', 'a.jsonl', '--model', 'a.iwalmodel']);
  expect(await ran(folder, 'model show a.iwalmodel --json')).toContain('"calibration":{');
  await ran(folder, 'learn letters.csv --text body --label-column kind --resume a.iwalmodel --model b.iwalmodel');
  expect(await ran(folder, 'model show b.iwalmodel --json')).not.toContain('"calibration"');
});

test('what cannot be is told: a model of words for numbers, hashed words without names, a name that no column has', async () => {
  const folder = folderWithLetters();
  writeFileSync(join(folder, 'n.svm'), '1 1:2\n-1 2:1\n');
  await ran(folder, 'learn letters.csv --text body --label-column kind --bits 10 --model a.iwalmodel');
  const wrong: [string, string][] = [
    ['predict a.iwalmodel n.svm', 'a.iwalmodel was learned from the words of documents, but n.svm has numbered features'],
    [
      'model export a.iwalmodel',
      'a.iwalmodel has words hashed to 10 bits of 400 documents; idf: from all documents, which costs no label: only ' +
        'models of words and of columns that keep their names are exported',
    ],
    [
      'label letters.csv --budget 9 --ledger a.jsonl --protocol jsonl',
      'columns of letters.csv: text body; numbers year; categories kind;',
    ],
    ['pool letters.csv --text bdy --out p.svm', "did you mean 'body'?"],
    ['learn letters.csv --text body', 'letters.csv: found no column of labels'],
  ];
  for (const [line, message] of wrong) expect((await iwalHere(folder, line)).stderr).toContain(message);
  await ran(folder, 'predict a.iwalmodel letters.csv --label-column none');
});
