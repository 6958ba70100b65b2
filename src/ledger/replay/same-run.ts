import { DataError } from '../../files/data-error.ts';
import type { Header } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';

/**
 * Whether a ledger was kept of the same run: same rows, same spec, same kind of record, same names of classes. The program's
 * version and the data's name may differ: replaying shows whether they matter.
 *
 * @throws DataError that names what differs, in the ledger and in the run.
 */
export function requireSameRun({ file, header }: Ledger, wanted: Header): void {
  requireSamePool(file, header, wanted.data);
  const { record, spec, classes } = JSON.parse(JSON.stringify(wanted)) as Header;
  const differing =
    difference('spec', header.spec, spec) ??
    difference('record', header.record, record) ??
    difference('classes', header.classes, classes);
  if (differing === undefined) return;
  const { path, a, b } = differing;
  throw new DataError({
    file,
    line: 1,
    found: `a ledger with ${path} ${a}`,
    legal: `${b}, which this run has, or another ledger`,
  });
}

/**
 * Whether it is about these rows, and about these importances where it is about any: a run is continued as it was begun
 * (ledger/pool-identity.ts).
 */
export function requireSamePool(file: string, { data }: Header, wanted: Header['data']): void {
  const hasImportances = data.importances === undefined || data.importances === wanted.importances;
  if (data.checksum === wanted.checksum && data.rows === wanted.rows && hasImportances) return;
  const isSameFile = data.name === wanted.name && data.rows === wanted.rows && data.checksum !== wanted.checksum;
  const otherReading = isSameFile
    ? ': the file has changed, or is read in another way (--text, --idf and the like belong to the data)'
    : '';
  throw new DataError({
    file,
    line: 1,
    found: `a ledger of ${poolText(data)}`,
    legal: `one of ${poolText(wanted)}, the data given${otherReading}`,
  });
}

function poolText({ name, rows, checksum, importances }: Header['data']): string {
  return `'${name}' (${rows} rows, checksum ${checksum}${importances === undefined ? '' : `, importances ${importances}`})`;
}

/** Where two JSON values first differ, as a path with what stands there. */
function difference(
  path: string,
  a: unknown,
  b: unknown,
): { readonly path: string; readonly a: string; readonly b: string } | undefined {
  if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = difference(`${path}.${key}`, a[key], b[key]);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  const text = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  return Object.is(a, b) ? undefined : { path, a: text(a), b: text(b) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object';
}
