/** LAWS of decisions and of the loop around them, against a plain account of the same run (test/support/laws/stream-laws.ts). */
import { expect, it } from 'vitest';
import { streamLaws, streamModules } from '../../support/laws/stream-laws.ts';

const modules = await streamModules(
  (module) => import(new URL(`../../../src/${module.replace(/js$/, 'ts')}`, import.meta.url).href),
);

it.each(Object.entries(streamLaws))('%s', (_, law) => {
  expect(law(modules)).toBeUndefined();
});
