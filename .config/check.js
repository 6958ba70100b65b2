/** The second half of `npm run check`: types, format and lint at the same time. Prints what each complains of; 1 where one does. */
import { execFile } from 'node:child_process';

const SOURCES = '{src,experiments,examples,test,.config}/**/*.{ts,js,mjs}';
const LONGEST_REPORT = 1 << 26;

const types = ['typescript/bin/tsc', '-p', 'test/tsconfig.json'];
const format = ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', SOURCES];
const lint = ['eslint/bin/eslint.js', '--config', '.config/eslint.config.js', '.'];

// The linter takes as long as the other two together.
await Promise.all([run(lint), run(types).then(() => run(format))]);

function run([program, ...args]) {
  return new Promise((done) => {
    execFile(process.execPath, [`node_modules/${program}`, ...args], { maxBuffer: LONGEST_REPORT }, (fault, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      if (fault) process.exitCode = 1;
      done();
    });
  });
}
