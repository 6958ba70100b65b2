/** The shell lines of docs/CLUSTERS.md run as they stand, without a scheduler, and give the report of one machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shell, iwalHere } from '../../support/processes/cli.ts';
import { reportOf, SMALL, studyFolder } from '../../support/studies.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/CLUSTERS.md', import.meta.url)), 'utf8');
const blocks = [...page.matchAll(/^(.*):\n\n```sh\n([^]*?)```/gm)].map(([, title, code]) => ({ title, code }));

describe('docs/CLUSTERS.md', () => {
  it('shows a shell and GNU parallel', () => {
    expect(blocks.map(({ title }) => title.split(',')[0])).toEqual(['A shell', 'GNU parallel']);
  });

  describe.each(blocks)('$title', ({ code }) => {
    const program = /\| (\w+)/.exec(code)![1];
    const isMissing = spawnSync(program, ['--version']).status !== 0;
    it.skipIf(isMissing)(
      `gives the report of one machine${isMissing ? `: skipped, ${program} is not installed` : ''}`,
      async () => {
        const file = { name: 'my-study.mjs' };
        const one = await studyFolder(SMALL, file);
        expect(await iwalHere(one, ['study', 'run', file.name])).toMatchObject({ code: 0 });
        const folder = await studyFolder(SMALL, file);
        const { code: exit, stdout } = await shell(folder, `set -e\n${code.replaceAll('npx iwal', '$iwal')}`);
        expect([exit, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, join('reports', 'small')]);
        expect(stdout.match(/^task \d: 3 cells done$/gm)).toHaveLength(8);
        expect(reportOf(folder)).toEqual(reportOf(one));
      },
    );
  });

  const snakefile = /^Snakemake:\n\n```python\n([^]*?)```/m.exec(page)![1];
  const noSnakemake = spawnSync('snakemake', ['--version']).status !== 0;
  it.skipIf(noSnakemake)(`Snakemake gives it too${noSnakemake ? ': skipped, snakemake is not installed' : ''}`, async () => {
    const [one, folder] = [await studyFolder(SMALL), await studyFolder(SMALL)];
    expect(await iwalHere(one, ['study', 'run', 'study.json'])).toMatchObject({ code: 0 });
    const { stdout } = await iwalHere(folder, 'study submit study.json --tasks 2 --prepare');
    const ours = snakefile
      .replace(/(?<=RUN = ").*(?=")/, stdout.trim())
      .replace('range(50)', 'range(2)')
      .replace('npx iwal', '$iwal');
    writeFileSync(join(folder, 'Snakefile'), ours);
    const ran = await shell(folder, 'snakemake --cores 2');
    expect([ran.code, ran.stdout.match(/^task \d: 12 cells done$/gm)]).toEqual([0, expect.objectContaining({ length: 2 })]);
    expect(await iwalHere(folder, ['study', 'run', 'study.json'])).toMatchObject({ code: 0 });
    expect(reportOf(folder)).toEqual(reportOf(one));
  });

  it('names every file of a run folder', async () => {
    const folder = await studyFolder(SMALL);
    const { stdout } = await iwalHere(folder, 'study submit study.json --tasks 2 --prepare');
    const { stdout: names } = await shell(folder, `ls '${stdout.trim()}'`);
    for (const name of names.trim().split('\n')) expect(page).toContain(`\`${name}`);
  });
});
