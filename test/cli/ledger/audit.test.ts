/**
 * Law of `iwal audit`: ledgers that were cut off. What the page says stands in test/cli/sessions/said/audit.txt, what it says of ledgers that
 * contradict themselves or their run in altered.txt beside it.
 */
import { expect, test } from 'vitest';
import { eachFolder } from '../../support/processes/cli.ts';
import { recordedSimulation } from '../../support/recorded-simulation.ts';

const { text: textOf, path, write, iwalHere } = eachFolder();

test('a ledger cut off by a crash, at a few places', async () => {
  await recordedSimulation(path(), {});
  const text = textOf('run.ledger');
  for (const share of [0.3, 0.6, 0.9]) {
    write('run.ledger', text.slice(0, Math.floor(share * text.length)));
    const { code, stdout, stderr } = await iwalHere('audit run.ledger --data pool.svm');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /, not closed: no end is written, .*\n[^]*\ncomputed anew: ok \(computed anew on the data, every entry is the same bit for bit; taken as recorded: the answers\)/,
    );
    expect(stderr).toMatch(
      /^run\.ledger: the last line was cut off when it was written: \d+ bytes after line \d+ do not count\n$/,
    );
  }
});
