// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLaw } from 'iwal/laws';
import { steep } from './loss.mjs';

test('the loss obeys the laws of losses', () => {
  assert.equal(brokenLaw('loss', steep), undefined);
});

test('a loss whose flow is a gradient step breaks one, and the laws say where', () => {
  const wrong = { ...steep(), name: 'wrong', flow: (/** @type {number} */ p, /** @type {number} */ y, /** @type {number} */ tau) => tau * (y - p) };
  assert.match(brokenLaw('loss', wrong) ?? '', /^wrong breaks the law semigroup|^wrong breaks the law/);
});
