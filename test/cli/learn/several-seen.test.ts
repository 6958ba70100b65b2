/** Several classes need no option: where the labels of a file are of more than two, simulate and learn decide between them as label does. */
import { expect, test } from 'vitest';
import { eachFolder } from '../../support/processes/cli.ts';

const NOTE =
  'the labels are of more than two classes: one-against-all, each class against all others; --reduction names another way\n';

const { write, iwalHere: run } = eachFolder(() => {
  const rows = Array.from({ length: 90 }, (_, n) => ({
    y: n % 3,
    name: ['ash', 'elm', 'oak'][n % 3],
    x: (n % 3) + ((n * 7) % 5) / 10,
  }));
  write('rows.svm', rows.map(({ y, x }) => `${y + 1} 1:${x} 2:1\n`).join(''));
  write('table.csv', `label,a\n${rows.map(({ name, x }) => `${name},${x}\n`).join('')}`);
  write('docs.csv', `body,kind\n${rows.map(({ name }, n) => `about ${name} ${n % 4},${name}\n`).join('')}`);
  write(
    'docs.jsonl',
    rows.map(({ name }, n) => `${JSON.stringify({ body: `about ${name} ${n % 4}`, target: name })}\n`).join(''),
  );
  write('numbers.svm', rows.map(({ x }) => `${x} 1:${x}\n`).join(''));
  write('signs.svm', rows.map(({ y, x }) => `${y - 1} 1:${x}\n`).join(''));
});

test.each(['rows.svm', 'table.csv', 'docs.csv --text body --label-column kind', 'docs.jsonl --text body'])('%s', async (data) => {
  for (const command of ['learn', 'simulate']) {
    const line = `${command} ${data}${command === 'simulate' ? ' --budget 30' : ''}`;
    const [seen, said] = [await run(line), await run(`${line} --reduction one-against-all`)];
    const timeless = (text: string): string => text.replace(/[\d.]+ s of learning/, '');
    expect(timeless(seen.stdout)).toBe(timeless(said.stdout));
    expect([seen.code, seen.stderr]).toEqual([0, expect.stringContaining(NOTE)]);
    expect(said.stderr).toBe(seen.stderr.replace(NOTE, ''));
  }
});

test('what is said stands, and what is no class is none', async () => {
  expect((await run('learn rows.svm --loss squared')).stdout).toContain('squared loss');
  expect((await run('learn rows.svm --reduction scoring-filter-tree')).stdout).toContain('scoring-filter-tree');
  for (const line of ['learn numbers.svm', 'simulate signs.svm --budget 20', 'learn rows.svm --stream'])
    expect(await run(line)).toMatchObject({ code: 1, stdout: '' });
  expect((await run('learn table.csv --classes ash,elm')).stderr).toContain('found the label "oak"');
  expect((await run('learn nowhere.csv')).stderr).toContain('nowhere.csv: no such file');
});
