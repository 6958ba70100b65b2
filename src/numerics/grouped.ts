/**
 * A whole number for people: 1234567 as "1,234,567". Other numbers are left to the language services of the engine, whose start
 * takes longer than everything else in a short command.
 */
export function grouped(n: number): string {
  return Number.isSafeInteger(n) ? String(n).replace(/\B(?=(\d{3})+$)/g, ',') : n.toLocaleString('en-US');
}
