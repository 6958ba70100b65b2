import { SpecError } from '../choices.ts';
import { sourceOf } from './registry.ts';

/**
 * The own parts of a spec: the hash of the file that each name comes from. Absent where all parts are built in, so that the spec
 * of such a run is what it always was.
 */
export type RecordedParts = Readonly<Record<string, string>>;

/** The fields of a spec that name parts, and what such a part is called. */
const NAMING = { kind: 'kind of run', loss: 'loss', update: 'update', optimizer: 'optimizer', query: 'query rule' } as const;

/** A spec of any kind of run. */
export type NamingSpec = { readonly [field in keyof typeof NAMING]?: unknown };

/**
 * A recorded run uses own parts that are not here, or not with the content that it was made with.
 *
 * The message begins with what was recorded: `news.ledger uses query rule 'my-rule' of a parts file (hash …): …`
 */
export class PartsError extends SpecError {
  override readonly code = 'IWAL_PARTS';
  override readonly name = 'PartsError';
  readonly #trouble: string;

  constructor(subject: string, trouble: string) {
    super(`${subject} ${trouble}`);
    this.#trouble = trouble;
  }

  /** The same trouble with this ledger, model or cell. */
  of(subject: string): PartsError {
    return new PartsError(subject, this.#trouble);
  }
}

/** The field `parts` of a spec that names these parts: nothing where all are built in. */
export function partsUsedBy(spec: NamingSpec): { readonly parts?: RecordedParts } {
  const used: Record<string, string> = {};
  for (const name of namesIn(spec).values()) {
    const source = sourceOf(name);
    if (source !== undefined) used[name] = source.hash;
  }
  return Object.keys(used).length === 0 ? {} : { parts: used };
}

/**
 * Checks the own parts that a spec from outside says it was made with.
 *
 * @throws PartsError where one is not here, or where the file that has its name has other content.
 */
export function requireRecordedParts(spec: unknown): void {
  const { parts: recorded } = (spec ?? {}) as { readonly parts?: unknown };
  if (typeof recorded !== 'object' || recorded === null) return;
  const fields = new Map([...namesIn(spec as NamingSpec)].map(([field, name]) => [name, NAMING[field]]));
  for (const [name, hash] of Object.entries(recorded as Readonly<Record<string, unknown>>)) {
    const part = `${fields.get(name) ?? 'part'} '${name}' of a parts file (hash ${String(hash)})`;
    const found = sourceOf(name);
    if (found === undefined) throw new PartsError('the spec', `uses ${part}: name that file with --parts`);
    if (found.hash !== hash)
      throw new PartsError('the spec', `uses ${part}, and ${found.file} has other content (hash ${found.hash})`);
  }
}

function namesIn(spec: NamingSpec): Map<keyof typeof NAMING, string> {
  const names = new Map<keyof typeof NAMING, string>();
  for (const field of Object.keys(NAMING) as (keyof typeof NAMING)[]) {
    const choice = spec[field] as { readonly name?: unknown } | string | undefined;
    const name = typeof choice === 'string' ? choice : choice?.name;
    if (typeof name === 'string') names.set(field, name);
  }
  return names;
}
