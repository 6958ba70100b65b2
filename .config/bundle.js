/**
 * The JavaScript of dist/, from src/ and the tools in test/.
 *
 * It is bundled by rolldown, for hundreds of small files are slow to load: every entry point, the command line and the files
 * of threads share chunks, so that whoever imports `iwal`, in whatever file, meets the same modules. Names are kept, and nothing of ours but
 * studies is minified, so that stack traces can be read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/experimental';
import { wat } from './wat.js';

const root = process.cwd();

/** Packages that every command needs, or of which a part is used, are bundled too; all others are loaded when they are first used. */
const BUNDLED = ['zod', 'pure-rand', '@noble/hashes', 'yargs-parser', 'fast-png', 'fflate', 'iobuffer', 'fastest-levenshtein'];

/**
 * Chunks from the ground up: each takes the files of its folders and what these import, as far as no earlier one has it. So a chunk
 * imports earlier ones only, and a formula brings no reader of files. The options of commands list the names of the registries as
 * they are loaded, after the own parts that the command line names: no chunk that the program begins with may hold them.
 */
const LAYERS = {
  // What answers --version, and nothing else.
  'own-package': /src\/files\/own-package/,
  zod: /node_modules\/zod\//,
  losses: layerOf('losses'),
  updates: layerOf('updates'),
  statistics: layerOf('statistics'),
  optimizers: layerOf('optimizers'),
  queries: layerOf('queries'),
  rows: layerOf('rows'),
  text: layerOf('text'),
  files: layerOf('files'),
  learning: layerOf('learners', 'reductions', 'streams', 'specs'),
  // What a thread that reads needs, without the schemas of caches.
  readers: /src\/data\/(readers\/(?!iwal-file)|cache\/(cache-bytes|piece-reader))/,
  data: layerOf('data'),
  cells: /src\/studies\/cells\//,
  ledger: layerOf('ledger'),
  figures: layerOf('figures'),
  studies: layerOf('calibration', 'studies'),
  terminal: /src\/cli\/(terminal|syntax|options\/parts-option)/,
  options: /src\/cli\/options\//,
};

/** Chunks of their own: what a thread runs, and what is imported when it is first used. */
const APART = new RegExp(
  [
    '(?<!on-)thread',
    'specs/parts/identity',
    'figures/chart/(canvas|draw-figure)',
    'studies/store/(database|tables)',
    'cli/syntax/help',
    'cli/terminal/signals',
  ]
    .map((file) => `${file}\\.ts$`)
    .join('|'),
);

/**
 * What an expression may become is a number only where the engine knows so: a branch that was never taken it leaves out, but for these
 * two names, which are properties of the global object and could be anything. A number that may come from there is kept on the heap,
 * 16 bytes a row each.
 */
export const CONSTANTS = { Infinity: 'Number.POSITIVE_INFINITY', NaN: 'Number.NaN' };

/** `iwal/studies` hands on all of zod, and with it its messages in 50 languages, half of what every command would load: ours are English. */
export const oneLanguage = {
  name: 'one language of zod',
  load: (id) => (id.endsWith('/zod/v4/locales/index.js') ? "export { default as en } from './en.js';" : null),
};

/**
 * The largest of the packages that are bundled, by far; its local names say nothing to anybody here. Studies, most of what is ours by
 * size, keep their names and lose their space.
 */
const small = {
  name: 'zod and studies, minified',
  // Of what renderChunk returns the spaces are written anew.
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      const isOfStudies = chunk.moduleIds?.some((id) => relative(root, id).startsWith('experiments'));
      if (chunk.name !== 'zod' && !isOfStudies) continue;
      const how = { module: true, compress: true, mangle: chunk.name === 'zod', codegen: { removeWhitespace: true } };
      const licences = chunk.code.match(/\/\*! This chunk contains.*?\*\//gs) ?? [];
      chunk.code = [...licences, minifySync(chunk.fileName, chunk.code, how).code].join('\n');
    }
  },
};

/** Writes all of it, of the project in whose folder the process is. */
export async function bundles() {
  await Promise.all([
    bundle(sourcesIn('src').filter(isEntry)),
    bundle(
      [
        'test/bench/main.ts',
        'test/bench/peers/pass.ts',
        'test/compare-builds/main.ts',
        'test/misses/main.ts',
        'test/rivals/main.ts',
        'test/faults/main.ts',
        'test/mutants/main.ts',
        'test/mutants/session.ts',
        'test/support/rows/bytes-thread.ts',
      ].filter((file) => existsSync(file)),
    ),
  ]);
}

/**
 * Bundles entry points to the places in dist/ that mirror theirs; what the package imports later lies where its source does, too. What
 * tools import lies with their chunks, so that they write no file of the package.
 */
async function bundle(entries) {
  if (entries.length === 0) return;
  const build = await rolldown({
    input: Object.fromEntries(entries.map((file) => [withoutEnding(file), file])),
    tsconfig: 'tsconfig.json',
    // rolldown's helpers for Node would be imported by the formulas, which run in browsers too.
    platform: 'neutral',
    plugins: [wat(), oneLanguage, small],
    transform: { define: CONSTANTS },
    resolve: { conditionNames: ['node', 'import'], mainFields: ['module', 'main'] },
    external: (id) => !/^[./]/.test(id) && !BUNDLED.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const [folder] = entries[0].split('/');
  await build.write({
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: ({ facadeModuleId: file }) =>
      file && folder === 'src' ? `${withoutEnding(relative(root, file))}.js` : `${folder}/chunks/[name].js`,
    codeSplitting: {
      groups: Object.entries(LAYERS).map(([name, test], at, { length }) => ({
        name,
        test: (id) => test.test(id) && !APART.test(id),
        priority: length - at,
      })),
    },
    keepNames: true,
    minifyInternalExports: false,
    comments: { jsdoc: false },
    banner: licences,
  });
}

/** Folders of src/ with their entry points. */
function layerOf(...folders) {
  return new RegExp(`src/(entry/)?(${folders.join('|')})[/.]`);
}

function isEntry(file) {
  return /^src\/(index|cli\/main|entry\/[^/]+|.*(?<!on-)thread)\.ts$/.test(file);
}

/** The licences of the packages that a chunk contains, which ask to be where the code is. */
function licences({ moduleIds }) {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(folders)]
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      return `/*! This chunk contains ${name} ${version}:\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n*/`;
    })
    .join('\n');
}

function sourcesIn(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.ts'));
}

/** The files of a folder and of all that are in it. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function withoutEnding(file) {
  return file.slice(0, file.lastIndexOf('.'));
}
