import { DataError } from '../../files/data-error.ts';
import type { Header, PoolIdentity } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';

/**
 * Whether a ledger was kept of the same run: same rows, same spec, same kind of record, same names of classes. The program's
 * version and the data's name may differ: replaying shows whether they matter.
 *
 * @throws DataError that names what differs, in the ledger and in the run.
 */
export function requireSameRun({ file, header }: Ledger, wanted: Header): void {
  requireSamePool(file, header.data, wanted.data);
  const { record, spec, classes } = JSON.parse(JSON.stringify(wanted)) as Header;
  const differing =
    difference('', header.spec, spec) ??
    difference('record', header.record, record) ??
    difference('classes', header.classes, classes);
  if (differing === undefined) return;
  const { path, a, b } = differing;
  const found = `a ledger that was begun with ${path} ${a}, and now it is ${b}`;
  const option = path === 'explore' ? 'option (--explore or --for)' : 'option';
  const legal = `what it was begun with: leave the ${option} out, or name another --ledger or --project`;
  throw new DataError({ file, line: 1, found, legal });
}

/**
 * Whether it is about these rows, and about these importances where it is about any: a run is continued as it was begun
 * (ledger/pool-identity.ts). `changes`: what is known of how the rows differ.
 *
 * @throws DataError that says so where it is not.
 */
export function requireSamePool(
  file: string,
  data: PoolIdentity,
  wanted: PoolIdentity,
  changes?: () => string | undefined,
): void {
  if (isSamePool(data, wanted)) return;
  const isSameFile = data.name === wanted.name && data.rows === wanted.rows && data.checksum !== wanted.checksum;
  const otherReading = isSameFile
    ? 'the file has changed, or is read in another way (--text, --idf and the like belong to the data)'
    : undefined;
  const why = changes?.() ?? otherReading;
  const legal = `those that it was begun with, ${poolText(data)}${why === undefined ? '' : `: ${why}`}`;
  throw new DataError({ file, line: 1, found: `the data ${poolText(wanted)}`, legal });
}

/** Whether a ledger that was begun with these data is about those. */
export function isSamePool(begun: PoolIdentity, given: PoolIdentity): boolean {
  const isSame = (what: 'importances' | 'groups'): boolean => begun[what] === undefined || begun[what] === given[what];
  return begun.checksum === given.checksum && begun.rows === given.rows && isSame('importances') && isSame('groups');
}

function poolText({ name, rows, checksum, importances, groups }: PoolIdentity): string {
  const others = Object.entries({ importances, groups }).flatMap(([what, sum]) =>
    sum === undefined ? [] : [`, ${what} ${sum}`],
  );
  return `'${name}' (${rows} rows, checksum ${checksum}${others.join('')})`;
}

/** Where two JSON values first differ, as a path with what stands there. */
function difference(
  path: string,
  a: unknown,
  b: unknown,
): { readonly path: string; readonly a: string; readonly b: string } | undefined {
  if (isObject(a) && isObject(b) && !Array.isArray(a)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = difference(`${path}${path && '.'}${key}`, a[key], b[key]);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  const [one, other] = [a, b].map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
  return one === other ? undefined : { path, a: one, b: other };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object';
}
