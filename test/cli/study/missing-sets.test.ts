import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studies } from '../../../experiments/index.ts';
import { catalogue } from '../../../src/data/public/local-copies.ts';
import { DataSource } from '../../../src/studies/data/data-source.ts';
import { setsOf } from '../../../src/studies/data/datasets.ts';
import { ended, start, temporaryFolder, type Ended, iwalHere } from '../../support/processes/cli.ts';
import { SMALL, studyFolder } from '../../support/studies.ts';

/**
 * LAW of `iwal reproduce` in a folder without public sets, which is where a newcomer begins: every study says which sets it lacks and how to
 * get them before it generates or runs anything, and ends with one line where it can run nothing without them.
 */

const nowhere = new DataSource({ cacheFolder: 'nowhere', dataFolders: [], note: () => undefined });

/** Every study that is about public sets, and whether it can run something without them. */
const about = Object.values(studies).flatMap((study) => {
  const datasets = study.datasets('default', 1);
  const missing = datasets.filter((dataset) => dataset.state?.(nowhere) === 'missing');
  const others = datasets.filter((dataset) => !missing.includes(dataset)).map(({ name }) => name);
  const isRun = study.cells('default', others, 1).length > 0;
  return missing.length === 0 ? [] : [{ id: study.id, sets: setsOf(missing), isRun }];
});

/** Until it ends; what goes on without the sets has a process of its own, which is interrupted then. */
function begun(folder: string, id: string, isRun: boolean): Promise<Ended> {
  const args = ['reproduce', id, '--seeds', '1', '--workers', '1'];
  if (!isRun) return iwalHere(folder, args);
  const child = start(folder, args);
  child.stderr!.on('data', (text: Buffer) => {
    if (text.includes('left out')) child.kill('SIGINT');
  });
  return ended(child);
}

describe('in an empty folder', () => {
  it.each(about)('$id', async ({ id, sets, isRun }) => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await begun(folder, id, isRun);
    const [first, ...rest] = stderr.trimEnd().split('\n');
    expect(first).toContain(sets.join(', '));
    const known = sets.filter((set) => Object.hasOwn(catalogue, set));
    if (known.length > 0) expect(first).toContain(`iwal datasets fetch ${known.join(' ')} brings`);
    if (known.length < sets.length) expect(first).toMatch(/have no address to fetch from: .* --data-dir/);
    expect(stderr).not.toContain('bug');
    if (isRun) {
      expect(first).toMatch(/^not on this machine, so left out: /);
      expect([code, rest.at(-1)]).toEqual([130, 'iwal: interrupted']);
    } else {
      expect([code, stdout, rest]).toEqual([1, '', []]);
      expect(first).toMatch(`iwal: ${id}: found none of its public sets on this machine; expected at least one of `);
      expect(readdirSync(join(folder, 'reproduced'))).toEqual([]);
    }
  });

  it('several studies: one that can run does, and the last line says what the others lack', async () => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await iwalHere(folder, 'reproduce coal flip-picture small-weights');
    expect(code).toBe(1);
    expect(stdout).toContain(`open ${join('reproduced', 'flip-picture', 'index.html')}`);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^iwal: 2 of 3 studies lack their public sets: coal, small-weights; iwal datasets fetch a9a mushrooms w8a brings 3 of them; /,
    );
  });

  it("a study of one's own says it too: checked, foretold and run", async () => {
    const folder = await studyFolder({ ...SMALL, data: { mine: 'a9a' } });
    for (const args of [
      ['check', 'study.json'],
      ['run', 'study.json', '--dry-run'],
      ['run', 'study.json'],
    ])
      expect(await iwalHere(folder, ['study', ...args])).toMatchObject({
        code: 1,
        stderr:
          'iwal: small: found none of its public sets on this machine; expected at least one of a9a; ' +
          'iwal datasets fetch a9a brings it\n',
      });
    expect(existsSync(join(folder, 'reports', 'small'))).toBe(false);
  });

  it('a study runs on the sets that are here, and leaves claims on others undecided', async () => {
    const own = { what: '', value: 1, low: 1, high: 1, basis: 'counted', unit: 'count', criterion: { atLeast: 1 } };
    const folder = await studyFolder();
    writeFileSync(
      join(folder, 'some.mjs'),
      `const own = ${JSON.stringify(own)};
       export default {
         ...${JSON.stringify({ ...SMALL, data: { toy: 'toy.svm', a9a: 'a9a' } })},
         claims: () => [{ claim: 'all', cases: [own] }, { claim: 'here', cases: [own], sets: ['toy'] }],
       };\n`,
    );
    const { code, stderr } = await iwalHere(folder, 'study run some.mjs');
    expect([code, stderr]).toEqual([0, 'not on this machine, so left out: a9a; iwal datasets fetch a9a brings it\n']);
    const page = readFileSync(join(folder, 'reports', 'small', 'README.md'), 'utf8');
    expect(page).toMatch(/\| all +\| needs the set a9a; without it: 1 \(counted\) +\| at least 1 +\| \*\*not decided\*\* \|/);
    expect(page).toMatch(/\| here +\| 1 \(counted\) +\| at least 1 +\| \*\*holds\*\* +\|/);
    expect(page).toContain('1 of 2 claims holds, 1 is not decided.');
    expect(page).toContain('- Not on this machine, so left out: a9a.');
    const { claims } = JSON.parse(readFileSync(join(folder, 'reports', 'small', 'summary.json'), 'utf8')) as { claims: object[] };
    expect(claims).toMatchObject([{ needs: ['a9a'], verdict: 'not decided' }, { verdict: 'holds' }]);
  });
});
