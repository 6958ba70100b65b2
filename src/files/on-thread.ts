import { builtin } from './builtin.ts';

const { Worker } = builtin('node:worker_threads');

/**
 * Work on a thread of its own, so that the one of the terminal stays free to show progress and to hear Ctrl-C.
 *
 * The thread's file posts messages and ends; what it throws is thrown here, without its class.
 *
 * Everything the thread posted; `heard` is told as it comes.
 */
export async function onThread<Message>(
  file: URL,
  data: unknown,
  signal: AbortSignal,
  heard: (message: Message) => void = ignore,
): Promise<Message[]> {
  signal.throwIfAborted();
  const worker = new Worker(file, { workerData: data });
  const messages: Message[] = [];
  const done = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener(
        'abort',
        () => {
          reject(signal.reason as Error);
        },
        { once: true, signal: done.signal },
      );
      worker.on('error', reject);
      worker.on('exit', () => {
        resolve(messages);
      });
      worker.on('message', (message: Message) => {
        messages.push(message);
        heard(message);
      });
    });
  } finally {
    done.abort();
    await worker.terminate();
  }
}

function ignore(): void {
  // Nothing is waited for but the end.
}
