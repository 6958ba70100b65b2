/** LAW of the shares that the end of a session states: they are those of the audit, after skips, undos and sessions that were left. */
import { expect, it } from 'vitest';
import { audit } from '../../src/ledger/audit/audit.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { recordedSpec } from '../../src/ledger/recorded-spec.ts';
import { statedBy } from '../../src/ledger/known.ts';
import { assistanceOf } from '../../src/ledger/entry.ts';
import { openSession } from '../../src/labelling/session.ts';
import { farewellView, screenOf } from '../../src/labelling/terminal/view.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { carryOut, pacedSpec, plan, type Step } from '../support/processes/label-sessions.ts';
import { finished } from '../../src/numerics/work.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path } = temporaryFolder();
const data = toyTask({ rows: 300, columns: 6, seed: 4 });
const script: readonly Step[] = Array.from({ length: 60 }, (_, n) => (n % 9 === 5 ? 'undo' : n % 9 === 7 ? 'mistake' : 'label'));

it.each([
  ['assisted by predictions', 0.9, true],
  ['plain', 0.2, false],
  ['skips among the answers', 0.8, true],
])('%s', (name, explore, isOpen) => {
  const spec: RunSpec = { ...pacedSpec(90), explore };
  const file = path(`${name}.ledger`);
  const open = plan(file, spec, 'considered', data);
  const steps = name.startsWith('skips') ? script.map((step, n) => (n % 10 === 3 ? 'skip' : step)) : script;
  carryOut(open, steps, { labels: data.labels, to: 30 });
  carryOut(open, steps, { labels: data.labels, from: 30 });
  const ledger = finished(readLedger(file))!;
  expect(assistanceOf(ledger.header)).toBe(isOpen ? 1 : 0);
  const session = finished(openSession(open));
  const { standing } = session;
  session.close();
  const { quantities } = finished(audit(ledger, statedBy(ledger, recordedSpec(file, ledger.header))));
  const { value, low, high } = quantities[1];
  expect(standing.shares).toEqual([
    { name: 'yes', value, low, high, rows: standing.error.rows, isStopped: standing.error.isStopped },
  ]);
  const lines = farewellView(standing, [], screenOf(80, {}).columns).join(' ');
  expect(lines).toMatch(
    /^[\d.]+% of the (first \d+ )?rows are 'yes'; between [\d.]+% and [\d.]+%, with 95% confidence with as many labels drawn at random, the share of 'yes' would be known give or take about [\d.]+ points; these tell as much as about \d+ of them \d+ bought/,
  );
});
