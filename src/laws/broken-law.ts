import type { Loss } from '../losses/loss.ts';
import { randomStream, type RandomStream } from '../numerics/random.ts';
import type { Parameter } from '../numerics/recipe.ts';
import { pow } from '../numerics/pow.ts';
import type { OptimizerFactory } from '../optimizers/optimizer.ts';
import type { RuleReading } from '../queries/query.ts';
import { parametersOf } from '../specs/choices.ts';
import { parts, type OwnParts, legalNumbers, requireShape, withNumbers } from '../specs/parts/registry.ts';
import type { UpdateRule } from '../updates/rules.ts';
import { lossLaws } from './loss-laws.ts';
import { COLUMNS, optimizerLaws, sampleRows, shrinks, type Setting } from './optimizer-laws.ts';
import { extremePoints, samplePoint, type Point } from './points.ts';
import { brokenQueryLaw, brokenStreamLaw } from './query-laws.ts';
import { updateLaws } from './update-laws.ts';

/** The kinds of parts that have laws, and what a part of each is. */
export interface LawfulParts {
  readonly loss: NonNullable<OwnParts['losses']>[string];
  readonly update: UpdateRule;
  readonly optimizer: NonNullable<OwnParts['optimizers']>[string];
  readonly 'query rule': NonNullable<OwnParts['queries']>[string];
}

/** How hard a counterexample is looked for. */
export interface LawOptions {
  /** Random points of every law, over all settings; default 500. */
  readonly trials?: number;
  /** Decides them; default 1. */
  readonly seed?: number;
}

type Numbers = Readonly<Record<string, number>>;

const REGISTRY = { loss: 'losses', update: 'updates', optimizer: 'optimizers', 'query rule': 'queries' } as const;
/** Settings of a recipe besides its defaults. */
const SETTINGS = 3;
/** A stream is many points at once. */
const EXAMPLES_A_TRIAL = 40;

/**
 * Looks for a counterexample to the laws that every built-in part of this kind obeys: of losses (losses/loss.ts) and update rules
 * (updates/rules.ts) at random points of every size and at all combinations of the corners, of optimizers
 * (optimizers/optimizer.ts) on random sparse rows, of query rules (queries/query.ts) in random and extreme situations. Recipes are
 * tried at their defaults, at the ends of their ranges and at random settings.
 *
 * Query rules are tried on streams of examples besides: their states, and that nothing of them is lost where a budget paces them. Of a
 * rule that keeps a state these are all.
 *
 * @returns the first counterexample in words, or undefined where none was found.
 * @throws SpecError where the part has not the functions and traits of its kind.
 *
 * @example
 * brokenLaw('loss', losses.huber) // => undefined
 */
export function brokenLaw<K extends keyof LawfulParts>(
  kind: K,
  part: LawfulParts[K],
  options: LawOptions = {},
): string | undefined {
  const { trials = 500, seed = 1 } = options;
  const name = nameOf(kind, part);
  requireShape(`${kind} '${name}'`, REGISTRY[kind], name, part);
  const random = randomStream(seed, `laws of ${name}`);
  const settings = settingsOf(part, random);
  for (const numbers of settings) {
    const found = brokenBy(kind, () => withNumbers(part, numbers, COLUMNS), Math.ceil(trials / settings.length), random);
    if (found === undefined) continue;
    const setting = Object.keys(numbers).length === 0 ? '' : ` with ${JSON.stringify(numbers)}`;
    return `${name}${setting} breaks the law ${found}`;
  }
  return undefined;
}

/** `make`: a fresh part. */
function brokenBy(kind: keyof LawfulParts, make: () => unknown, trials: number, random: RandomStream): string | undefined {
  const part = make();
  switch (kind) {
    case 'loss':
      return atPoints(part as Loss, trials, random, Object.entries(lossLaws), (law, point) => law(part as Loss, point, {}));
    case 'update':
      return brokenUpdateLaw(part as UpdateRule, trials, random);
    case 'optimizer':
      return brokenOptimizerLaw(part as OptimizerFactory, trials, random);
    case 'query rule': {
      const rule = part as RuleReading<'flip'>;
      const hasState = Object.keys(rule.state()).length > 0;
      return (
        (hasState ? undefined : brokenQueryLaw(rule, trials, random)) ??
        onStreams(() => make() as RuleReading<'flip'>, Math.ceil(trials / EXAMPLES_A_TRIAL), random)
      );
    }
  }
}

function onStreams(make: () => RuleReading<'flip'>, trials: number, random: RandomStream): string | undefined {
  for (let trial = 0; trial < trials; trial++) {
    const found = brokenStreamLaw(make, random);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** For every loss that can be named. */
function brokenUpdateLaw(update: UpdateRule, trials: number, random: RandomStream): string | undefined {
  for (const entry of Object.values(parts.losses) as LawfulParts['loss'][]) {
    const loss = withNumbers(entry) as Loss;
    const found = atPoints(loss, trials, random, Object.entries(updateLaws), (law, point) => law(update, loss, point));
    if (found !== undefined) return `${found} of the loss ${loss.name}`;
  }
  return undefined;
}

function brokenOptimizerLaw(factory: OptimizerFactory, trials: number, random: RandomStream): string | undefined {
  const { name, linear, isOwnLearner } = factory(1);
  const setting: Setting = { name, factory, move: linear ? 'exact' : 'share' };
  // The share of a step that shrinking leaves is no law: it comes on top (optimizers/optimizer.ts).
  const isShrunk = linear && shrinks(setting, random);
  const { moves, predictsWithItsWeights, tellsOverflow } = optimizerLaws;
  // Learners of one's own have no weights, and sum up no slopes.
  const others: readonly unknown[] = isOwnLearner ? [predictsWithItsWeights, tellsOverflow] : isShrunk ? [moves] : [];
  for (const [law, holds] of Object.entries(optimizerLaws).filter(([, each]) => !others.includes(each))) {
    for (let trial = 0; trial < trials; trial++) {
      const found = holds(setting, sampleRows(random, 8, 4), random);
      if (found !== undefined) return `${law}: ${found}`;
    }
  }
  return undefined;
}

function atPoints<L>(
  { labels }: Loss,
  trials: number,
  random: RandomStream,
  laws: readonly (readonly [name: string, law: L])[],
  check: (law: L, point: Point) => string | undefined,
): string | undefined {
  const points = function* (): Generator<Point> {
    for (let trial = 0; trial < trials; trial++) yield samplePoint(labels, random);
    yield* extremePoints(labels);
  };
  for (const [name, law] of laws) {
    for (const point of points()) {
      const found = check(law, point);
      if (found !== undefined) return `${name}: ${found} at ${JSON.stringify(point)}`;
    }
  }
  return undefined;
}

/** Defaults, ends of the ranges that belong to them, and random numbers of ordinary size. */
function settingsOf(part: unknown, random: RandomStream): Numbers[] {
  const parameters = Object.entries(parametersOf(part));
  const standard = legalNumbers(part);
  if (parameters.length === 0) return [standard];
  const ends = parameters.flatMap(([name, { from, to }]) =>
    [from, to].filter((end) => end !== undefined).map((end) => ({ ...standard, [name]: end })),
  );
  const drawn = Array.from({ length: SETTINGS }, () =>
    Object.fromEntries(parameters.map(([name, range]) => [name, ordinaryNumber(range, standard[name], random)])),
  );
  return [standard, ...ends, ...drawn];
}

/** A legal number: within a hundredth and a hundredfold of 1, or of the range where that is bounded. */
function ordinaryNumber({ from, above, to, below, whole }: Parameter, standard: number, random: RandomStream): number {
  const low = from ?? above;
  const high = to ?? below;
  if (low !== undefined && high !== undefined && high - low <= 100) {
    const inside = low + ((high - low) * (1 + random.below(998))) / 1000;
    return whole ? Math.round(inside) : inside;
  }
  const drawn = (low ?? 0) + pow(10, 4 * random.next() - 2);
  if (high !== undefined && drawn >= high) return standard;
  return whole ? Math.ceil(drawn) : drawn;
}

/** The name of a part, of a recipe, or of what a factory of optimizers makes. */
function nameOf(kind: keyof LawfulParts, part: unknown): string {
  if (typeof part === 'function' && 'label' in part) return String(part.label);
  const made = kind === 'optimizer' && typeof part === 'function' ? (part as OptimizerFactory)(1) : part;
  return String((made as { readonly name?: unknown } | null)?.name);
}
