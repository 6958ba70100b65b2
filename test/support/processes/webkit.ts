/** WebKit, the engine of Safari, by the protocol of WebDriver, where this machine has it: Debian's webkit2gtk-driver and xvfb. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const DRIVER = '/usr/bin/WebKitWebDriver';
const PORT = 4477;

/** For the title of a test: why it is skipped; undefined: it is not. */
export const noWebKit =
  existsSync(DRIVER) && existsSync('/usr/bin/xvfb-run') ? undefined : 'no WebKitWebDriver and xvfb-run in /usr/bin';

/** A page in a window of its own. */
export interface WebKitPage {
  /** What a script returns that runs in the page, or what the promise comes to that it returns. */
  run<T>(script: string): Promise<T>;
  /** Types into the element that a selector of CSS finds; a path into an input of files. */
  type(selector: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an address. */
export async function openWebKit(url: string): Promise<WebKitPage> {
  const driver = spawn('xvfb-run', ['--auto-servernum', DRIVER, `--port=${PORT}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: (T & { error?: string; message?: string }) | null };
    if (value?.error !== undefined) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value as T;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } };
  try {
    const { sessionId } = await patiently(() => call<{ sessionId: string }>('POST', '/session', { capabilities }));
    const at = `/session/${sessionId}`;
    await call('POST', `${at}/url`, { url });
    return {
      run: (script) => call('POST', `${at}/execute/sync`, { script, args: [] }),
      async type(selector, text) {
        const found = await call<Record<string, string>>('POST', `${at}/element`, { using: 'css selector', value: selector });
        await call('POST', `${at}/element/${Object.values(found)[0]}/value`, { text });
      },
      async close() {
        await call('DELETE', at);
        end(driver);
      },
    };
  } catch (error) {
    end(driver);
    throw error;
  }
}

/** With the X server that it has begun. */
function end({ pid }: ChildProcess): void {
  process.kill(-pid!);
}

/** What an action comes to once nothing refuses it: for a minute. */
async function patiently<T>(action: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await action();
    } catch (error) {
      if (tries === 300) throw error;
      await setTimeout(200);
    }
}
