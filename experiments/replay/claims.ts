import { meanInterval } from '../../src/statistics/mean-interval.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { percent } from '../support/numbers.ts';
import { counted, decided } from '../support/decided.ts';
import { bySet, metOf, REPLAYED, STINGIER, type Replayed, type ReplayedName } from './settings.ts';

/** Requests met of those wanted, below which a replay is called the clipped rule's (cli/replay). */
export const NEARLY = 0.98;
/** How far the error of a clipped rule may be from that of the rule to be taken for it: a point. */
const CLOSE = 0.01;
const CONFIDENCE = 0.95;
const TRIED =
  'Ledgers, rules, budgets and limits were written down before the first run, of one seed; nothing was changed after it.';

export function claims(replays: readonly Replayed[], files: { readonly met: string; readonly errors: string }): Claim[] {
  if (replays.length === 0) return [];
  const passive = replays.filter(({ ledger }) => ledger === 'passive');
  const exact = replays.filter(({ measured: { met, wanted, clipped } }) => met === wanted && clipped === 0);
  const stingier = replays.filter(({ ledger, rule }) => ledger === 'generous' && rule === STINGIER);
  const all = { figure: files.met, tried: TRIED };
  return [
    decided({
      ...all,
      claim: 'a passive ledger answers for every rule: each replay is the direct run bit for bit',
      ...agreement(passive),
    }),
    decided({
      ...all,
      claim: 'on any ledger a replay that is never clipped is the direct run bit for bit',
      ...agreement(exact),
    }),
    decided({
      ...all,
      claim: `a ledger of iwal-cal with a generous knob meets at least ${percent(NEARLY, 0)} of what the rule wants with a hundredth of it`,
      estimate: shareOf(stingier),
      criterion: { must: 'be at least', limit: NEARLY },
      write: share,
      of: `of the requests, over ${bySet(stingier).size} sets`,
    }),
    ...paced(replays).map(([rule, own]) =>
      decided({
        ...all,
        claim: `a paced ledger does not answer for ${rule}: of its requests less than ${percent(NEARLY, 0)} are met, and the result is the clipped rule's`,
        estimate: shareOf(own),
        criterion: { must: 'be at most', limit: NEARLY },
        write: share,
        of: `of the requests, over ${bySet(own).size} sets`,
      }),
    ),
    ...paced(replays).map(([rule, own]) =>
      decided({
        claim: `even so, clipped ${rule} errs at most a point more than the rule itself`,
        ...{ figure: files.errors, tried: TRIED },
        estimate: meanInterval([...bySet(own).values()].map(differenceOf), CONFIDENCE),
        criterion: { must: 'be at most', limit: CLOSE },
        write: (value) => `${(100 * value).toFixed(2)} points`,
        of: `on average, over ${bySet(own).size} sets`,
      }),
    ),
  ];
}

function agreement(replays: readonly Replayed[]): Pick<Parameters<typeof decided>[0], 'estimate' | 'criterion' | 'write' | 'of'> {
  const sets = bySet(replays).size;
  return {
    estimate: counted(replays.length === 0 ? NaN : replays.filter(({ measured }) => measured.isDirect).length),
    criterion: { must: 'be at least', limit: replays.length },
    write: String,
    of: `of ${replays.length} replays on ${sets} sets`,
  };
}

function paced(replays: readonly Replayed[]): [ReplayedName, Replayed[]][] {
  return (Object.keys(REPLAYED) as ReplayedName[])
    .map((rule): [ReplayedName, Replayed[]] => [rule, replays.filter((each) => each.ledger === 'paced' && each.rule === rule)])
    .filter(([, own]) => own.length > 0);
}

/** Error of the replay above that of the direct run, mean over the seeds of a set. */
export function differenceOf(replays: readonly Replayed[]): number {
  return mean(replays.map(({ measured: { replayError, directError } }) => replayError - directError));
}

/** Requests met, over sets; a share is 1 at most. */
function shareOf(replays: readonly Replayed[]): Estimate {
  const { value, low, high } = meanInterval([...bySet(replays).values()].map(metOf), CONFIDENCE);
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
}

function share(value: number): string {
  return percent(value, 1);
}
