/**
 * The second half of `npm run check`: types, format and lint at the same time. Beside them a program that the arguments name: `npm test` has
 * its tests begin while the linter is at work. What complains is said in the end; 1 where anything does.
 */
import { execFile, spawn } from 'node:child_process';

const SOURCES = '{src,experiments,examples,test,.config}/**/*.{ts,js,mjs}';
const LONGEST_REPORT = 1 << 26;

const types = ['typescript/bin/tsc', '-p', 'test/tsconfig.json'];
const format = ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', SOURCES];
const lint = ['eslint/bin/eslint.js', '--config', '.config/eslint.config.js', '.'];
const beside = process.argv.slice(2);

// The linter takes as long as the other two together.
const complaints = await Promise.all([run(lint), inTurn([types, format]), ...(beside.length === 0 ? [] : [watched(beside)])]);
process.stderr.write(complaints.join(''));

async function inTurn(programs) {
  let said = '';
  for (const program of programs) said += await run(program);
  return said;
}

/** What a program complains of. */
function run([program, ...args]) {
  return new Promise((done) => {
    execFile(process.execPath, [`node_modules/${program}`, ...args], { maxBuffer: LONGEST_REPORT }, (fault, stdout, stderr) => {
      if (fault) process.exitCode = 1;
      done(fault ? `${program} ${args.join(' ')}:\n${stdout}${stderr}` : stdout + stderr);
    });
  });
}

/** A program that is seen at work. */
function watched([program, ...args]) {
  const child = spawn(process.execPath, [`node_modules/${program}`, ...args], { stdio: 'inherit' });
  return new Promise((done) => {
    child.on('close', (code) => {
      if (code !== 0) process.exitCode = 1;
      done('');
    });
  });
}
