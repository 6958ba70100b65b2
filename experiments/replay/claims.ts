import { type Case, type Claim, type Criterion, exactly, meanOver } from '../../src/studies/results/claim.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { REPLAY_CLOSE, REPLAY_NEARLY } from '../support/criteria.ts';
import { percent, onScale } from '../support/numbers.ts';
import { bySet, metOf, REPLAYED, STINGIER, type Replayed, type ReplayedName } from './settings.ts';

const TRIED =
  'Ledgers, rules, budgets and limits were written down before the first run, of one seed, which is part of the published ' +
  'runs; then figures and captions were changed, but no setting, claim or limit.';

export function claims(replays: readonly Replayed[], files: { readonly met: string; readonly errors: string }): Claim[] {
  if (replays.length === 0) return [];
  const passive = replays.filter(({ ledger }) => ledger === 'passive');
  const exact = replays.filter(({ measured: { met, wanted, clipped } }) => met === wanted && clipped === 0);
  const stingier = replays.filter(({ ledger, rule }) => ledger === 'generous' && rule === STINGIER);
  const all = { figure: files.met, tried: TRIED };
  return [
    {
      ...all,
      claim: 'a passive ledger answers for every rule: each replay is the direct run bit for bit',
      cases: agreement(passive),
    },
    {
      ...all,
      claim: 'on any ledger a replay that is never clipped is the direct run bit for bit',
      cases: agreement(exact),
    },
    {
      ...all,
      claim:
        `a ledger of iwal-cal with a generous knob meets at least ${percent(REPLAY_NEARLY, 0)} of what the rule wants with ` +
        'a hundredth of it',
      cases: [met('', stingier, { atLeast: REPLAY_NEARLY })],
    },
    {
      ...all,
      claim:
        `a paced ledger does not answer for another rule: of its requests less than ${percent(REPLAY_NEARLY, 0)} are met, ` +
        `and the result is the clipped rule's`,
      cases: paced(replays).map(([rule, own]) => met(rule, own, { below: REPLAY_NEARLY })),
    },
    {
      claim: 'even so, a clipped rule errs at most a point more than the rule itself, in the mean over sets',
      cases: paced(replays).map(([rule, own]) => ({
        what: rule,
        ...meanOver([...bySet(own).values()].map(differenceOf), 'sets'),
        unit: 'points',
        criterion: { atMost: REPLAY_CLOSE },
      })),
      figure: files.errors,
      tried: TRIED,
    },
  ];
}

/** Replays that are not the direct run. */
function agreement(replays: readonly Replayed[]): Case[] {
  if (replays.length === 0) return [];
  const others = replays.filter(({ measured }) => !measured.isDirect).length;
  const what = `of ${replays.length} replays on ${bySet(replays).size} sets, unlike`;
  return [{ what, ...exactly(others, 'a count of runs, no interval'), unit: 'count', criterion: { atMost: 0 } }];
}

/** Requests met, over sets; a share is 1 at most. */
function met(what: string, replays: readonly Replayed[], criterion: Criterion): Case {
  const share = meanOver([...bySet(replays).values()].map(metOf), 'sets');
  return { what, ...onScale(share, (x) => Math.min(1, Math.max(0, x))), unit: 'share', criterion };
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
