/** The page that needs no server, in another engine than Node's: the bits of its ledger are those that audit computes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { built } from '../../support/processes/built.ts';
import { iwalHere, temporaryFolder } from '../../support/processes/cli.ts';
import { noWebKit, openWebKit } from '../../support/processes/webkit.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));

it.skipIf(noWebKit !== undefined)(`labels in WebKit${noWebKit ? ` (skipped: ${noWebKit})` : ''}`, async () => {
  const page = await openWebKit(pathToFileURL(built('src/label.html')).href);
  try {
    const shows = (text: string): Promise<void> => expect.poll(() => page.run('return document.body.innerText')).toContain(text);
    // What the page would save is kept where a script finds it.
    await page.run('const make = URL.createObjectURL; URL.createObjectURL = (blob) => ((window.saved = blob), make(blob))');
    await page.type('input[type=file]', letters);
    await shows('Names of the classes');
    await page.run(
      "document.getElementById('classes').value = 'other,complaint'; document.getElementById('budget').value = '12'",
    );
    await page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Begin').click()");
    for (let n = 1; n <= 12; n++) {
      await shows(`Question ${n}`);
      await page.type('body', n % 3 === 0 ? '1' : '2');
    }
    await shows('12 bought, 0 left');
    await page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Ledger').click()");
    await expect.poll(() => page.run('return window.saved !== undefined')).toBe(true);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), await page.run<string>('return window.saved.text()'));
    const { code, stdout } = await iwalHere(folder, ['audit', 'a.jsonl', '--data', letters]);
    expect(code).toBe(0);
    expect(stdout).toContain('every entry is the same bit for bit');
  } finally {
    await page.close();
  }
});
