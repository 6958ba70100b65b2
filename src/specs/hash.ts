import { builtin } from '../files/builtin.ts';

const { createHash } = builtin('node:crypto');

/** Short names for values: equal values have equal hashes whatever the order of their keys. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16);
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (Number.isFinite(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`;
  }
  return `{${text}}`;
}

/** A value of a column. */
export type Scalar = string | number | boolean | null;
/** Columns with their values. */
export type Flat = Readonly<Record<string, Scalar>>;

/**
 * A spec or a measurement as one level of columns: what varies in a study, what a table or a query can ask for.
 *
 * Nested names are joined by '_', the name of a choice stands for the choice, and lists are text.
 *
 * @example
 * flat({ loss: { name: 'quantile', level: 0.9 }, seed: 1 }) // => { loss: 'quantile', loss_level: 0.9, seed: 1 }
 */
export function flat(value: object): Flat {
  const columns: Record<string, Scalar> = {};
  collect(columns, value, '');
  return columns;
}

function collect(columns: Record<string, Scalar>, value: object, prefix: string): void {
  for (const [key, each] of Object.entries(value) as [string, unknown][]) {
    const column = prefix === '' ? key : key === 'name' ? prefix : `${prefix}_${key}`;
    if (Array.isArray(each)) columns[column] = JSON.stringify(each);
    else if (each !== null && typeof each === 'object') collect(columns, each, column);
    else columns[column] = each as Scalar;
  }
}
