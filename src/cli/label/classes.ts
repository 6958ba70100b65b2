import type { Begun } from '../../labelling/begun-spec.ts';
import { reductions } from '../../reductions/index.ts';
import { parseActiveClasses, isOfSeveral } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import { numberOf } from '../options/class-names.ts';
import { DEFAULT_REDUCTION } from '../options/spec/reduction-loss.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a command line says of classes. */
export interface WrittenClasses {
  readonly names: readonly string[] | undefined;
  readonly positive: string | undefined;
  readonly reduction: string | undefined;
}

/** The classes of a session: their names in order, and for several of them how they become one, and which one is looked for. */
export interface SessionClasses {
  readonly names: readonly string[];
  /** Absent where there are two, which one learner tells apart. */
  readonly several?: { readonly reduction: string; readonly positive: number | undefined };
}

/** What two classes are called where nobody says it. */
const TWO = ['negative', 'positive'] as const;

/** Whether somebody has said what two classes are called. */
export function areNamed(names: readonly string[]): boolean {
  return names.join('\n') !== TWO.join('\n');
}

/**
 * The classes that a command line means, and what of them a session that was begun says already.
 *
 * Errors: UsageError for other classes than those of the session, and for a positive class that is none of them.
 */
export function sessionClasses(
  { names: written, positive, reduction }: WrittenClasses,
  begun: Begun | undefined,
): SessionClasses {
  const known = begun?.classes;
  if (known === undefined && written?.some((name) => name.toLowerCase() === 'skip'))
    throw new UsageError("--classes: 'skip' says that nobody can tell; expected another name");
  const names = written ?? known ?? TWO;
  const isOther = known !== undefined && known.join('\n') !== names.join('\n');
  if (isOther && (names.length > 2 || isCounted(begun)))
    throw new UsageError(
      `--classes: this session was begun with ${known.join(', ')}, found ${names.join(', ')}; ` +
        'leave it out, or name another --project or --ledger',
    );
  if (names.length === 2 && reduction === undefined && !isCounted(begun)) return { names: inOrder(names, positive) };
  const way = reduction ?? begun?.spec.reduction ?? DEFAULT_REDUCTION;
  return {
    names,
    several: { reduction: way, positive: positive === undefined ? begun?.spec.positive : numberOf(positive, names) },
  };
}

/** Whether a session that was begun has several classes. */
function isCounted(begun: Begun | undefined): boolean {
  return begun !== undefined && isOfSeveral(begun.spec);
}

/** The two names, the positive one last. */
function inOrder(names: readonly string[], positive: string | undefined): readonly string[] {
  return positive !== undefined && numberOf(positive, names) === 1 ? [names[1], names[0]] : names;
}

/** The spec of a session over its classes. */
export function specOver(spec: RunSpec, { names, several }: SessionClasses): RunSpec {
  if (several === undefined) return spec;
  return parseActiveClasses({ ...spec, ...several, classes: names.length });
}

/** How several classes are learned, to be said first; nothing of two. */
export function reductionRemarks({ names, several }: SessionClasses): string[] {
  if (several === undefined) return [];
  const { reduction } = several;
  const { meaning } = reductions[reduction as keyof typeof reductions];
  return [`${names.length} classes by ${reduction}: ${meaning}`];
}
