/** LAWS of the words and windows of the page: numbers are what the sentence says they are, and one window answers at a time. */
import { describe, expect, it } from 'vitest';
import { namedClasses } from '../../../src/labelling/classes.ts';
import type { Question } from '../../../src/labelling/question.ts';
import { Changes } from '../../../src/labelling/web/changes.ts';
import { sidesOf, whyLines } from '../../../src/labelling/web/shown.ts';
import { windowsOf } from '../../../src/labelling/web/windows.ts';

const classes = namedClasses(['ham', 'spam'], { negative: -1, positive: 1 });
const question: Question = {
  ...{ number: 3, position: 17, row: 204, probability: 0.5, importance: 8, prediction: -0.5, predicted: -1, classes: 2 },
  ...{ reads: 'flip', distance: 0.5, weightToFlip: 6 },
};

describe('what a label does', () => {
  const effect = (learned: number, toFlip: number, more: Partial<Question> = {}): string =>
    whyLines({ ...question, ...more }, { learned, toFlip }, classes, 'sees')[1];

  it('is in units of what it is learned with', () => {
    expect(effect(2, 6)).toContain('that takes 3 times its weight');
    expect(effect(0.5, 6)).toContain('that takes 12 times its weight');
    for (const learned of [6, 8]) expect(effect(learned, 6)).toBe('If the prediction is wrong, your label changes it.');
    expect(effect(2, Infinity)).toBe('No label can change what the model predicts here.');
    expect(effect(2, 6, { distance: 0 })).toBe('Either label decides what the model predicts here.');
  });

  it('is told apart from what it stands for in estimates', () => {
    const [why, , reported] = whyLines(question, { learned: 2, toFlip: 6 }, classes, 'sees');
    expect(why).toMatch(/^Asked with probability 0\.5: .*\. In estimates your label stands for 8 rows\.$/);
    expect(reported).toBe('The model predicts ham (-0.5).');
    expect(whyLines(question, { learned: 2, toFlip: 6 }, classes, 'blind')).toHaveLength(2);
    expect(sidesOf(question, classes)).toEqual(['spam', 'ham']);
  });
});

it('windows: who has taken the place keeps it through requests of its own, whatever was open before', () => {
  const calls: { then: () => void; isOff: boolean }[] = [];
  const windows = windowsOf((_milliseconds, then) => {
    const call = { then, isOff: false };
    calls.push(call);
    return () => (call.isOff = true);
  }, new Changes());
  const due = (): number => calls.filter(({ isOff }) => !isOff).length;
  const leaveOld = windows.enter('old');
  windows.take('new');
  expect([windows.roleOf('old'), windows.roleOf('new')]).toEqual(['watches', 'answers']);
  const leaveNew = windows.enter('new');
  expect(due()).toBe(0);
  leaveOld();
  expect(due()).toBe(0);
  // The last request of the one that answers has ended: silence is waited for, and then the place is free.
  leaveNew();
  expect(due()).toBe(1);
  calls.at(-1)!.then();
  expect(windows.roleOf('old')).toBe('free');
});
