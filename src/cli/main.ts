#!/usr/bin/env node
/** Entry of the command line. `--version` answers before anything is loaded; all else is in program.ts. */
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);
if (args.length === 1 && ['--version', '-v', '-V'].includes(args[0])) {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  process.stdout.write(`${version}\n`);
} else {
  const { leaveAtSignals } = await import('./terminal/signals.ts');
  const hearAnew = leaveAtSignals();
  const { run } = await import('./program.ts');
  hearAnew();
  await run(args);
}
