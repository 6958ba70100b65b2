/** Laws of Ctrl-C: whoever waits for work hears it, during the work and where it came before. */
import { expect, test } from 'vitest';
import { interruption } from '../../../src/cli/terminal/interruption.ts';
import { terminal } from '../../../src/cli/terminal/session.ts';
import { SIGNALS } from '../../../src/cli/terminal/signals.ts';
import { onThread } from '../../../src/files/on-thread.ts';

const endless = new Promise<never>(() => undefined);

test('during the work', async () => {
  const controller = new AbortController();
  const waiting = terminal(controller.signal).unlessInterrupted(endless);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('before the work', async () => {
  await expect(terminal(AbortSignal.abort(new Error('enough'))).unlessInterrupted(endless)).rejects.toThrow('enough');
});

test('before the work of a thread, which is not begun', async () => {
  const file = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
  await expect(onThread(file, undefined, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('what asks a study to end in good order interrupts nothing: from then on SIGTERM is another request than Ctrl-C', () => {
  const before = new Map((['SIGTERM', 'SIGINT', 'SIGUSR2'] as const).map((name) => [name, process.listeners(name)]));
  const added = (name: NodeJS.Signals): NodeJS.SignalsListener[] =>
    process.listeners(name).filter((each) => !before.get(name as 'SIGTERM')!.includes(each));
  const names = [...SIGNALS, 'SIGUSR2'] as const;
  const all = new Map(names.map((name) => [name, process.listeners(name)]));
  try {
    const { signal, stopRequest } = interruption();
    expect([added('SIGTERM').length, added('SIGINT').length, added('SIGUSR2').length]).toEqual([1, 1, 0]);
    const stop = stopRequest();
    expect([added('SIGTERM').length, added('SIGINT').length, added('SIGUSR2').length]).toEqual([1, 1, 1]);
    for (const hear of added('SIGTERM')) hear('SIGTERM');
    expect([stop.aborted, signal.aborted]).toEqual([true, false]);
  } finally {
    for (const name of names)
      for (const each of process.listeners(name)) if (!all.get(name)!.includes(each)) process.off(name, each);
  }
});
