/** Milliseconds of processor time, which other programs on the machine do not count into. */
export function timed(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
