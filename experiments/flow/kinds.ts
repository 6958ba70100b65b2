import { z } from 'zod';
import { losses } from '../../src/losses/index.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { curveOf, type DatalessKind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';
import { naive } from '../../src/updates/rules.ts';

/** One step of length `step` from p along dp/dtau = v(p), and the order of its method. */
export const METHODS = {
  'Euler (gradient steps)': { order: 1, step: (v: Field, p: number, step: number) => step * v(p) },
  midpoint: { order: 2, step: (v: Field, p: number, step: number) => step * v(p + (step / 2) * v(p)) },
  'Runge-Kutta': {
    order: 4,
    step(v: Field, p: number, step: number) {
      const first = v(p);
      const second = v(p + (step / 2) * first);
      const third = v(p + (step / 2) * second);
      return (step / 6) * (first + 2 * second + 2 * third + v(p + step * third));
    },
  },
} as const;
type Field = (p: number) => number;
export type Method = keyof typeof METHODS;

const way = {
  lossName: z.enum(['squared', 'logistic', 'hinge']),
  prediction: z.number(),
  label: z.number(),
  /** Importance times step size times x.x. */
  tau: z.number().positive(),
};
const integratorSchema = z.strictObject({
  ...way,
  method: z.enum(Object.keys(METHODS) as [Method, ...Method[]]),
  doublings: z.int().min(1),
});
const waySchema = z.strictObject({ ...way, places: z.int().min(2) });
type IntegratorSpec = Readonly<z.infer<typeof integratorSchema>>;
type WaySpec = Readonly<z.infer<typeof waySchema>>;

/** The displacement after tau in so many equal steps, held against the exact flow. */
export interface Approximation {
  readonly steps: number;
  /** tau / steps. */
  readonly step: number;
  readonly distance: number;
}

/**
 * dp/dtau = -l'(p) by a method with 1, 2, 4, … steps: distance of its displacement to that of the exact flow, and how far its single step
 * is from the plain gradient step.
 *
 * Source: Mineiro, More importance-aware updates (2011); Hairer, Norsett & Wanner, Solving ordinary differential equations I, II.1.
 */
export const integrator: DatalessKind<
  IntegratorSpec,
  IntegratorSpec,
  { readonly curve: readonly Approximation[]; readonly fromGradientStep: number }
> = {
  shape: integratorSchema.shape,
  parse: (given) => parsed(integratorSchema, given),
  run(spec) {
    const { prediction, label, tau, method, doublings } = spec;
    const loss = losses[spec.lossName];
    const moved = (steps: number): number => {
      let p = prediction;
      for (let n = 0; n < steps; n++) p += METHODS[method].step((at) => -loss.slope(at, label), p, tau / steps);
      return p - prediction;
    };
    const exact = loss.flow(prediction, label, tau);
    const curve = Array.from({ length: doublings + 1 }, (_, k) => {
      const steps = 2 ** k;
      return { steps, step: tau / steps, distance: Math.abs(moved(steps) - exact) };
    });
    return { curve, fromGradientStep: Math.abs(moved(1) - naive(loss, prediction, label, tau)) };
  },
  measured: measured({ curve: curveOf('steps', 'step', 'distance'), fromGradientStep: stored }),
  quantities: { 'smallest distance': ({ curve }) => Math.min(...curve.map(({ distance }) => distance)) },
};

/** A place of the way of an update: |s'(h)| and |s(h)| at the share h of it, for X = eta = 1. */
export interface Place {
  readonly h: number;
  readonly speed: number;
  readonly moved: number;
}

/** The exact way of an update of importance tau, in equal shares h of it. Source: Chen & Orabona (2023), lemmas 3.3 and 3.4. */
export const exactWay: DatalessKind<WaySpec, WaySpec, { readonly curve: readonly Place[] }> = {
  shape: waySchema.shape,
  parse: (given) => parsed(waySchema, given),
  run(spec) {
    const { prediction, label, tau, places } = spec;
    const loss = losses[spec.lossName];
    const curve = Array.from({ length: places + 1 }, (_, k): Place => {
      const moved = loss.flow(prediction, label, (tau * k) / places);
      return { h: k / places, speed: tau * Math.abs(loss.slope(prediction + moved, label)), moved: Math.abs(moved) };
    });
    return { curve };
  },
  measured: measured({ curve: curveOf('h', 'speed', 'moved') }),
  quantities: { moved: ({ curve }) => curve.at(-1)!.moved },
};
