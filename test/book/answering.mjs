// What the tests start in place of `iwal label`, with the path of the program in front: a session for a person, and a sheet of
// questions, are answered by one who knows the truth.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, execPath, exit, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';

const [, , main, ...args] = argv;
/** The class of a document by its text, and by its id. */
const truth = JSON.parse(readFileSync('truth.json', 'utf8'));

const sheet = args.indexOf('--answers') + 1;
if (sheet > 0) {
  const answered = readFileSync(args[sheet], 'utf8').replaceAll(
    /^(\w+,\d+,(\w+),),/gm,
    (_, begin, id) => `${begin}${saidOf(id)},`,
  );
  writeFileSync(args[sheet], answered);
}

/** Where people share a batch, Ben errs in every third letter, and Cem cannot tell there. */
function saidOf(id) {
  if (Number(id.slice(1)) % 3 > 0 || !/-(ben|cem)\./.test(args[sheet])) return truth[id];
  return args[sheet].includes('-cem.') ? 'skip' : truth[id] === 'other' ? 'complaint' : 'other';
}

const isForPerson = !['--protocol', '--help', '--batch', '--answers', '--disagreements'].some((option) => args.includes(option));
const program = spawn(execPath, [main, ...args, ...(isForPerson ? ['--protocol', 'jsonl'] : [])], {
  stdio: [isForPerson ? 'pipe' : stdin, isForPerson ? 'pipe' : stdout, 'inherit'],
});
program.on('close', (code) => exit(code ?? 1));

if (isForPerson) {
  for await (const line of createInterface({ input: program.stdout })) {
    const { question, text, error, done } = JSON.parse(line);
    if (done) break;
    if (error !== undefined) throw new Error(error);
    program.stdin.write(`${JSON.stringify({ question, label: truth[text] })}\n`);
  }
}
