// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLaw } from 'iwal/laws';
import { steep } from './loss.mjs';

test('the loss obeys the laws of losses', () => {
  assert.equal(brokenLaw('loss', steep), undefined);
});

test('with a gradient step in the place of its flow it breaks one, and the counterexample is shown', () => {
  const right = steep();
  /** @type {typeof right.flow} */
  const gradientStep = (p, y, tau) => -tau * right.slope(p, y);
  const wrong = { ...right, name: 'wrong', flow: gradientStep };
  assert.match(brokenLaw('loss', wrong) ?? '', /^wrong breaks the law \w+: .* at \{"p":/);
});
