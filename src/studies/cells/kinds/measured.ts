import { z } from 'zod';
import { shallow } from '../../../files/nesting.ts';

/** A number as JSON keeps it: null where there was none. */
export const stored = z.number().nullable();

const notText = z.union([stored, z.boolean(), z.array(shallow), z.record(z.string(), shallow)]);

/**
 * Schemas of measurements as they are stored: what has to be there, with columns and numbers added later let through.
 *
 * A measurement with these fields; others may join them, but a text is none.
 */
export function measured(shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  return z.object(shape).catchall(notText);
}

/** A curve by columns of equal lengths, these among them. */
export function curveOf(...columns: readonly string[]): z.ZodType {
  const column = z.array(stored).min(1);
  return z
    .object(Object.fromEntries(columns.map((name) => [name, column])))
    .catchall(z.array(z.union([stored, z.boolean(), z.string()])))
    .refine((curve) => new Set(Object.values(curve).map(({ length }) => length)).size === 1, 'columns of unlike lengths');
}

/** Numbers under these names, and perhaps more. */
export function numbers(...names: readonly string[]): z.ZodType {
  return measured(Object.fromEntries(names.map((name) => [name, stored])));
}
