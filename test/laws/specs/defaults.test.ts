/** UNCHANGED: what parameters are where nobody gives them; a stored spec that leaves one out means this value for ever. */
import { expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { legalRange, type Parameter } from '../../../src/numerics/recipe.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { pairWeights } from '../../../src/reductions/pair-weights.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';

function defaultsOf(registry: object): Record<string, unknown> {
  const named = Object.entries(registry).flatMap(([name, part]) => {
    const { parameters = {} } = part as { parameters?: Readonly<Record<string, { default?: unknown }>> };
    const given = Object.entries(parameters).filter(([, each]) => 'default' in each);
    return given.length === 0 ? [] : [[name, Object.fromEntries(given.map(([key, each]) => [key, each.default]))] as const];
  });
  return Object.fromEntries(named);
}

it('defaults of losses, optimizers, query rules and oracles', () => {
  expect(defaultsOf(losses)).toMatchInlineSnapshot(`
    {
      "huber": {
        "delta": 1,
      },
      "smoothed-hinge": {
        "gamma": 1,
      },
    }
  `);
  expect(defaultsOf(optimizers)).toMatchInlineSnapshot(`
    {
      "ada-grad": {
        "decay": 1,
        "initial": 0,
        "power": 0.5,
      },
      "averaged": {
        "decay": 1,
        "power": 0,
        "start": 0,
        "t0": 1,
      },
      "fobos": {
        "decay": 1,
        "l1": 0,
        "l2": 0,
        "power": 0,
        "t0": 1,
      },
      "ftrl-proximal": {
        "beta": 1,
        "l1": 0,
        "l2": 0,
      },
      "gradient-descent": {
        "decay": 1,
        "power": 0,
        "t0": 1,
      },
      "normalized": {
        "decay": 1,
        "initial": 0,
        "power": 0,
        "t0": 1,
      },
      "normalized-adaptive": {
        "decay": 1,
        "eta0": 2,
        "initial": 0,
        "power": 0.5,
      },
      "rda": {
        "l1": 0,
        "l2": 0,
      },
      "truncated-gradient": {
        "ceiling": 1,
        "decay": 1,
        "every": 1,
        "gravity": 0,
        "power": 0,
        "t0": 1,
      },
    }
  `);
  expect(defaultsOf(queries)).toMatchInlineSnapshot(`
    {
      "active-cover": {
        "mellowness": 1,
        "members": 12,
      },
      "bootstrap": {
        "first": 100,
        "members": 10,
        "pMin": 0.1,
      },
      "committee": {
        "first": 100,
        "members": 10,
        "pMin": 0.1,
      },
      "iwal-cal": {
        "c1": 1,
        "c2": 1,
        "mellowness": 0.0001,
      },
      "iwal-cal-without-log": {
        "c1": 1,
        "c2": 1,
        "mellowness": 0.0001,
      },
      "margin": {
        "width": 1,
      },
      "oracular-cal": {
        "mellowness": 1,
      },
      "random": {
        "rate": 0.1,
      },
      "selective-sampling": {
        "b": 0.1,
      },
      "shrinking-margin": {
        "scale": 100,
      },
      "slides": {
        "mellowness": 0.000001,
      },
      "soft-margin": {
        "width": 1,
      },
      "variance-aware": {
        "mellowness": 0.0001,
      },
    }
  `);
  expect(defaultsOf(oracles)).toMatchInlineSnapshot(`
    {
      "abstaining": {
        "abstainRate": 0.1,
        "fee": 1,
      },
      "class-noise": {
        "flipNegative": 0.1,
        "flipPositive": 0.1,
      },
      "delayed": {
        "delay": 100,
      },
      "majority": {
        "annotators": 5,
        "best": 0.05,
        "votes": 3,
        "worst": 0.35,
      },
      "noisy": {
        "flipRate": 0.1,
      },
      "priced": {
        "perFeature": 0,
        "price": 1,
      },
      "sequential": {
        "annotators": 5,
        "best": 0.05,
        "lead": 2,
        "worst": 0.35,
      },
    }
  `);
});

/** Legal values of a parameter as an interval: "(0, 1]", "whole [1, inf)". */
function rangeOf({ from, above, to, below, whole }: Parameter): string {
  const low = from === undefined ? `(${above ?? '-inf'}` : `[${from}`;
  const high = to === undefined ? `${below ?? 'inf'})` : `${to}]`;
  return `${whole === true ? 'whole ' : ''}${low}, ${high}`;
}

function rangesOf(registry: object): Record<string, Record<string, string>> {
  const named = Object.entries(registry).flatMap(([name, part]) => {
    const { parameters = {} } = part as { parameters?: Readonly<Record<string, Parameter>> };
    const ranges = Object.entries(parameters).map(([key, each]) => [key, rangeOf(each)] as const);
    return ranges.length === 0 ? [] : [[name, Object.fromEntries(ranges)] as const];
  });
  return Object.fromEntries(named);
}

it('ranges of losses, optimizers, query rules and oracles: a stored spec stays legal', () => {
  expect(rangesOf(losses)).toMatchInlineSnapshot(`
    {
      "expectile": {
        "q": "(0, 1)",
      },
      "huber": {
        "delta": "(0, inf)",
      },
      "quantile": {
        "level": "(0, 1)",
      },
      "smoothed-hinge": {
        "gamma": "(0, inf)",
      },
    }
  `);
  expect(rangesOf(optimizers)).toMatchInlineSnapshot(`
    {
      "ada-grad": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "initial": "[0, inf)",
        "power": "(0, 1]",
      },
      "averaged": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "power": "[0, 1]",
        "start": "[0, inf)",
        "t0": "(0, inf)",
      },
      "fobos": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "l1": "[0, inf)",
        "l2": "[0, inf)",
        "power": "[0, 1]",
        "t0": "(0, inf)",
      },
      "ftrl-proximal": {
        "alpha": "(0, inf)",
        "beta": "[0, inf)",
        "l1": "[0, inf)",
        "l2": "[0, inf)",
      },
      "gradient-descent": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "power": "[0, 1]",
        "t0": "(0, inf)",
      },
      "implicit-ftrl": {
        "eta0": "(0, inf)",
      },
      "implicit-ftrl-adaptive": {
        "eta0": "(0, inf)",
      },
      "normalized": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "initial": "[0, inf)",
        "power": "[0, 1]",
        "t0": "(0, inf)",
      },
      "normalized-adaptive": {
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "initial": "[0, inf)",
        "power": "(0, 1]",
      },
      "rda": {
        "gamma": "(0, inf)",
        "l1": "[0, inf)",
        "l2": "[0, inf)",
      },
      "truncated-gradient": {
        "ceiling": "(0, inf)",
        "decay": "(0, 1]",
        "eta0": "(0, inf)",
        "every": "whole [1, inf)",
        "gravity": "[0, inf)",
        "power": "[0, 1]",
        "t0": "(0, inf)",
      },
    }
  `);
  expect(rangesOf(queries)).toMatchInlineSnapshot(`
    {
      "active-cover": {
        "mellowness": "(0, inf)",
        "members": "whole [1, 1000]",
      },
      "bootstrap": {
        "first": "whole [1, 1000000]",
        "members": "whole [2, 1000]",
        "pMin": "(0, 1]",
      },
      "committee": {
        "first": "whole [1, 1000000]",
        "members": "whole [2, 1000]",
        "pMin": "(0, 1]",
      },
      "iwal-cal": {
        "c1": "[1, inf)",
        "c2": "[1, inf)",
        "mellowness": "(0, inf)",
      },
      "iwal-cal-without-log": {
        "c1": "[1, inf)",
        "c2": "[1, inf)",
        "mellowness": "(0, inf)",
      },
      "margin": {
        "width": "(0, inf)",
      },
      "oracular-cal": {
        "mellowness": "(0, inf)",
      },
      "random": {
        "rate": "(0, 1]",
      },
      "selective-sampling": {
        "b": "(0, inf)",
      },
      "shrinking-margin": {
        "scale": "(0, inf)",
      },
      "slides": {
        "mellowness": "(0, inf)",
      },
      "soft-margin": {
        "width": "(0, inf)",
      },
      "variance-aware": {
        "mellowness": "(0, inf)",
      },
    }
  `);
  expect(rangesOf(oracles)).toMatchInlineSnapshot(`
    {
      "abstaining": {
        "abstainRate": "[0, 1]",
        "fee": "[0, 1]",
      },
      "class-noise": {
        "flipNegative": "[0, 1]",
        "flipPositive": "[0, 1]",
      },
      "delayed": {
        "delay": "whole [1, inf)",
      },
      "majority": {
        "annotators": "whole [1, 100]",
        "best": "[0, 1]",
        "votes": "whole [1, inf)",
        "worst": "[0, 1]",
      },
      "noisy": {
        "flipRate": "[0, 1]",
      },
      "priced": {
        "perFeature": "[0, inf)",
        "price": "(0, inf)",
      },
      "sequential": {
        "annotators": "whole [1, 100]",
        "best": "[0, 1]",
        "lead": "whole [1, inf)",
        "worst": "[0, 1]",
      },
    }
  `);
});

it.each([
  [{}, 'a number'],
  [{ from: 1 }, 'a number >= 1'],
  [{ above: 1, whole: true }, 'a whole number > 1'],
  [{ to: 1 }, 'a number <= 1'],
  [{ below: 1 }, 'a number < 1'],
  [{ from: 0, to: 1 }, 'a number in [0, 1]'],
  [{ above: 0, below: 1 }, 'a number in (0, 1)'],
] as const)('%o is %s', (range, words) => {
  expect(legalRange({ meaning: 'any', ...range })).toBe(words);
});

it('defaults and ranges of rules about costs and of weights of pairs', () => {
  expect(defaultsOf(costRules)).toMatchInlineSnapshot(`
    {
      "coal": {
        "first": 1,
        "mellowness": 0.01,
        "range": 0.5,
      },
      "random-costs": {
        "rate": 0.1,
      },
    }
  `);
  expect(rangesOf(costRules)).toMatchInlineSnapshot(`
    {
      "coal": {
        "first": "whole [1, inf)",
        "mellowness": "(0, inf)",
        "range": "[0, inf)",
      },
      "random-costs": {
        "rate": "(0, 1]",
      },
    }
  `);
  expect(defaultsOf(pairWeights)).toMatchInlineSnapshot(`
    {
      "dcg": {
        "cutOff": 10,
      },
      "ndcg": {
        "cutOff": 10,
      },
    }
  `);
  expect(rangesOf(pairWeights)).toMatchInlineSnapshot(`
    {
      "dcg": {
        "cutOff": "whole [1, inf)",
      },
      "ndcg": {
        "cutOff": "whole [1, inf)",
      },
    }
  `);
});
