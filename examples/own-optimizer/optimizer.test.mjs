// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLaw } from 'iwal/laws';
import { nlms } from './optimizer.mjs';

test('the optimizer obeys the laws of optimizers', () => {
  assert.equal(brokenLaw('optimizer', nlms), undefined);
});
