// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLaw } from 'iwal/laws';
import { cauchy } from './rule.mjs';

test('the rule obeys the laws of query rules', () => {
  assert.equal(brokenLaw('query rule', cauchy), undefined);
});
