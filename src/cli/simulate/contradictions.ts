import { UsageError } from '../terminal/failure.ts';

/** Throws a UsageError for options of `iwal simulate` that do not go together. */
export function refuseContradictions({
  test,
  holdout,
  query,
  compare,
  fresh,
  ledger,
  record,
  seeds,
  curve,
  ...others
}: Readonly<Record<string, unknown>>): void {
  if (others.reduction !== undefined) refuseTwoClasses({ fresh, ...others });
  if (test !== undefined && holdout !== undefined) throw new UsageError('--test and --holdout exclude each other');
  if (query !== undefined && compare !== undefined) throw new UsageError('--query and --compare exclude each other');
  const lone = Object.entries({ ledger, fresh }).find(([, given]) => given !== undefined && compare !== undefined)?.[0];
  if (lone !== undefined) throw new UsageError(`--${lone} is of one run, and --compare makes several`);
  const single = Object.entries({ ledger, curve, fresh }).find(([, given]) => given !== undefined && seeds !== 1)?.[0];
  if (single !== undefined) throw new UsageError(`--${single} is of one run, and --seeds makes several`);
  if (record !== undefined && ledger === undefined) throw new UsageError('--record is about --ledger, which is not given');
}

/** What --reduction has none of. */
function refuseTwoClasses(values: Readonly<Record<string, unknown>>): void {
  const unfit = ['fresh', 'oracle', 'average', 'scale'].find((name) => values[name] !== undefined);
  if (unfit !== undefined) throw new UsageError(`--${unfit} is for two classes, not for --reduction: leave it out`);
}
