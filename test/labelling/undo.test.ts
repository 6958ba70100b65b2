/**
 * LAWS of what a person is shown, number by number: the question, how things stand, what an answer would do, the answers before it.
 * After an answer and its undo it is what it was, and so it is where the session is left and opened again: whatever it was begun with,
 * and over its end.
 */
import { describe, expect, it } from 'vitest';
import { type NamedClasses, numberedClasses } from '../../src/labelling/classes.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import { openSession, type LabelSession } from '../../src/labelling/session.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { parseActiveClasses } from '../../src/specs/kinds/active-classes.ts';
import { pacedSpec, plan, specOf } from '../support/processes/label-sessions.ts';
import { finished } from '../../src/numerics/work.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path } = temporaryFolder();
const pool = toyTask({ rows: 40, columns: 6, seed: 3 });
const importances = pool.labels.map((_, i) => [1, 0, 2.5, 0.3][i % 4]);

/** What a person is shown. */
function shown(session: LabelSession): object {
  const { question, standing, remarks } = session;
  const open = question !== undefined && question.fresh === undefined;
  return {
    ...{ question, standing, remarks, answers: session.answers(6) },
    ...(open && { effect: session.effect, weights: session.weightsTowards(question.prediction) }),
  };
}

const known = new Map([4, 9, 10, 23, 31].map((row) => [row, pool.labels[row]]));
const several = parseActiveClasses({
  ...specOf({ name: 'random', rate: 0.5 }),
  ...{ reduction: 'one-against-all', classes: 3, floor: 0.3, parts: undefined },
});
const three: NamedClasses = numberedClasses(['a', 'b', 'c']);

const cases: Readonly<Record<string, (file: string) => Plan>> = {
  'a floor, and fresh labels behind the end': (file) => ({
    ...plan(file, specOf({ name: 'random', rate: 0.4 }, { floor: 0.4 }), 'considered', pool),
    fresh: 4,
  }),
  'paced by a budget that ends': (file) => plan(file, pacedSpec(12, { warmUp: 3 }), 'considered', pool),
  'labels that were known': (file) =>
    plan(file, specOf({ name: 'random', rate: 0.5 }, { floor: 0.5 }), 'considered', pool, { known, fresh: 3 }),
  'rows of importances': (file) => plan(file, pacedSpec(14, { warmUp: 3 }), 'purchases', { ...pool, importances }),
  'several classes': (file) => plan(file, several, 'considered', pool, { classes: three }),
};

describe.each(Object.entries(cases))('%s', (name, planned) => {
  it('an answer and its undo leave everything as it was, and so does opening it again', () => {
    const open = (): LabelSession => finished(openSession(planned(path(`${name.replaceAll(/\W/g, '')}.jsonl`))));
    let session = open();
    const random = randomStream(7, name);
    const before: object[] = [];
    let [undone, ended] = [0, 0];
    for (let step = 0; step < 90; step++) {
      if (session.question === undefined) session.finish();
      if (session.question === undefined) ended++;
      const now = shown(session);
      if (step % 7 === 6) {
        session.close();
        session = open();
        if (session.question === undefined) session.finish();
        expect(shown(session)).toEqual(now);
      }
      if (session.question !== undefined && (before.length === 0 || random.next() < 0.65)) {
        before.push(now);
        const { row } = session.question;
        const label = name === 'several classes' ? 1 + (row % 3) : random.next() < 0.8 ? pool.labels[row] : -pool.labels[row];
        finished(session.answer(random.next() < 0.2 ? 'abstains' : label));
      } else {
        expect(finished(session.undo())).toBe(true);
        if (session.question === undefined) session.finish();
        expect(shown(session)).toEqual(before.pop());
        undone++;
      }
    }
    session.close();
    expect(undone).toBeGreaterThan(20);
    expect(ended).toBeGreaterThan(0);
  });
});
