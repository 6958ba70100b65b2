import { inShort } from '../../src/numerics/display.ts';
import { DEFAULTS } from '../../src/specs/defaults.ts';
import { type Case, type Claim, meanOver } from '../../src/studies/results/claim.ts';
import { BEHIND_POOL, UNTUNED_EACH, UNTUNED_MEAN } from '../support/criteria.ts';
import { CONFIRMATION, DEVELOPMENT } from '../support/default-sets.ts';
import { percent, onScale, claimsOn } from '../support/numbers.ts';
import { logRatio } from '../support/ratios.ts';
import { GRID, isUnseen, logRatios, ratio, rivalError, settingOf, testError, untuned, type Arena } from './settings.ts';
import { exp, log } from '../../src/numerics/elementary.ts';

export const FILE = 'ratios.png';
const DEFAULT = 'the default';

/** What learners that nobody tuned cost, on raw and on scaled features, and whether the default was chosen well. */
export function claims(arenas: readonly Arena[], scaled: readonly Arena[]): Claim[] {
  const unseen = arenas.filter(isUnseen);
  return [
    ...claimsOn(CONFIRMATION, unseenClaims(unseen)),
    bothClaim(scaled),
    ...claimsOn(DEVELOPMENT, [choiceClaim(arenas.filter((arena) => !isUnseen(arena)))]),
  ];
}

function unseenClaims(arenas: readonly Arena[]): Claim[] {
  const tried = `One step size for ${arenas.length} sets on which nothing was chosen.`;
  return [
    {
      claim:
        `untuned, the default is within ${percent(UNTUNED_MEAN - 1, 0)} of the best of ${GRID.length} tuned learners, in ` +
        'the geometric mean over sets',
      cases: [meanCase(DEFAULT, arenas)],
      figure: FILE,
      tried,
    },
    {
      claim: `and within ${UNTUNED_EACH} times its error on every set`,
      cases: arenas.map((arena) => setCase(DEFAULT, arena)),
      figure: FILE,
      tried,
    },
    {
      claim:
        `with every label one pass of the default has at most ${1 + BEHIND_POOL} times the error of cross-validated logistic regression, ` +
        'in the geometric mean over sets',
      cases: [rivalCase(arenas)],
      figure: FILE,
      tried: `${tried} Logistic regression sees standardised features and many passes.`,
    },
  ];
}

/** Error of the default over scikit-learn's with all labels, geometric mean over sets. */
function rivalCase(arenas: readonly Arena[]): Case {
  const logs = arenas.map((arena) => logRatio(testError(untuned(arena, DEFAULT)), rivalError(arena)));
  return {
    what: 'mean over sets',
    ...onScale(meanOver(logs, 'sets'), exp),
    unit: 'times',
    criterion: { atMost: 1 + BEHIND_POOL },
  };
}

/** The two limits on all sets with scaled features. */
function bothClaim(arenas: readonly Arena[]): Claim {
  return {
    claim:
      `scaled features: ${DEFAULT} is within ${percent(UNTUNED_MEAN - 1, 0)} of the best of ${GRID.length} tuned learners in the ` +
      `geometric mean over all sets, and within ${UNTUNED_EACH} times its error on each`,
    cases: [meanCase(DEFAULT, arenas), ...arenas.map((arena) => setCase(DEFAULT, arena))],
    figure: FILE,
    tried: `The default's step size was chosen, or looked at, on these ${arenas.length} sets.`,
  };
}

/** Error over that of the tuned learner, geometric mean over sets. */
function meanCase(label: string, arenas: readonly Arena[]): Case {
  const logs = arenas.map((arena) => log(ratio(arena, untuned(arena, label))));
  return {
    what: 'mean over sets',
    ...onScale(meanOver(logs, 'sets'), exp),
    unit: 'times',
    criterion: { atMost: UNTUNED_MEAN },
  };
}

/** The same on one set, geometric mean over seeds. */
function setCase(label: string, arena: Arena): Case {
  return {
    what: arena.name,
    ...onScale(meanOver(logRatios(arena, untuned(arena, label)), 'seeds'), exp),
    unit: 'times',
    criterion: { atMost: UNTUNED_EACH },
  };
}

/** What the stored runs say of the step size that was chosen before: the default over every other one, over sets. */
function choiceClaim(arenas: readonly Arena[]): Claim {
  const steps = GRID.filter(({ name }) => name === DEFAULTS.optimizer);
  return {
    claim: `on the sets of the choice no other step size of ${DEFAULTS.optimizer} in the grid has a smaller mean ratio`,
    cases: steps
      .filter(({ eta0 }) => arenas.length > 0 && !isDefault(arenas[0], eta0))
      .map((other) => {
        const logs = arenas.map((arena) => log(ratio(arena, untuned(arena, DEFAULT)) / ratio(arena, settingOf(arena, other))));
        return {
          what: `over eta0 ${inShort(other.eta0)}`,
          ...onScale(meanOver(logs, 'sets'), exp),
          unit: 'times',
          criterion: { atMost: 1 },
        };
      }),
    figure: FILE,
    tried: `All ${steps.length} step sizes of the grid. The trial before had five more sets and other test parts.`,
  };
}

function isDefault(arena: Arena, eta0: number): boolean {
  return settingOf(arena, { name: DEFAULTS.optimizer, eta0 }) === untuned(arena, DEFAULT);
}
