/** LAWS of ledgers: recorded, read, replayed and audited (test/support/ledger-laws.ts). */
import { expect, it } from 'vitest';
import { ledgerLaws, ledgerModules } from '../support/ledger-laws.ts';

const AUDIT = 'ledger/audit/';

const modules = await ledgerModules((module) => {
  const name = module.slice(0, -'.js'.length);
  return name.startsWith(AUDIT) ? import(`../../src/ledger/audit/${name.slice(AUDIT.length)}.ts`) : import(`../../src/ledger/${name.slice('ledger/'.length)}.ts`);
});

it.each(Object.entries(ledgerLaws))('%s', (_, law) => {
  expect(law(modules)).toBeUndefined();
});
