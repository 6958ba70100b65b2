/**
 * The page that labels a table in a browser, without a server: dist/src/label.html, one file with the program in it, packed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { CONSTANTS, oneLanguage } from './bundle.js';
import { wat } from './wat.js';

/** Where it is written, and `npm run docs` finds it. */
export const LABEL_PAGE = 'dist/src/label.html';

const PROGRAM = 'src/cli/browser/label.ts';

/** Writes it, of the project in whose folder the process is, if that has such a page. */
export async function labelPage() {
  if (!existsSync(PROGRAM)) return;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const define = { ...CONSTANTS, IWAL_VERSION: JSON.stringify(version), 'import.meta.url': '""' };
  const program = await bundled(PROGRAM, { format: 'iife', name: 'iwal', minify: true }, define);
  const page = await bundled('src/labelling/web/page.ts', { format: 'es' }, CONSTANTS);
  const { browserPage } = await import(`data:text/javascript;base64,${Buffer.from(page).toString('base64')}`);
  writeFileSync(LABEL_PAGE, browserPage(program));
}

async function bundled(input, options, define) {
  const build = await rolldown({
    ...{ input, platform: 'browser', external: /^node:/, tsconfig: 'tsconfig.json', logLevel: 'silent' },
    plugins: [wat(), oneLanguage],
    transform: { define },
  });
  const { output } = await build.generate({ ...options, codeSplitting: false });
  return output[0].code;
}
