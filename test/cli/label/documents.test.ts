/** The example of documents: the letters, and the same scores in another language; what commands say of them stands in test/cli/sessions/labels. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder, iwalHere, linesOf } from '../../support/processes/cli.ts';
import { publishedSchema, refusedBy } from '../../support/schemas.ts';

const examples = fileURLToPath(new URL('../../../examples/documents/', import.meta.url));
const letters = readFileSync(join(examples, 'letters.csv'), 'utf8');

const ran = async (folder: string, line: string): Promise<string> => {
  const { code, stdout, stderr } = await iwalHere(folder, line);
  expect(code, stderr).toBe(0);
  return stdout;
};

test('the letters are those of their script', () => {
  expect(spawnSync(process.execPath, [join(examples, 'letters.mjs')], { encoding: 'utf8' }).stdout).toBe(letters);
});

test('docs/TEXT.md shows the Python of the examples', () => {
  expect(readFileSync(join(examples, '../../docs/TEXT.md'), 'utf8')).toContain(readFileSync(join(examples, 'score.py'), 'utf8'));
});

const python = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!python)(
  `the Python of the examples scores as predict does, to 1e-12${python ? '' : ' (skipped: there is no python3 here)'}`,
  async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letters.csv'), letters.replaceAll(/,(19|20)\d[13579],/g, ',NA,'));
    writeFileSync(
      join(folder, 'odd.csv'),
      'id,body,year,kind\na,"It\'s 日本語 ﬁne, İstanbul’s: a refund; REFUND refund",,x\nb,,2020,\nd,roses,?,z\nc,ไทย q 𝒜𝒷 money back ' +
        'for the roses,1,other\n',
    );
    for (const more of [
      '',
      ' --ngrams 2 --number-columns year --category-columns kind',
      ' --number-columns year --missing learned',
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
