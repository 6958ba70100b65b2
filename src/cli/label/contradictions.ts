import type { Begun } from '../../labelling/begun-spec.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a command line says of how questions are asked and answered. */
interface Written {
  readonly text?: unknown;
  readonly 'text-column'?: unknown;
  readonly serve?: boolean;
  readonly port?: unknown;
  readonly protocol?: unknown;
  readonly batch?: unknown;
  readonly answers?: unknown;
  readonly out?: unknown;
  readonly fresh?: unknown;
}

/** Throws a UsageError for options of `iwal label` that do not go together. */
export function refuseContradictions(values: Written): void {
  if (values.text !== undefined && values['text-column'] !== undefined)
    throw new UsageError('--text and --text-column exclude each other');
  requireOneWay(values);
  if (values.out !== undefined && values.batch === undefined) throw new UsageError('--out is for --batch');
  if (values.port !== undefined && !values.serve) throw new UsageError('--port is for --serve');
  const inBatches = (['batch', 'answers'] as const).find((name) => values[name] !== undefined);
  if (values.fresh !== undefined && inBatches !== undefined)
    throw new UsageError(
      `--fresh asks one question at a time, and --${inBatches} does not: once the batches are over, leave it out`,
    );
}

/** Questions go one way: to a page, a program, a file; answers come back from one. */
function requireOneWay(values: Written): void {
  const ways = (['serve', 'protocol', 'batch', 'answers'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== false,
  );
  if (ways.length > 1) throw new UsageError(`--${ways[0]} and --${ways[1]} exclude each other`);
}

/** Throws a UsageError where the answers of a file can belong to no questions of this pass. */
export function requireAsked(answers: string, begun: Begun | undefined, pass: 'last' | 'next'): void {
  if (begun === undefined)
    throw new UsageError(`--answers ${answers}: no session is here that has asked anything; --batch 50 --out ask.csv begins one`);
  if (pass === 'next')
    throw new UsageError('--answers belongs to the pass that has asked; another --budget begins the next pass, with --batch');
}
