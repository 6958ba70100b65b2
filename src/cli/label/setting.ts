import { present, presentIn } from '../../numerics/present.ts';
import { existsSync } from 'node:fs';
import type { DatasetOptions } from '../../data/index.ts';
import type { Begun } from '../../labelling/begun-spec.ts';
import { lossFor } from '../options/spec/reduction-loss.ts';
import { readingOf, type guessOptions, type readingOptions } from '../options/reading-options.ts';
import { classesNamed } from '../data/several-seen.ts';
import { readSpecs, type rangeOption } from '../options/spec/spec-options.ts';
import type { Values } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import { reductionRemarks, sessionClasses, specOver, type SessionClasses } from './classes.ts';
import { LATE_PACE } from '../../specs/defaults.ts';
import { choicesOf, numbersOf } from '../../labelling/classes.ts';
import type { LabelRequest } from './run.ts';
import type { RunSpec } from '../../specs/run.ts';

/** What a command line says of a pool and of what learns it. */
type Written = Values<typeof readingOptions> &
  Partial<Values<typeof guessOptions & typeof rangeOption>> &
  Parameters<typeof readSpecs>[0] & {
    readonly known?: string | undefined;
    readonly show?: string | undefined;
    readonly reduction?: string | undefined;
    readonly batch?: number | undefined;
  };

/** How the pool of a session is read, what learns it, and its classes; what a session that was begun says stands where nothing does. */
export async function settingOf(
  pool: string,
  values: Written,
  begun: Begun | undefined,
): Promise<Pick<LabelRequest, 'reading' | 'text' | 'spec' | 'classes' | 'said'>> {
  const { positive, reduction } = values;
  if (begun?.spec.guess && values.guess === undefined)
    throw new UsageError('this session judges guesses: --guess names their column again (a project remembers it)');
  const range = values.range ?? begun?.spec.range;
  if (begun !== undefined && String(range) !== String(begun.spec.range)) {
    const was = begun.spec.range ? `with --range ${begun.spec.range.join()}` : 'to ask for classes';
    throw new UsageError(
      `--range ${String(range)}: this session was begun ${was}; leave it out, or name another --project or --ledger`,
    );
  }
  const isSeen = (values.guess ?? values.known) !== undefined && existsSync(pool);
  const isOpen = isSeen && begun === undefined && (values.classes ?? range) === undefined;
  const found = isOpen ? await classesNamed(pool, await readingOf(pool, values), values.known) : undefined;
  const own = sessionClasses({ names: values.classes ?? found, positive, reduction }, begun);
  const { reading, text } = await poolReading(pool, { ...values, range }, own);
  const loss = values.loss ?? (own.several && begun === undefined ? lossFor(own.several.reduction) : undefined);
  const [given] = await readSpecs({ ...values, loss }, { begun: begun?.spec });
  const isLate = (values.batch ?? 1) > 1 && begun === undefined && given.pace !== undefined && !given.pace.current;
  const plain: RunSpec = isLate ? { ...given, pace: { ...given.pace, ...LATE_PACE } } : given;
  const spec = specOver(plain, own);
  const who = values.guess === undefined ? 'known labels' : 'guesses';
  const asFound =
    found && `classes: ${found.join(', ')}, as the ${who} say; an answer is one of them; --classes names others, or their order`;
  const said = presentIn([asFound, ...reductionRemarks(own)]);
  return { reading, text, spec, classes: range ? numbersOf(range) : choicesOf(own.names, spec), said };
}

/** `--text` names columns where the pool is documents, and a file of lines to show where it is not; labels are not read. */
async function poolReading(
  pool: string,
  { text: shown, known, classes: _classes, positive: _positive, range, ...values }: Written,
  { names, several }: SessionClasses,
): Promise<{ readonly reading: DatasetOptions; readonly text: string | undefined }> {
  const { detectedFormat, documentsIn, legalFormat } = await import('../../data/index.ts');
  const { documentFormats } = await import('../../data/documents/read-documents.ts');
  const { format: wanted } = values;
  const format = existsSync(pool) ? await detectedFormat(pool, wanted) : legalFormat(pool, wanted);
  const areDocuments = Object.hasOwn(documentFormats, format);
  const reading = await readingOf(pool, {
    ...values,
    ...(known === undefined
      ? { classes: undefined, positive: undefined }
      : {
          classes: several === undefined ? names : undefined,
          positive: undefined,
          'label-column': columnOf(known, values['label-column']),
        }),
    text: areDocuments ? shown : undefined,
  });
  const named = known !== undefined && several !== undefined && { classNames: names };
  const guess = reading.guess && { guess: { ...reading.guess, classes: names } };
  // Of several classes nobody reads them: a column of labels is told apart where features would be made of it alone.
  const isUnread = known === undefined && several !== undefined && documentsIn(format, reading) !== undefined;
  const asRead = isUnread ? present({ ...reading, labelColumn: undefined }) : reading;
  const own = { ...asRead, ...named, ...guess, ...present({ range }) };
  return { reading: own, text: areDocuments ? undefined : shown };
}

/** A column of labels has one use. */
function columnOf<T>(known: string, labels: T | undefined): T {
  if (labels !== undefined) throw new UsageError('--known and --label-column exclude each other: both name the column of labels');
  return known as T;
}
