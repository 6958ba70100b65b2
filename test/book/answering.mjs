// What the tests start in place of `npx`: the built program. A labelling session for a person is answered by one who knows the truth.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { argv, env, execPath, exit, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';

const args = argv.slice(3);
const isForPerson = args[0] === 'label' && !args.includes('--protocol') && !args.includes('--help');
const program = spawn(execPath, [env.IWAL_MAIN, ...args, ...(isForPerson ? ['--protocol', 'jsonl'] : [])], {
  stdio: [isForPerson ? 'pipe' : stdin, isForPerson ? 'pipe' : stdout, 'inherit'],
});
program.on('close', (code) => exit(code ?? 1));

if (isForPerson) {
  /** The class of a document by its text. */
  const truth = JSON.parse(readFileSync('truth.json', 'utf8'));
  for await (const line of createInterface({ input: program.stdout })) {
    const { question, text, error, done } = JSON.parse(line);
    if (done) break;
    if (error !== undefined) throw new Error(error);
    program.stdin.write(`${JSON.stringify({ question, label: truth[text] })}\n`);
  }
}
