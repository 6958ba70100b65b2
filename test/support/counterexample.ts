/** The search for a counterexample to a law of scalars: at random points, shrunk to a readable one, and at the corners. */
import fc from 'fast-check';
import type { Loss } from '../../src/losses/loss.ts';
import { anyPoint, build, extremeParametersOf, extremePoints, ordinaryPoint, parametersOf, type Given, type LossEntry, type Point } from './arbitraries.ts';

/** A law of one loss at one point, seen from here: what it found, or undefined. */
export type ScalarLaw = (loss: Loss, point: Point, parameters: Given) => string | undefined;

/** Random points of every size, the corners of the parameters and every combination of the corners. */
export function counterexampleAnywhere(law: ScalarLaw, entry: LossEntry, runs: number): string | undefined {
  const kind = build(entry, extremeParametersOf(entry)[0]).labels;
  return search(law, entry, anyPoint(kind), runs) ?? atCorners(law, entry);
}

/** Random points of ordinary size. */
export function counterexampleAtOrdinaryPoints(law: ScalarLaw, entry: LossEntry, runs: number): string | undefined {
  return search(law, entry, ordinaryPoint(build(entry, extremeParametersOf(entry)[0]).labels), runs);
}

function search(law: ScalarLaw, entry: LossEntry, points: fc.Arbitrary<Point>, runs: number): string | undefined {
  const holds = (parameters: Given, point: Point): boolean => law(build(entry, parameters), point, parameters) === undefined;
  const { counterexample } = fc.check(fc.property(parametersOf(entry), points, holds), { numRuns: runs, seed: 1 });
  if (counterexample === null) return undefined;
  const [parameters, point] = counterexample;
  return describe(law(build(entry, parameters), point, parameters), parameters, point);
}

function atCorners(law: ScalarLaw, entry: LossEntry): string | undefined {
  for (const parameters of extremeParametersOf(entry)) {
    const loss = build(entry, parameters);
    for (const point of extremePoints(loss.labels)) {
      const found = law(loss, point, parameters);
      if (found !== undefined) return describe(found, parameters, point);
    }
  }
  return undefined;
}

function describe(found: string | undefined, parameters: Given, point: Point): string {
  return `${found} at ${JSON.stringify({ ...parameters, ...point })}`;
}
