/** The JSON Schemas of docs/schemas, as a program of somebody else reads them. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The schema of a file, `ledger.json` for one. */
export function publishedSchema(name: string): z.ZodType {
  const text = readFileSync(new URL(`../../docs/schemas/${name}`, import.meta.url), 'utf8');
  return z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
}

/** What it refuses of these. */
export function refusedBy(schema: z.ZodType, values: readonly unknown[]): unknown[] {
  return values.filter((value) => !schema.safeParse(value).success);
}
