import { styleText } from 'node:util';
import { didYouMean } from '../files/did-you-mean.ts';
import { commands } from './commands.ts';
import { EXIT, UsageError, verdict } from './terminal/failure.ts';
import { interruption } from './terminal/interruption.ts';
import { terminal, untilEnd, type Terminal } from './terminal/session.ts';

/**
 * Runs one command line from arguments to exit code.
 *
 * Data goes to stdout, everything else to stderr. Exit codes: 0 done · 1 failed · 2 wrong usage · 130 interrupted. An error is
 * one line `iwal: …`; only a bug of ours shows a stack. A reader that closes our output early (`| head`) ends the run quietly.
 */
export async function run(args: readonly string[]): Promise<void> {
  endWithReader();
  const interrupt = interruption();
  try {
    await interrupt.orInterrupted(dispatch(args, terminal(interrupt.signal, interrupt.stopRequest)));
  } catch (error) {
    const { message, code } = verdict(error);
    const name = 'iwal:';
    // Whether colours are wanted is asked of the stream that is written to, in the same way on every Node.
    const inRed = isTerminal(process.stderr) && process.env.NO_COLOR === undefined;
    process.stderr.write(`${inRed ? styleText('red', name, { validateStream: false }) : name} ${message}\n`);
    process.exit(code);
  }
}

/** The command of these arguments, carried out in this terminal; throws what it says of arguments that it refuses. */
export async function dispatch(args: readonly string[], session: Terminal): Promise<void> {
  if (args.length === 0)
    throw new UsageError(`which command? There are ${Object.keys(commands).join(', ')}; iwal --help says more`);
  const [name, ...rest] = args;
  if (name === 'help' && rest.length > 0) {
    const isAll = rest.length > 1 && rest.at(-1) === 'all';
    await dispatch(isAll ? [...rest.slice(0, -1), '--help', 'all'] : [...rest, '--help'], session);
    return;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const { overview } = await import('./syntax/help.ts');
    session.data(await overview(commands));
    return;
  }
  if (name.startsWith('-'))
    throw new UsageError(
      `unknown option '${name}'${didYouMean(name, ['--help', '--version'])}; options of a command follow its name`,
    );
  if (!Object.hasOwn(commands, name)) {
    const names = Object.keys(commands);
    throw new UsageError(`unknown command '${name}'${didYouMean(name, [...names, 'help'])}; there are ${names.join(', ')}`);
  }
  if (process.env.IWAL_KERNELS !== undefined) (await import('./options/kernels.ts')).obeyKernels(process.env.IWAL_KERNELS);
  const entry = commands[name as keyof typeof commands];
  const hasOwnParts = 'takesParts' in entry && rest.some((arg) => arg.startsWith('--parts'));
  if (hasOwnParts) {
    const { loadWrittenParts } = await import('./options/parts-option.ts');
    await loadWrittenParts(rest, session);
  }
  const { command } = await entry.load();
  if (hasOwnParts) (await import('./options/spec/recipe-options.ts')).requireOwnNames(command.syntax);
  session.signal.throwIfAborted();
  await untilEnd(session, (whole) => command.run(rest, whole));
}

/**
 * `iwal … | head -1` is a reader who has seen enough. Where a window was closed nobody reads, and what is under way ends in good
 * order. Any other trouble with stdout (a full disk) is a failure.
 */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    if (error.code === 'EIO' && isTerminal(process.stdout)) return;
    process.stderr.write(`iwal: standard output: ${verdict(error).message}\n`);
    process.exit(EXIT.failed);
  });
  process.stderr.on('error', () => undefined);
}

/** isTTY is undefined, not false, where there is no terminal. */
function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}
