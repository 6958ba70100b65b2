/** How often a law is tried: a fast share under `npm test`, a million times and more under `npm run laws`. */
const long = process.env.IWAL_LAWS === 'long';

/** Random trials of one law on one of the subjects that share its million. */
export function runs(fast: number, subjects = 1): number {
  return long ? Math.max(Math.ceil(1_000_000 / subjects), fast) : fast;
}
