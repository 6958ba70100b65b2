/** LAWS of the package: small, few dependencies, and no page of it with a dead link or image, wherever it is published. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import './support/processes/built.ts';
import { installPacked } from './support/processes/packed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LARGEST = 1.5e6;

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
  readonly bundled: readonly string[];
}

let home = '';
let packed: Packed;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'iwal-package-'));
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const shipped = files.filter((each) => !each.startsWith('!')).map((each) => each.replace(/\/\*.*$/, ''));
  for (const each of ['package.json', 'README.md', 'LICENSE', 'vendor', ...shipped])
    cpSync(join(root, each), join(home, each), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  execFileSync('npm', ['pkg', 'set', 'repository.url=git+https://example.org/iwal.git', 'homepage=https://example.org/iwal'], {
    cwd: home,
  });
  const reported = execFileSync('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], {
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [packed] = JSON.parse(reported) as [Packed];
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

it('is small, and needs few others', () => {
  expect(packed.size).toBeLessThan(LARGEST);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(17);
});

it('has its pages, and what they show', () => {
  const paths = new Set(packed.files.map(({ path }) => path));
  for (const page of ['README.md', 'CHANGELOG.md', 'docs/USING.md', 'examples/own-rule/README.md']) expect(paths).toContain(page);
  const pages = [...paths].filter((path) => path.endsWith('.md') && !path.includes('node_modules/'));
  expect(pages.length).toBeGreaterThan(10);
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)]
      .map(([, image, target]) => ({ page, image, target: target.replace(/#.*$/, '') }))
      .filter(({ target }) => target !== '' && !/^[a-z]+:/.test(target))
      .filter(({ image, target }) => {
        const file = normalize(join(dirname(page), target));
        // Links lead to the repository where the package does not have the page; images have to be in it.
        return image === '!' ? !paths.has(file) : !existsSync(join(root, file));
      }),
  );
  expect(dead).toEqual([]);
});

it('works without packages of machine code, but for figures, which say what does without; SQL says what it needs', () => {
  const stranger = mkdtempSync(join(tmpdir(), 'iwal-stranger-'));
  try {
    const installed = installPacked(stranger);
    rmSync(join(stranger, 'node_modules/@napi-rs'), { recursive: true });
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: { iwal: string } };
    const iwal = (line: string): string[] => {
      const args = [join(installed, bin.iwal), ...line.split(' ')];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: stranger, encoding: 'utf8' });
      return [String(status), stderr];
    };
    const letters = join(installed, 'examples/documents/letters.csv');
    const simulate = `simulate ${letters} --text body --number-columns year --label-column kind --holdout 25% --budget 60 --curve`;
    expect(iwal(`${simulate} c.csv`)).toEqual(['0', '']);
    for (const ending of ['png', 'svg']) {
      const [status, said] = iwal(`${simulate} c.${ending}`);
      expect(status).toBe('1');
      expect(said).toMatch(
        /^iwal: a figure needs the package @napi-rs\/canvas, which is not installed; .*, or take its numbers, in a file that ends in \.csv\n$/,
      );
    }
    cpSync(join(root, 'reports/flip-picture'), join(stranger, 'reports/flip-picture'), { recursive: true });
    expect(iwal('results --export results.parquet')).toEqual(['0', '']);
  } finally {
    rmSync(stranger, { recursive: true, force: true });
  }
});
