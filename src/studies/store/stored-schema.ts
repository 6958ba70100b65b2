import { z } from 'zod';
import { shallow } from '../../files/nesting.ts';
import { impossibleIn } from './ranges.ts';
import { kinds } from '../cells/kinds/index.ts';
import type { AnyKind } from '../cells/kinds/kind.ts';
import { measured } from '../cells/kinds/measured.ts';

const failed = z.strictObject({
  failure: z.string(),
  reason: z.enum(['diverged', 'refused', 'broken', 'crashed']),
  example: z.int().exactOptional(),
});

const frame = z.looseObject({
  hash: z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits'),
  engine: z.int(),
  data: z.string().nullable(),
  cell: z.strictObject({
    kind: z.string(),
    dataset: z.string().exactOptional(),
    run: z.record(z.string(), shallow),
  }),
  seconds: z.number().nonnegative().exactOptional(),
  node: z.string().exactOptional(),
  ran: z
    .strictObject({ machine: z.string(), job: z.string().exactOptional(), megabytes: z.number().nonnegative() })
    .exactOptional(),
});

/**
 * What a stored line may say: a schema of its frame, and of every kind the schema of its measurement (kinds/); of a kind that is not
 * known here, an own one, any.
 *
 * What is wrong with the value of a line, undefined where nothing is.
 */
export function faultOf(value: unknown): string | undefined {
  const { success, data, error } = frame.safeParse(value);
  if (!success) return faultText(error);
  const stored = Object.fromEntries(Object.entries(data).filter(([key]) => !(key in frame.shape)));
  const known = kinds as unknown as Partial<Readonly<Record<string, AnyKind>>>;
  const outcome: z.ZodType = 'failure' in stored ? failed : (known[data.cell.kind]?.measured ?? measured({}));
  const result = outcome.safeParse(stored);
  return result.success ? impossibleIn(stored) : faultText(result.error);
}

function faultText({ issues: [issue] }: z.ZodError): string {
  return `${issue.path.join('.') || 'the line'}: ${issue.message}`;
}
