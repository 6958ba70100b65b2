/**
 * Runs tests in a process of their own (session.ts), which is ended and begun anew where a run has no end.
 *
 * A run without an end is told from a slow one by what the same tests take unmutated: it counts only past `PATIENCE` times that, and
 * `START` seconds for a busy machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Task } from './session.ts';

const PATIENCE = 5;
const START = 30;

export type Run = (task: Task, seconds: number) => Promise<Answer | 'no end'>;

/** A run of tasks one after the other; `seconds` is what a task takes unmutated. `end` ends the process. */
export function session(kind: 'planted' | 'marked', env: NodeJS.ProcessEnv): { readonly run: Run; readonly end: () => void } {
  let child: Promise<ChildProcess> | undefined;
  const end = (): void => {
    void child?.then(({ pid }) => process.kill(-pid!, 'SIGKILL')).catch(() => undefined);
    child = undefined;
  };
  const run: Run = async (task, seconds) => {
    const running = await (child ??= begin(kind, env));
    return new Promise((resolve) => {
      const clock = setTimeout(
        () => {
          running.removeAllListeners();
          end();
          resolve('no end');
        },
        limit(seconds) * 1000,
      );
      const settle = (answer: Answer): void => {
        clearTimeout(clock);
        running.removeAllListeners();
        resolve(answer);
      };
      running.once('message', settle);
      running.once('exit', () => {
        end();
        settle({ failed: { file: task.tests[0].file, title: 'ended the process' } });
      });
      running.send(task);
    });
  };
  return { run, end };
}

/** After so many seconds a run has no end. */
export function limit(seconds: number): number {
  return START + PATIENCE * seconds;
}

async function begin(kind: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('session.js', import.meta.url)), [kind], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the tests could not be run: build first (npm run build)')));
  });
  child.removeAllListeners();
  return child;
}
