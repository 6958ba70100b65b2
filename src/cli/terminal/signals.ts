/** What asks a command to end. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * While the program is still being loaded there is nothing to clean up: a signal ends it at once, with the line and the exit code
 * of every interruption. Returns what undoes this, for when the program hears for itself.
 */
export function leaveAtSignals(): () => void {
  const leave = (): never => {
    process.stderr.write('iwal: interrupted\n');
    process.exit(130);
  };
  for (const name of SIGNALS) process.on(name, leave);
  return () => {
    for (const name of SIGNALS) process.off(name, leave);
  };
}
