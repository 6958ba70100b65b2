import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { contentsOf } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { shallow } from '../../files/nesting.ts';
import { present } from '../../numerics/present.ts';
import { hashOf } from '../../specs/hash.ts';
import { kinds } from '../cells/kinds/index.ts';
import { type AnyKind, measured } from '../cells/kinds/kind.ts';
import { ENGINE_VERSION, type Entry, hasSeals, unsealed } from './entry.ts';

/** An entry and where it stands. */
export interface Found {
  readonly entry: Entry;
  readonly place: LineOfFile;
}

/** The entries of a file. */
export interface Reading {
  readonly entries: readonly Found[];
  /** Whether the last line ends in the middle, which is natural in a file that was being written. */
  readonly tail: 'whole' | 'torn';
}

type Judged = { readonly entry: Entry } | { readonly fault: string } | 'of another engine' | 'no JSON';

const BEGINNING = '{"hash":"';
/** Damaged lines of a file that are named one by one. */
const NAMED = 5;

/**
 * Reads a file of entries, strictly, because a result must neither be lost silently nor believed blindly.
 *
 *   an entry                    its seal is intact, its schema holds, its hash is that of its cell
 *   of another engine version   left aside with a note
 *   damaged                     left aside with a note that names file and line; the next run measures its cell again
 *   half an entry               the trace of a process that was killed while it wrote: a last line that was cut short, or, where files
 *                               were put one behind the other, the beginning of an entry before the next one
 *   anything else               a DataError with file and line
 *
 * A file in which no line has a digest is one that version 0.1.0 wrote: it is read, with a note. Where one line has a digest all
 * have one, so that taking it away is damage like any other.
 *
 * The entries of a file.
 *
 * @throws DataError where it holds something else, and the error of the system where it cannot be read.
 */
export function readEntries(file: string, note: (message: string) => void): Reading {
  const text = textOf(file);
  const lines = text.split('\n');
  const rest = lines.pop()!;
  const rule = hasSeals(text) ? 'sealed' : 'unsealed';
  const entries: Found[] = [];
  const remarks: string[] = [];
  let foreign = 0;
  let wasHalf = false;

  const take = (found: string, line: number): 'no JSON' | undefined => {
    const judged = judge(found, rule);
    if (judged === 'no JSON') return judged;
    if (judged === 'of another engine') foreign++;
    else if ('fault' in judged)
      remarks.push(`${file}:${line}: a damaged result (${judged.fault}) is left aside; its cell will be run again`);
    else entries.push({ entry: judged.entry, place: { file, line } });
    return undefined;
  };

  for (const [at, written] of lines.entries()) {
    const found = written.trimEnd();
    const wasHalfBefore = wasHalf;
    wasHalf = false;
    if (take(found, at + 1) === undefined) continue;
    if (BEGINNING.startsWith(found.slice(0, BEGINNING.length))) {
      remarks.push(`${file}:${at + 1}: half a result, left by a run that was killed; its cell will be run again`);
      const next = found.lastIndexOf(BEGINNING);
      wasHalf = next <= 0 || take(found.slice(next), at + 1) !== undefined;
    } else if (unsealed(found).seal !== 'none') {
      remarks.push(`${file}:${at + 1}: a damaged result (it is no JSON) is left aside; its cell will be run again`);
    } else if (!(wasHalfBefore && found.endsWith('"}'))) {
      const legal = 'one result a line; mend or remove the line';
      throw new DataError({ file, line: at + 1, found: `'${found.slice(0, 30)}'`, legal });
    }
  }
  const tail = rest.trimEnd() === '' || take(rest.trimEnd(), lines.length + 1) === undefined ? 'whole' : 'torn';

  for (const remark of remarks.slice(0, NAMED)) note(remark);
  if (remarks.length > NAMED) note(`${file}: ${remarks.length - NAMED} more lines like these`);
  if (foreign > 0) note(`${file}: ${foreign} results of another engine version than ${ENGINE_VERSION} are left aside`);
  if (rule === 'unsealed' && entries.length > 0)
    note(
      `${file}: results without digests, as version 0.1.0 wrote them: damage cannot be told; the next run of the study adds them`,
    );
  return { entries, tail };
}

/** A file ending in .gz is one that was published; damage that gzip itself finds leaves no line to name. */
function textOf(file: string): string {
  const bytes = contentsOf(file);
  if (!file.endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    const legal = 'results as they were published: fetch the file again, or remove it, and the next run measures its cells';
    throw new DataError({ file, found: `no whole gzip file (${(error as Error).message})`, legal });
  }
}

function judge(line: string, rule: 'sealed' | 'unsealed'): Judged {
  const { json, seal } = unsealed(line);
  const value = ifPossible((): unknown => JSON.parse(json));
  if (typeof value !== 'object' || value === null) return 'no JSON';
  if (seal === 'broken') return { fault: 'its digest is not that of its content' };
  if (seal === 'none' && rule === 'sealed') return { fault: 'it has no digest, where others of the file have one' };
  if ('engine' in value && Number.isInteger(value.engine) && value.engine !== ENGINE_VERSION) return 'of another engine';
  const fault = faultOf(value);
  if (fault !== undefined) return { fault };
  const { hash, engine, data, cell, seconds, node, ran, ...stored } = value as Omit<Entry, 'stored'>;
  if (hash !== hashOf({ engine, data, cell })) return { fault: 'its hash is not that of its cell' };
  return { entry: { hash, engine, data, cell, ...present({ seconds, node, ran }), stored } };
}

const failed = z.strictObject({
  failure: z.string(),
  reason: z.enum(['diverged', 'refused', 'broken', 'crashed']),
  example: z.int().exactOptional(),
});

const frame = z.looseObject({
  hash: z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits'),
  engine: z.int(),
  data: z.string().nullable(),
  cell: z.strictObject({ kind: z.string(), dataset: z.string().exactOptional(), run: z.record(z.string(), shallow) }),
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
function faultOf(value: unknown): string | undefined {
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
function impossibleIn(measured: object, path = ''): string | undefined {
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
