/** UNCHANGED: what parameters are where nobody gives them; a stored spec that leaves one out means this value for ever. */
import { expect, it } from 'vitest';
import { losses } from '../../src/losses/index.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import { queries } from '../../src/queries/index.ts';

function defaultsOf(registry: object): Record<string, unknown> {
  const named = Object.entries(registry).flatMap(([name, part]) => {
    const { parameters = {} } = part as { parameters?: Readonly<Record<string, { default?: unknown }>> };
    const given = Object.entries(parameters).filter(([, each]) => 'default' in each);
    return given.length === 0 ? [] : [[name, Object.fromEntries(given.map(([key, each]) => [key, each.default]))] as const];
  });
  return Object.fromEntries(named);
}

it('defaults of losses, optimizers and query rules', () => {
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
});
