/** LAWS of columns that nobody names: what is taken of a table is said in a line, is what naming it makes, and is kept for later files. */
import { expect, test } from 'vitest';
import { iwalHere } from '../../support/processes/here.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, text, bytes } = temporaryFolder();
const run = (line: string): ReturnType<typeof iwalHere> => iwalHere(path(''), line);
const others = ': --text, --number-columns, --category-columns and --label-column name others\n';
/** 40 rows; {n} counts them from 1, {x} is a number, {c} one of three names, {y} yes or no. */
function table(name: string, head: string, row: string): void {
  const rows = Array.from({ length: 40 }, (_, k) => {
    const x = (k * 37) % 41;
    const cells = [k + 1, x + 0.5, ['Rome', 'Oslo', 'Bern'][k % 3], x > 20 ? 'yes' : 'no', 'nesw'[(k * 3) % 4]];
    return row.replace(/\{(\w)\}/g, (_all, key: string) => String(cells['nxcyq'.indexOf(key)]));
  });
  write(name, `${[head, ...rows].join('\n')}\n`);
}
table('people.csv', 'id,age,city,premium', '{n},{x},{c},{y}');
table('more.csv', 'city,premium,new,age', '{c},{y},a b,{x}');
table('lacks.csv', 'city,premium', '{c},{y}');
table('numbers.csv', 'id,x,label', '{n},{x},1');
const TAKEN = `columns of people.csv: numbers age; categories city; label premium; left out id (an id)${others}`;

test.each([
  ['bom.csv', '\ufeffid,x,c,label', '{n},{x},{c},{y}', ': numbers x; categories c; label label; left out id (an id)'],
  ['semi.csv', 'x;d;Class', '{x};{n},5;{y}', ': numbers x; label Class; left out d (no numbers: "40,5"; a number is'],
  ['text.csv', 't,one,Target', 'about {c} {n},a,{y}', ': text t; label Target; left out one (one value)'],
  ['missing.csv', 'x,nr,sku,labels', 'NA,{n},s{n},{y}', ' learn from: x (empty), nr (numbers of rows), sku (another'],
  ['names.csv', 'x,"a,b",7,label', '{x},{c},{x},{y}', ': numbers x, 3; categories 2; label label'],
  ['four.csv', 'x,c,label', '{x},{c},{q}', ': numbers x; categories c; label label'],
])('%s', async (name, head, row, said) => {
  table(name, head, row);
  const { stderr } = await run(`learn ${name}`);
  expect(stderr).toContain(said);
  expect(stderr.includes('more than two classes')).toBe(name === 'four.csv');
});

test('no label is guessed: the error has the words to type, and says nothing of classes', async () => {
  for (const command of ['simulate', 'learn', 'calibrate --pilot 20']) {
    const { code, stderr } = await run(`${command} people.csv`);
    expect([code, stderr]).toEqual([
      1,
      'iwal: people.csv:1: found no column named label, labels, class or target; expected a column of labels: ' +
        `iwal ${command} people.csv --label-column premium (no, yes); others of few values: city (Bern, Oslo, Rome)\n`,
    ]);
  }
});

test('columns that are taken are columns that are named; a model reads other files by them', async () => {
  const line = 'learn people.csv --label-column premium --model';
  const [taken, named] = [
    await run(`${line} a.iwalmodel`),
    await run(`${line} b.iwalmodel --number-columns age --category-columns city`),
  ];
  expect(taken).toEqual({ ...named, stderr: `${TAKEN}${named.stderr}` });
  expect(bytes('a.iwalmodel')).toEqual(bytes('b.iwalmodel'));
  const [own, other] = [await run('predict a.iwalmodel people.csv'), await run('predict a.iwalmodel more.csv')];
  expect([own.code, other.stdout]).toEqual([0, own.stdout]);
  expect((await run('predict a.iwalmodel lacks.csv')).stderr).toContain(
    'lacks.csv:1: found no column "age" of numbers; expected',
  );
});

test('a ledger keeps what was taken, and chooses no second time', async () => {
  const { code, stderr } = await run('simulate people.csv --label-column premium --budget 10 --ledger a.jsonl');
  expect([code, stderr.includes(TAKEN)]).toEqual([0, true]);
  const columns = '{"number-columns":"age","category-columns":"city","label-column":"premium"}';
  expect(text('a.jsonl').split('\n')[0]).toContain(`"columns":${columns}`);
  for (const line of ['audit a.jsonl --data', 'export a.jsonl --format csv --data', 'replay a.jsonl --query random --data'])
    expect((await run(`${line} people.csv`)).stderr).not.toContain('columns of');
});

test('a project keeps it as if it had been written', async () => {
  const line = 'label people.csv --label-column premium --classes no,yes --budget 10 --project p --batch 3 --out ask.csv';
  expect((await run(line)).stderr).toContain(TAKEN);
  expect(text('p/settings.json')).toContain('"number-columns": "age"');
  expect(text('ask.csv')).toMatch(/age: [\d.]+\ncity: (Rome|Oslo|Bern)/);
  expect((await run('audit p')).stderr).not.toContain('columns of');
});

test('a table of numbers is read as ever, and a slip in it or behind the first rows is an error with its line', async () => {
  expect((await run('describe numbers.csv')).stderr).not.toContain('columns of');
  write('slip.csv', `x,label\n${'1,0\n2,1\n'.repeat(20)}old,1\n`);
  expect((await run('learn slip.csv')).stderr).toMatch(/^iwal: slip.csv:42:1: found "old"/);
  write('late.csv', `x,c,label\n${'1,a,0\n2,b,1\n'.repeat(1000)}old,a,1\n`);
  const late = /late.csv:2002: found "old" in the column "x" of numbers; .*--category-columns takes names/;
  expect((await run('learn late.csv')).stderr).toMatch(late);
});
