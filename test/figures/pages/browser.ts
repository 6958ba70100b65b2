/** A real browser for the tests of pages, where this machine has one. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Linux distributions put it; CHROMIUM names another place. */
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const browserPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** For the title of a test: why it is skipped. */
export const browserNote = browserPath === undefined ? ' (skipped: no Chromium in /usr/bin and CHROMIUM is not set)' : '';

export function openBrowser(): Promise<Browser> {
  const quiet =
    '--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
    '--disable-component-update --disable-sync';
  return chromium.launch({ executablePath: browserPath!, args: quiet.split(' ') });
}
