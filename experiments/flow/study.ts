import type { CurvePanel, Point } from '../../src/figures/model/figure.ts';
import { decimals } from '../../src/numerics/display.ts';
import { log } from '../../src/numerics/elementary.ts';
import { grid, type MeasurementOf } from '../../src/studies/cells/cell.ts';
import { type Case, type Claim, type Criterion, DETERMINISTIC, exactly, inUnit } from '../../src/studies/results/claim.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { ORDER, SAME_NUMBER } from '../support/criteria.ts';
import { METHODS, type Method } from './kinds.ts';

const LOSSES = ['squared', 'logistic', 'hinge'] as const;
const SMOOTH = ['squared', 'logistic'];
const FILES = { orders: 'orders.png', lemmas: 'lemmas.png' };
const START = { prediction: -0.6, label: 1, tau: 2 } as const;
/** Orders are read between so many doublings of the steps: at both the kink of hinge loss is at the same share of a step. */
const BETWEEN = [3, 7] as const;
/** Updates whose ways are shown: first and third derivative have one sign on the first two, and not on the third. */
const WAYS = [
  { lossName: 'squared', prediction: -0.6, label: 1, tau: 2 },
  { lossName: 'logistic', prediction: 0.2, label: 1, tau: 20 },
  { lossName: 'logistic', prediction: -3, label: 1, tau: 8 },
] as const;
const NOTHING =
  'Nothing was tried: neither data nor chance comes into it. First and third derivative of logistic loss differ in sign for u < 0 ' +
  '(docs/ERRATA.md, S5).';

/**
 * Gradient descent as Euler's method on the flow of the loss, beside better integrators and the exact flow that invariant updates follow.
 *
 * Protocol. Nothing is learned from data and nothing is random: one prediction, one label, one importance.
 */
export const flow = defineStudy({
  id: 'flow',
  title: "Gradient steps as Euler's method, and the exact flow",
  question: 'Of which order is a gradient step as an integrator, and what do better ones reach?',
  source:
    'Mineiro, More importance-aware updates (2011); Karampatziakis & Langford, talk of 17 July 2011, "OGD: just an Euler integrator"; ' +
    'Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), lemmas 3.3 and 3.4',
  sizes: ['default'],
  seeds: { default: 1, full: 1 },
  datasets: () => [],
  cells: () => [
    ...grid({
      kind: 'integrator',
      run: { ...START, lossName: LOSSES, method: Object.keys(METHODS) as Method[], doublings: 7 },
    }),
    ...WAYS.flatMap((way) => grid({ kind: 'way', run: { ...way, places: 8 } })),
  ],
  report,
});

type Found<K extends 'integrator' | 'way'> = MeasurementOf<K> & {
  readonly cells: readonly string[];
  readonly loss: string;
  readonly what: string;
};

function report({ results }: Findings): StudyReport {
  const methods = ofKind(results, 'integrator').flatMap(
    ({ hash, cell: { run }, outcome }): (Found<'integrator'> & { method: Method })[] =>
      'measurement' in outcome
        ? [{ ...outcome.measurement, cells: [hash], loss: run.lossName, what: `${run.lossName},`, method: run.method }]
        : [],
  );
  const ways = ofKind(results, 'way').flatMap(({ hash, cell: { run }, outcome }): Found<'way'>[] =>
    'measurement' in outcome
      ? [
          {
            ...outcome.measurement,
            cells: [hash],
            loss: run.lossName,
            what: `${run.lossName} from u = ${inUnit(run.prediction, 'number')}`,
          },
        ]
      : [],
  );
  const order = ({ curve }: (typeof methods)[number]): number => {
    const [coarse, fine] = BETWEEN.map((doublings) => curve[doublings].distance);
    return log(coarse / fine) / log(2 ** (BETWEEN[1] - BETWEEN[0]));
  };
  return {
    title: flow.title,
    protocol: [
      `A prediction of ${START.prediction} of the label ${START.label} moves by dp/dtau = -l'(p) for tau = h eta x.x = ${START.tau}. ` +
        'The order is the slope of the distance to the exact flow against the step on log-log axes, between ' +
        `${BETWEEN.map((doublings) => 2 ** doublings).join(' and ')} steps. Squared loss is (p - y)^2 / 2.`,
      "Lemmas: s is the way of the update of Chen & Orabona with eta = x.x = 1, s' its speed; |s'(h)| may not grow, has to be convex, " +
        "and |s(h)| may not exceed the area of the trapezium with the sides |s'(0)| and |s'(h)|.",
    ],
    figures:
      results.length === 0
        ? []
        : [
            {
              file: FILES.orders,
              figure: { format: 'small multiples', panels: LOSSES.map(ordersPanel) },
              caption: 'Distance of the displacement to that of the exact flow, against the step, for a tau of 2.',
            },
            {
              file: FILES.lemmas,
              figure: { format: 'small multiples', panels: ways.map(wayPanel) },
              caption: 'Way and speed of an update against the share h of its importance.',
            },
          ],
    tables: [],
    claims: claims(),
    notes: [],
    command: 'npm run reproduce -- flow',
  };

  function ordersPanel(loss: string): CurvePanel {
    const own = methods.filter((each) => each.loss === loss);
    return {
      kind: 'curves',
      title: `${loss}: orders ${own.map((each) => decimals(order(each), 1)).join(', ')}`,
      x: { label: 'step', scale: 'log' },
      y: { label: 'distance', scale: 'log', min: 1e-15, max: 10 },
      series: own.map(({ method, curve, cells }) => ({
        label: method,
        points: curve.map(({ step, distance }) => ({ x: step, y: distance, cells })),
      })),
    };
  }

  function claims(): Claim[] {
    const of = (loss: readonly string[], method?: Method): typeof methods =>
      methods.filter((each) => loss.includes(each.loss) && (method === undefined || each.method === method));
    const near = (wanted: number): Criterion => ({ within: [wanted - ORDER, wanted + ORDER] });
    const euler = of(LOSSES, 'Euler (gradient steps)');
    return [
      claim(
        '"OGD: just an Euler integrator": the gradient step is one step of Euler\'s method',
        FILES.orders,
        euler.map((each) => number(each.what, each.fromGradientStep, { atMost: 0 })),
      ),
      ...(Object.keys(METHODS) as Method[]).map((method) =>
        claim(
          `Squared and logistic loss: ${method} is of order ${METHODS[method].order}`,
          FILES.orders,
          of(SMOOTH, method).map((each) => number(each.what, order(each), near(METHODS[method].order))),
        ),
      ),
      claim(
        'Hinge loss: where the flow reaches the kink every method is of order 1',
        FILES.orders,
        of(['hinge']).map((each) => number(`${each.method},`, order(each), near(1))),
      ),
      ...lemmaClaims('Lemma 3.3 where its condition is met', ways.slice(0, 2)),
      ...lemmaClaims('Lemma 3.3 for logistic loss from u = -3, where the paper takes its condition for met', ways.slice(2)),
      claim(
        "Lemma 3.4: |s| is at most the area of the trapezium, where |s'| is convex",
        FILES.lemmas,
        ways.slice(0, 2).map(({ what, curve }) =>
          number(
            `${what}, most above it:`,
            Math.max(...curve.slice(1).map((place) => place.moved - trapezium(curve[0].speed, place))),
            {
              atMost: SAME_NUMBER,
            },
          ),
        ),
      ),
    ];
  }
}

function lemmaClaims(words: string, ways: readonly Found<'way'>[]): Claim[] {
  const growth = ways.map(({ what, curve }) =>
    number(`${what}, largest growth:`, Math.max(...curve.slice(1).map(({ speed }, k) => speed - curve[k].speed)), {
      atMost: SAME_NUMBER,
    }),
  );
  const bend = ways.map(({ what, curve }) =>
    number(
      `${what}, most above the chord:`,
      Math.max(...curve.slice(2).map(({ speed }, k) => curve[k + 1].speed - (curve[k].speed + speed) / 2)),
      { atMost: SAME_NUMBER },
    ),
  );
  return [claim(`${words}: |s'| does not grow`, FILES.lemmas, growth), claim(`${words}: |s'| is convex`, FILES.lemmas, bend)];
}

function claim(words: string, figure: string, cases: readonly Case[]): Claim {
  return { claim: words, cases, figure, tried: NOTHING };
}

function number(what: string, value: number, criterion: Criterion): Case {
  return { what, ...exactly(value, DETERMINISTIC), unit: 'number', criterion };
}

function trapezium(first: number, { h, speed }: { readonly h: number; readonly speed: number }): number {
  return (h / 2) * (first + speed);
}

function wayPanel({ what, curve, cells }: Found<'way'>): CurvePanel {
  const line = (label: string, of: (place: (typeof curve)[number]) => number) => ({
    label,
    points: curve.map((place): Point => ({ x: place.h, y: of(place), cells })),
  });
  const above = Math.max(...curve.slice(2).map(({ speed }, k) => curve[k + 1].speed - (curve[k].speed + speed) / 2));
  return {
    kind: 'curves',
    title: `${what}: ${above <= SAME_NUMBER ? 'convex' : `${decimals(above, 2)} above a chord`}`,
    x: { label: 'share h', scale: 'linear' },
    y: { label: 'way and speed', scale: 'linear', min: 0, max: 10 },
    series: [
      line("|s'(h)|", ({ speed }) => speed),
      line('|s(h)|', ({ moved }) => moved),
      line('trapezium', (place) => trapezium(curve[0].speed, place)),
    ],
  };
}
