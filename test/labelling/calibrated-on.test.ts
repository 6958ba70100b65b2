/**
 * What the probabilities of a session's model are calibrated on, whichever model it ends with: labels that were bought, each with a
 * score that it had no say in, weighted by what it stands for.
 */
import { describe, expect, it } from 'vitest';
import { choose, type Scores } from '../../src/fits/choose.ts';
import { openSession, type LabelSession } from '../../src/labelling/session.ts';
import type { PlanOptions } from '../../src/labelling/plan.ts';
import { numberedClasses } from '../../src/labelling/classes.ts';
import { losses } from '../../src/losses/index.ts';
import { parseAnyRun } from '../../src/specs/kinds/active-classes.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { finished } from '../../src/numerics/work.ts';
import { plan, specOf } from '../support/processes/label-sessions.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path } = temporaryFolder();
const pool = toyTask({ rows: 120, columns: 6, seed: 3 });
const random = { name: 'random', rate: 0.5 } as const;
const finals = ['online', 'fit', 'best'] as const;
let sessions = 0;

interface Given {
  readonly spec: RunSpec;
  readonly labels?: Float64Array;
  readonly more?: Partial<PlanOptions>;
  /** Of several; absent: two. */
  readonly classes?: readonly string[];
}

/** A session whose every question is answered. */
function labelled({ spec, labels = pool.labels, more = {}, classes }: Given): LabelSession {
  const file = more.file ?? path(`${sessions++}.ledger`);
  const named = classes === undefined ? {} : { classes: numberedClasses(classes) };
  const session = finished(openSession(plan(file, spec, 'considered', pool, { ...named, ...more })));
  while (session.question !== undefined) finished(session.answer(labels[session.question.row]));
  session.finish();
  session.close();
  return session;
}

const judgedBy = (session: LabelSession): ReturnType<typeof home>['judged'] => home(session).judged;
const home = (session: LabelSession) => finished(session.takenHome());

describe.each(finals)('--final %s', (final) => {
  const spec = parseAnyRun({ ...specOf(random), final });

  it('every label that was bought, once, with the importance that it stands for', () => {
    const session = labelled({ spec });
    const [judged] = judgedBy(session);
    expect(judged).toHaveLength(session.standing.labels);
    expect(judged.every(({ importance, margin }) => importance === 2 && Number.isFinite(margin))).toBe(true);
  });

  it('nothing where labels stand for no sample of the pool', () => {
    const margin = parseAnyRun({ ...specOf({ name: 'margin', width: 0.3 }), final });
    expect(judgedBy(labelled({ spec: margin }))).toEqual([]);
  });

  it('labels that were known before the first question are learned, and stand for nothing', () => {
    const known = new Map(Array.from({ length: 20 }, (_, row) => [row, pool.labels[row]]));
    const session = labelled({ spec, more: { known } });
    const [judged] = judgedBy(session);
    expect([judged.length, judged.every(({ importance }) => importance === 2)]).toEqual([session.standing.labels, true]);
  });

  it('labels of the pass before count as rows that are met again with certainty', () => {
    const file = path(`passes ${final}`);
    const first = labelled({ spec, more: { file } });
    const second = labelled({ spec: { ...spec, seed: 2 }, more: { file, pass: 'next' } });
    const [judged] = judgedBy(second);
    const count = (importance: number): number => judged.filter((each) => each.importance === importance).length;
    expect([count(1), count(2)]).toEqual([first.standing.labels, second.standing.labels]);
  });

  it('of several classes a list a class', () => {
    const labels = pool.labels.map((label, row) => (label > 0 ? 1 : 2 + (row % 2)));
    const several = parseAnyRun({ ...specOf(random), final, reduction: 'one-against-all', classes: 3 });
    const session = labelled({ spec: several, labels, classes: ['a', 'b', 'c'] });
    const judged = judgedBy(session);
    expect(judged.map(({ length }) => length)).toEqual(Array.from({ length: 3 }, () => session.standing.labels));
    judged[0].forEach((_, n) => expect(judged.filter((each) => each[n].side === 'positive')).toHaveLength(1));
  });
});

it('scores do not know their own label: no learner is asked about a row that it has learned, and each row is asked about once', () => {
  const asked: number[] = [];
  const labels = pool.labels.slice(0, 60);
  const sample = { rows: pool.rows, picked: Uint32Array.from(labels.keys()), labels, importances: new Float64Array(60).fill(1) };
  const replay = (places: Uint32Array): Scores => {
    const learned = new Set(places);
    return (i, out) => {
      expect(learned.has(i)).toBe(false);
      asked.push(i);
      out[0] = 0;
    };
  };
  const { heldOut } = finished(choose(sample, { loss: losses.logistic, classes: undefined, seed: 1, replay, among: 'online' }));
  expect(asked.sort((a, b) => a - b)).toEqual([...labels.keys()]);
  expect(heldOut.places).toHaveLength(60);
});

it('a session that keeps what learned online takes it home, whatever calibrates it', () => {
  const session = labelled({ spec: specOf(random) });
  const { learner, choice } = home(session);
  expect(choice).toBeUndefined();
  expect(learner.state()).toEqual(session.state().learner);
});
