import { expect, it } from 'vitest';
import { rowTeller } from '../../src/cli/predict/tell.ts';
import type { LinearModel } from '../../src/cli/models/model.ts';
import { classesOf, type Loss } from '../../src/losses/loss.ts';
import { losses } from '../../src/losses/index.ts';
import { judgeOfClasses, judgeOfLoss, sideOf } from '../../src/streams/judge.ts';
import { isMistake } from '../../src/streams/measures/class-measures.ts';

/** LAWS of predicted classes: one that is written is wrong exactly where the error counts it as wrong, at the threshold too; a loss judges as two classes do. */

const classifying = [losses.logistic, losses.hinge, losses.exponential, losses.logarithmic, losses.hellinger];

it.each(classifying)('$name', (loss: Loss) => {
  const threshold = loss.threshold!;
  const { negative, positive } = classesOf(loss);
  const numbered = rowTeller({ space: { kind: 'numbers' } } as unknown as LinearModel, loss);
  const named = rowTeller({ space: { kind: 'words', classes: ['no', 'yes'] } } as unknown as LinearModel, loss);
  for (const score of [threshold - 0.25, threshold - 2 ** -54, threshold, threshold + 2 ** -52, threshold + 0.25]) {
    const isPositive = !isMistake(loss, score, positive);
    expect(isMistake(loss, score, negative)).toBe(isPositive);
    expect(numbered(score)).toMatchObject({ score, class: String(isPositive ? positive : negative) });
    expect(named(score)).toMatchObject({ class: isPositive ? 'yes' : 'no' });
  }
});

it.each(classifying)('$name judges as two classes do', (loss: Loss) => {
  const [judge, classes] = [judgeOfLoss(loss), judgeOfClasses(2)];
  expect([judge.classes, judge.positiveClass]).toEqual([classes.classes, classes.positiveClass]);
  const { negative, positive } = classesOf(loss);
  const labels = [negative, positive];
  labels.forEach((label, n) => {
    expect([judge.isLabel(label), judge.isPositive(label)]).toEqual([true, classes.isPositive(n + 1)]);
    expect(sideOf(judge, label)).toBe(sideOf(classes, n + 1));
    labels.forEach((other, m) => {
      expect(judge.isWrong(loss.threshold! + (other === positive ? 0.25 : -0.25), label)).toBe(classes.isWrong(m + 1, n + 1));
    });
  });
  expect([judge.isLabel(2), judge.isLabel(NaN)]).toEqual([false, false]);
});

it('losses of numbers and counts predict no class', () => {
  const teller = (loss: Loss) => rowTeller({ space: { kind: 'numbers' } } as unknown as LinearModel, loss);
  for (const loss of [losses.squared, losses.poisson]) expect(teller(loss)(0.5)).not.toHaveProperty('class');
  expect(judgeOfLoss(losses.poisson)).toMatchObject({ classes: undefined, positiveClass: undefined });
});
