/** Parts of a whole, such as errors and measures of rankings. */
const SHARES: ReadonlySet<string> = new Set(
  (
    'error errors progressiveError testError validationError replayError directError ledgerError balancedError fScore ' +
    'smallerClass truth alone average byMass progressive validation test'
  ).split(' '),
);

/** Counts, costs and sums of importances. */
const AMOUNTS: ReadonlySet<string> = new Set(
  (
    'examples queried spent bought labels rows importanceSum refusedImportance implied awaited errorEstimate poolSize budget ' +
    'ledgerLabels directLabels replayLabels wanted met clipped shared learners features iterations nonZeros above below negative uphill'
  ).split(' '),
);

/** Of a curve: what has been counted stays counted. */
const GROWING: ReadonlySet<string> = new Set(['examples', 'queried', 'bought', 'labels', 'importanceSum']);

/** A number that nothing can measure under its name (an error of 17, labels that decrease), in words; undefined where there is none. */
export function impossibleIn(measured: object, path = ''): string | undefined {
  for (const [name, value] of Object.entries(measured) as [string, unknown][]) {
    const place = `${path}${name}`;
    const isNested = typeof value === 'object' && value !== null && (!Array.isArray(value) || typeof value[0] === 'object');
    const least = path === 'curve.' && GROWING.has(name) ? 'the one before' : 0;
    const fault = isNested ? impossibleIn(value, `${place}.`) : outOfRange(name, [value].flat(), least);
    if (fault !== undefined) return isNested ? fault : `${place}: ${fault}`;
  }
  return undefined;
}

function outOfRange(name: string, values: readonly unknown[], least: 0 | 'the one before'): string | undefined {
  const most = SHARES.has(name) ? 1 : Infinity;
  if (most === Infinity && !AMOUNTS.has(name)) return undefined;
  let before = 0;
  for (const value of values) {
    if (typeof value !== 'number') continue;
    if (!(value >= 0 && value <= most)) return `expected a number ${most === 1 ? 'from 0 to 1' : '>= 0'}, found ${value}`;
    if (value < before) return `expected numbers that do not decrease, found ${value} behind ${before}`;
    if (least !== 0) before = value;
  }
  return undefined;
}
