/** A labelling project: a folder that knows what the command line leaves out, moves with its data, and tells who answered. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { built } from '../../support/processes/built.ts';
import { answered, eachFolder, iwalHere as iwalIn, linesOf } from '../../support/processes/cli.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));
const { path, text, write, iwalHere, lineHere } = eachFolder(() => cpSync(letters, path('letters.csv')));

const BEGIN = 'letters.csv --text body --number-columns year --classes Other,complaint --budget 30 --project reviews';

interface Predicted {
  readonly id: string;
  readonly class: string;
  readonly probability: number;
}

interface Line {
  readonly question?: number;
  readonly prediction?: number;
  readonly done?: boolean;
  readonly labels?: number;
}

/** Labels questions from `from` on, so many, and quits. */
async function label(args: string, from: number, count: number, where = path()): Promise<Line[]> {
  const answers = answered(count, (n) => (n % 2 === 0 ? 'Other' : 'complaint'), from);
  const { stdout, stderr, code } = await iwalIn(where, `label ${args} --protocol jsonl`, answers);
  expect(code, stderr).toBe(0);
  return linesOf(stdout).map((line) => JSON.parse(line) as Line);
}

describe('the page of a project', () => {
  test('has what its audit and its model say, the same bytes each time, and fetches nothing', async () => {
    await label(BEGIN, 1, 40);
    const made = await iwalHere('report reviews --by kind');
    expect([made.code, made.stdout]).toEqual([0, 'reviews.html\n']);
    const page = text('reviews.html');
    const audited = JSON.parse((await iwalHere('audit reviews --json')).stdout) as {
      quantities: { class?: string; value: number; low: number; high: number }[];
    };
    const [{ value, low, high }] = audited.quantities.filter((each) => each.class === 'complaint');
    const words = [value, low, high].map((share) => `${(100 * share).toFixed(2)}%`);
    expect(page).toContain(`<td class="number">${words[0]} (${words[1]} to ${words[2]})</td>`);
    for (const told of [
      'By group',
      'Words that matter most',
      'computed anew: ok',
      'iwal audit reviews',
      'Importance weighted active learning',
    ])
      expect(page).toContain(told);
    expect(page).not.toMatch(/(src|href)="(?!data:,)/);
    // Documents as predict has them: 1 - p is the probability of the negative class.
    const { surest, leastSure } = JSON.parse((await iwalHere('model show reviews --json')).stdout) as Record<
      string,
      { id: string }[]
    >;
    const rows = linesOf((await iwalHere('predict reviews --form jsonl')).stdout).map((line) => JSON.parse(line) as Predicted);
    const sure = rows.map((row) => ({ ...row, sure: row.class === 'complaint' ? row.probability : 1 - row.probability }));
    sure.sort((a, b) => b.sure - a.sure);
    expect(surest).toMatchObject(sure.slice(0, 5).map(({ id, sure: probability }) => ({ id, probability })));
    expect(leastSure.map(({ id }) => id)).toEqual(
      sure
        .slice(-5)
        .reverse()
        .map(({ id }) => id),
    );
    for (const { id } of [...surest, ...leastSure]) expect(page).toContain(`<th scope="row">${id}</th>`);
    await iwalHere('report reviews --by kind --out again.html');
    expect(text('again.html')).toBe(page);
    expect((await iwalHere('report reviews/ledger.jsonl --out alone.html')).code).toBe(0);
    expect(text('alone.html')).toContain('computed anew: inconclusive');
  });
});

describe('a project', () => {
  test('goes on with nothing but its name, and ends in the ledger of a session without one', async () => {
    await label(BEGIN, 1, 5);
    const { 'iwal-project': version, files, options } = JSON.parse(text('reviews/settings.json')) as Record<string, unknown>;
    expect({ version, files, options }).toEqual({
      version: 1,
      files: { pool: '../letters.csv' },
      options: { text: 'body', 'number-columns': 'year', classes: ['Other', 'complaint'] },
    });
    const settings = text('reviews/settings.json');
    const lines = await label('--project reviews', 6, 30);
    expect(lines.at(-1)).toMatchObject({ done: true, labels: 30 });
    expect(text('reviews/settings.json')).toBe(settings);

    await label(BEGIN.replace('--project reviews', '--ledger a.jsonl'), 1, 5);
    await label(BEGIN.replace('--project reviews', '--ledger a.jsonl'), 6, 30);
    expect(text('reviews/ledger.jsonl')).toBe(text('a.jsonl'));

    const predicted = await iwalHere('predict reviews/model.iwalmodel letters.csv --form csv');
    expect([predicted.code, predicted.stderr]).toEqual([0, 'probability is that of complaint, whichever class is predicted\n']);
    expect(predicted.stdout).toMatch(/^L1,/m);
    expect(predicted.stdout).toMatch(/,(Other|complaint),/);
  });

  test('moves with its data', async () => {
    mkdirSync(path('a/data'), { recursive: true });
    renameSync(path('letters.csv'), path('a/data/letters.csv'));
    await label(BEGIN.replace('letters.csv', 'data/letters.csv'), 1, 4, path('a'));
    renameSync(path('a'), path('b'));
    expect((await label('--project b/reviews', 5, 1))[0]).toMatchObject({ question: 5 });
    // Where the data are elsewhere, their place is said once.
    renameSync(path('b/data/letters.csv'), path('documents.csv'));
    const missing = await iwalHere('label --project b/reviews --protocol jsonl');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(
        /letters\.csv: no such file, and project b\/reviews looks .*; name their new place once: iwal label NEW-PLACE --project b\/reviews\n/,
      ),
    ]);
    const file = await iwalHere('label documents.csv --project documents.csv --budget 5 --protocol jsonl');
    expect([file.code, file.stderr]).toEqual([
      1,
      'iwal: documents.csv: found a file; expected the folder of a project, or a name for a new one\n',
    ]);
    expect((await label('documents.csv --project b/reviews', 6, 1))[0]).toMatchObject({ question: 6 });
    expect((await label('--project b/reviews', 7, 1))[0]).toMatchObject({ question: 7 });
  });

  test('on a page', async () => {
    await label(BEGIN, 1, 3);
    const { openPage } = await import('../../support/processes/label-page.ts');
    const session = await openPage(path(), ['--project', 'reviews']);
    expect(await session.call('/api/state')).toMatchObject({ open: 4 });
    expect(existsSync(path('reviews/ledger.jsonl.page'))).toBe(true);
    await session.call('/api/answer', { body: { question: 4, quit: true } });
    const { code, stderr } = await session.exit;
    expect(code).toBe(0);
    expect(stderr).toContain(
      'the model is written: iwal predict reviews shows what it says, iwal predict reviews MORE of other rows\n',
    );
  });
});

/** A terminal whose window is closed once a key was pressed: what the program says nobody reads. */
const CLOSED_WINDOW = `
import os, pty, sys
pid, window = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
seen = b''
while b'question 1,' not in seen: seen += os.read(window, 1000)
os.write(window, b'o')
while b'question 2,' not in seen: seen += os.read(window, 1000)
os.close(window)
os.waitpid(pid, 0)
`;
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

test.skipIf(!hasPython)(
  `a window that is closed leaves the model of what is labelled${hasPython ? '' : ' (skipped: there is no python3 with pty here)'}`,
  () => {
    const command = [process.execPath, built('src/cli/main.js'), 'label', ...BEGIN.split(' ')];
    const { status, stderr } = spawnSync('python3', ['-c', CLOSED_WINDOW, ...command], { cwd: path(), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(existsSync(path('reviews/model.iwalmodel'))).toBe(true);
  },
);

describe('who answers, and what they see', () => {
  test('a name in every answer and undo, and in no other line; audit and replay take it as told', async () => {
    write('answers', '{"question":1,"label":"Other"}\n{"question":2,"undo":true}\n{"question":1,"label":"Other"}\n');
    await lineHere(`$iwal label ${BEGIN} --annotator "Ana \\"A\\"" --protocol jsonl < answers`);
    await label('--project reviews --annotator Ben', 2, 2);
    await label('--project reviews', 4, 1);
    const entries = linesOf(text('reviews/ledger.jsonl')).map(
      (line) => JSON.parse(line) as { entry?: string; outcome?: string; annotator?: string },
    );
    expect(
      entries.filter(({ entry, outcome }) => entry === 'undo' || outcome === 'asked').map(({ annotator }) => annotator),
    ).toEqual(['Ana "A"', 'Ana "A"', 'Ana "A"', 'Ben', 'Ben', undefined]);
    expect(
      entries.filter(({ annotator, entry, outcome }) => annotator !== undefined && entry === 'example' && outcome !== 'asked'),
    ).toEqual([]);
    const audit = await iwalHere('audit reviews/ledger.jsonl --data letters.csv --text body --number-columns year');
    expect([audit.code, audit.stderr]).toEqual([0, '']);
    expect(audit.stdout).toContain('who answered, when, and notes');
  });

  test('--blind yes: a program is told no prediction, and the project remembers', async () => {
    const [first] = await label(`${BEGIN} --blind yes`, 1, 3);
    expect(first).not.toHaveProperty('prediction');
    expect((await label('--project reviews', 4, 0))[0]).not.toHaveProperty('prediction');
    expect((await label('--project reviews --blind no', 4, 0))[0]).toHaveProperty('prediction');
  });
});
