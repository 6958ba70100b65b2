/** Laws of Ctrl-C: whoever waits for work hears it, during the work and where it came before. */
import { expect, test } from 'vitest';
import { terminal } from '../../../src/cli/terminal/session.ts';
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
