/**
 * The second half of `npm run check`: types and lint in one program, format in another. Beside them a program that the arguments name:
 * `npm test` has its tests begin while they are at work. What complains is said in the end; 1 where anything does.
 */
import { execFile, spawn } from 'node:child_process';

const SOURCES = '{src,experiments,examples,test,.config}/**/*.{ts,js,mjs}';
const LONGEST_REPORT = 1 << 26;

const lint =
  'oxlint/bin/oxlint --report-unused-disable-directives --type-aware --type-check --tsconfig test/tsconfig.json .'.split(' ');
const format = ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', SOURCES];
const beside = process.argv.slice(2);

const complaints = await Promise.all([run(lint), run(format), ...(beside.length === 0 ? [] : [watched(beside)])]);
process.stderr.write(complaints.join(''));

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
