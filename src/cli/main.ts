#!/usr/bin/env node
/** Entry of the command line. `--version` answers before anything else is loaded, and all else is in program.ts. */
const args = process.argv.slice(2);
if (args.length === 1 && ['--version', '-v', '-V'].includes(args[0])) {
  const { programVersion } = await import('../files/own-package.ts');
  process.stdout.write(`${programVersion()}\n`);
} else {
  const { leaveAtSignals } = await import('./terminal/signals.ts');
  const hearAnew = leaveAtSignals();
  const { run } = await import('./program.ts');
  hearAnew();
  await run(args);
}
