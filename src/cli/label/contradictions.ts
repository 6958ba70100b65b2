import type { People } from '../../ledger/batches.ts';
import type { Begun } from '../../labelling/begun-spec.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';

/** Throws a UsageError where fresh labels are asked for in batches: a question of them waits for the answer of the one before. */
export function refuseFreshBatches(
  values: Readonly<Partial<Record<'fresh' | 'batch' | 'answers', unknown>>>,
  panel: People | undefined,
): void {
  const several = panel && ('annotator' as const);
  const inBatches = (['batch', 'answers'] as const).find((name) => values[name] !== undefined) ?? several;
  if (values.fresh === undefined || inBatches === undefined) return;
  const [them, how] = inBatches === several ? ['their questions', 'of several people'] : ['the batches', ''];
  throw new UsageError(
    `--fresh asks one question at a time, and --${inBatches}${how && ` ${how}`} does not: once ${them} are over, leave it out`,
  );
}

/** Throws a UsageError where an option that is about answers can be about no questions of this pass. */
export function requireAsked(written: string, begun: Begun | undefined, pass: 'last' | 'next'): void {
  if (begun === undefined)
    throw new UsageError(`${written}: no session is here that has asked anything; --batch 50 --out ask.csv begins one`);
  if (pass === 'next')
    throw new UsageError(`${written} belongs to the pass that has asked; another --budget begins the next pass, with --batch`);
}

/** What is about classes or about a model. */
const OF_CLASSES =
  'classes by positive reduction known fresh model stop stop-confidence record overlap disagreements guess-confidence'.split(' ');

/** Throws a UsageError for an option that says nothing of answers that are numbers, and for two columns of guesses. */
export function refuseOfClasses(values: { readonly guess?: string | undefined }, others: readonly string[] = []): void {
  const words = (option: string): string => `${option} is not for runs that ask for numbers (--range): leave it out`;
  refuseWritten([...OF_CLASSES, ...others], values, words);
  const { guess } = values;
  if (guess?.includes(',') === true)
    throw new UsageError(`--guess takes one name where answers are numbers (--range), found '${guess}'`);
}

/** A name that files and tables can carry, and that is no name of a column. */
const NAME = /^(?!(?:majority|batch|row|id|label|classes|annotator|learned|text)$)[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/iu;
const OVERLAP = 0.2;

type Sharing = Readonly<Record<'batch' | 'overlap', number | undefined> & Record<'annotator', string | undefined>> & {
  readonly serve?: boolean | undefined;
};

/**
 * The people who share a batch or a page; undefined where one person answers it, or nobody is named. `usual`: the overlap where none is
 * written.
 *
 * @throws UsageError: a name that cannot stand in a table, or twice; an overlap of one person.
 */
export function panelOf({ batch, serve, annotator = '', overlap }: Sharing, usual = OVERLAP): People | undefined {
  const annotators = annotator.split(',').map((name) => name.trim());
  if ((batch === undefined && !serve) || annotators.length < 2) {
    if (overlap === undefined) return undefined;
    throw new UsageError('--overlap is the share of rows that several people answer; --annotator ana,ben names them');
  }
  const folded = annotators.map((name) => name.toLowerCase());
  const illegal = annotators.find((name, n) => !NAME.test(name) || folded.indexOf(folded[n]) < n);
  if (illegal !== undefined)
    throw new UsageError(
      `--annotator takes names of letters, digits, space . _ @ -, none twice or of a column; found '${illegal}'`,
    );
  return { annotators, overlap: overlap ?? usual };
}
