/** LAWS of ledgers: recorded, read, replayed and audited (test/support/laws/ledger-laws.ts). */
import { expect, it } from 'vitest';
import { ledgerLaws, ledgerModules } from '../../support/laws/ledger-laws.ts';

const modules = await ledgerModules((module) => {
  const [first, second] = module.slice('ledger/'.length, -'.js'.length).split('/') as [string, string?];
  return second === undefined ? import(`../../../src/ledger/${first}.ts`) : import(`../../../src/ledger/${first}/${second}.ts`);
});

it.each(Object.entries(ledgerLaws))('%s', (_, law) => {
  expect(law(modules)).toBeUndefined();
});
