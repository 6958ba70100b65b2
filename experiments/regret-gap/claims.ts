import { count, inShort } from '../../src/numerics/display.ts';
import { type Case, type Claim, DETERMINISTIC, exactly, meanDifference } from '../../src/studies/results/claim.ts';
import { METHODS } from '../generalized-implicit/settings.ts';
import { AWARE, etaOf, LAMBDAS, optimum, regretLine, regretsOf, settings, type Arena, type Lambda } from './settings.ts';

/** Of the deltas at every step, and of the regrets right of the optimum, with a constant and with a growing lambda. */
export function claims(constant: readonly Arena[], growing: readonly Arena[]): Claim[] {
  return [
    ...AWARE.map((update) => deltaClaim(constant, update, 'gradient-descent')),
    ...AWARE.map((update) => deltaClaim(growing, update, 'implicit-ftrl')),
    regretClaim(constant, 'gradient-descent'),
    regretClaim(growing, 'implicit-ftrl'),
  ];
}

/** A theorem is refuted by one step: nothing is estimated. */
function deltaClaim(arenas: readonly Arena[], update: (typeof AWARE)[number], lambda: Lambda): Claim {
  const runs = arenas.flatMap((arena) =>
    settings(arena, update).flatMap(({ measurements }) => measurements.map((run) => ({ examples: arena.examples, ...run }))),
  );
  const total = (quantity: (run: (typeof runs)[number]) => number): number => runs.reduce((sum, run) => sum + quantity(run), 0);
  const [steps, negative, uphill] = [total(({ examples }) => examples), total((run) => run.negative), total((run) => run.uphill)];
  return {
    claim: `${METHODS[update]}, ${LAMBDAS[lambda].words}: H(z) <= H(g) at every step (delta_t >= 0)`,
    cases:
      runs.length === 0
        ? []
        : [
            {
              what:
                `negative deltas, of ${count(steps)} steps (before ${count(uphill)} of which shrinking moved the prediction ` +
                'uphill):',
              ...exactly(negative, DETERMINISTIC),
              unit: 'count',
              criterion: { atMost: 0 },
            },
          ],
    figure: lambda === 'implicit-ftrl' ? 'negative.png' : 'delta.png',
    tried:
      'Nothing was tried: every step of every run ' +
      `counts${
        lambda === 'implicit-ftrl'
          ? '. With a growing lambda the theorem does not apply on steps before which shrinking moved the prediction uphill, ' +
            'and a law of the test suite shows that it can fail there only (docs/ERRATA.md, S6c)'
          : ''
      }.`,
  };
}

function regretClaim(arenas: readonly Arena[], lambda: Lambda): Claim {
  const { words, plain } = LAMBDAS[lambda];
  return {
    claim: `The regret of IWA is below that of ${plain} at every step size right of its optimum (${words})`,
    cases: arenas.flatMap(rightOfOptimum),
    figure: lambda === 'implicit-ftrl' ? 'regret-growing.png' : 'regret-constant.png',
    tried:
      arenas.length === 0
        ? 'Nothing was tried.'
        : `The grid of the study is all that was tried: ${settings(arenas[0], 'invariant').length} step sizes with each lambda.`,
  };
}

/** Regret an example of IWA less that of the plain gradient step, shuffle by shuffle: a case a step size. */
function rightOfOptimum(arena: Arena): Case[] {
  const lowest = optimum(regretLine(arena, 'naive')).x;
  const [plain, aware] = [settings(arena, 'naive'), settings(arena, 'invariant')];
  return plain.flatMap((setting, e): Case[] =>
    etaOf(setting) > lowest
      ? [
          {
            what: `${arena.dataset} at ${inShort(etaOf(setting))}`,
            ...meanDifference(regretsOf(arena, aware[e]), regretsOf(arena, setting), 'shuffles'),
            unit: 'difference',
            criterion: { below: 0 },
          },
        ]
      : [],
  );
}
