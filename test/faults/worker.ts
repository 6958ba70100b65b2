import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { iwalHere } from '../support/processes/here.ts';
import type { Ended } from '../support/processes/started.ts';

/** A command line, and the folder in which it runs. */
interface Request {
  readonly folder: string;
  readonly args: readonly string[];
}

/** Milliseconds that a command may take, bytes that its process may hold, and milliseconds between two looks at them. */
const LIMITS = { time: 240_000, memory: 1.5 * 2 ** 30, look: 50 };

/** A process that runs command lines without a start of Node for each. It is ended where one takes too long or too much memory. */
export class Worker {
  #child: ChildProcess | undefined;

  /** Runs `iwal` to its end; throws where it has none within the limits. */
  async run(folder: string, args: readonly string[]): Promise<Ended> {
    this.#child ??= fork(process.argv[1], {
      execArgv: ['--max-old-space-size=768'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const child = this.#child;
    const over = new AbortController();
    try {
      return await new Promise((resolve, reject) => {
        const begin = performance.now();
        const looks = setInterval(() => {
          if (performance.now() - begin > LIMITS.time) reject(new Error(`no end within ${LIMITS.time / 1000} s`));
          if (heldBy(child.pid!) > LIMITS.memory) reject(new Error(`more than ${LIMITS.memory / 2 ** 30} GiB of memory`));
        }, LIMITS.look);
        const died = (code: number | null): void => reject(new Error(`the process has died (${code ?? 'of a signal'})`));
        child.once('message', resolve).once('exit', died);
        over.signal.addEventListener('abort', () => {
          clearInterval(looks);
          child.off('message', resolve).off('exit', died);
        });
        child.send({ folder, args } satisfies Request);
      });
    } catch (error) {
      this.end();
      throw new Error(`iwal ${args.join(' ')}: ${(error as Error).message}`, { cause: error });
    } finally {
      over.abort();
    }
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/** What the process of a worker does. */
export function serveWorker(): void {
  process.on('message', ({ folder, args }: Request) => {
    void iwalHere(folder, args).then((ended) => process.send!(ended));
  });
}

/** Bytes of memory of a process, where the system has a /proc. */
function heldBy(pid: number): number {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) : 0;
}
