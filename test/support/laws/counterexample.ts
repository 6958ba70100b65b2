import fc from 'fast-check';
import { extremePoints, type Point, type ScalarLaw } from '../../../src/laws/points.ts';
import type { LabelKind } from '../../../src/losses/loss.ts';
import { anyPoint, build, extremeParametersOf, farCorners, farPoint, ordinaryPoint, parametersOf } from './arbitraries.ts';
import type { Given, LossEntry } from './arbitraries.ts';

/** The search for a counterexample to a law of scalars: at random points, shrunk to a readable one, and at the corners. */

/** Random points of every size, the corners of the parameters and every combination of the corners. */
export function counterexampleAnywhere(law: ScalarLaw, entry: LossEntry, runs: number): string | undefined {
  const kind = build(entry, extremeParametersOf(entry)[0]).labels;
  return search(law, entry, anyPoint(kind), runs) ?? atCorners(law, entry, extremePoints);
}

/** Random points of ordinary size. */
export function counterexampleAtOrdinaryPoints(law: ScalarLaw, entry: LossEntry, runs: number): string | undefined {
  return search(law, entry, ordinaryPoint(build(entry, extremeParametersOf(entry)[0]).labels), runs);
}

/** Random points for references that hold at any size, with any parameters, and every combination of their corners. */
export function counterexampleFarOut(law: ScalarLaw, entry: LossEntry, runs: number): string | undefined {
  const corners = extremeParametersOf(entry);
  const kind = build(entry, corners[0]).labels;
  return (
    search(law, entry, farPoint(kind), runs, fc.oneof(parametersOf(entry), fc.constantFrom(...corners))) ??
    atCorners(law, entry, farCorners)
  );
}

function search(
  law: ScalarLaw,
  entry: LossEntry,
  points: fc.Arbitrary<Point>,
  runs: number,
  parameters = parametersOf(entry),
): string | undefined {
  const holds = (given: Given, point: Point): boolean => law(build(entry, given), point, given) === undefined;
  const { counterexample } = fc.check(fc.property(parameters, points, holds), { numRuns: runs, seed: 1 });
  if (counterexample === null) return undefined;
  const [given, point] = counterexample;
  return describe(law(build(entry, given), point, given), given, point);
}

function atCorners(law: ScalarLaw, entry: LossEntry, points: (kind: LabelKind) => Iterable<Point>): string | undefined {
  for (const parameters of extremeParametersOf(entry)) {
    const loss = build(entry, parameters);
    for (const point of points(loss.labels)) {
      const found = law(loss, point, parameters);
      if (found !== undefined) return describe(found, parameters, point);
    }
  }
  return undefined;
}

function describe(found: string | undefined, parameters: Given, point: Point): string {
  return `${found} at ${JSON.stringify({ ...parameters, ...point })}`;
}
