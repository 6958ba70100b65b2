/** The package as a stranger has it: what `npm pack` packs, in a folder outside of the clone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './built.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Puts the packed package into `node_modules/iwal` of a folder, and gives its path. What it depends on is linked, not installed, so
 * that no network is needed: the packages that the lock file calls no development's, and none besides.
 */
export function installPacked(folder: string): string {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const home = join(folder, 'node_modules/iwal');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1']);
  for (const name of dependencies().filter((each) => !existsSync(join(home, 'node_modules', each)))) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return home;
}

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Names of the packages that npm installs beside the package on this machine. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([, { dev, link }]) => dev !== true && link !== true)
    .flatMap(([place]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? [])
    .filter((name) => existsSync(join(root, 'node_modules', name)));
}
