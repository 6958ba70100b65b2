import { builtin } from './builtin.ts';

const events = builtin('node:events');
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
  worker.on('message', (message: Message) => {
    messages.push(message);
    heard(message);
  });
  // What it throws while it is being ended is heard as well.
  worker.on('error', ignore);
  try {
    await events.once(worker, 'exit', { signal });
    return messages;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}

function ignore(): void {
  // Nothing is waited for but the end.
}
