/** The page that needs no server, opened from the disk in a browser without a network: what it writes is what `iwal label` writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserNote, browserPath, openBrowser } from '../../figures/pages/browser.ts';
import { BAD_CONTRAST, SIDEWAYS_OVERFLOW } from '../../figures/pages/page-checks.ts';
import { built } from '../../support/processes/built.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';
import { iwalHere } from '../../support/processes/here.ts';

const file = built('src/label.html');
const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));

it('is one small file that asks for nothing', () => {
  const page = readFileSync(file, 'utf8');
  expect(Buffer.byteLength(page)).toBeLessThan(300_000);
  expect(page).toContain("connect-src 'none'");
  expect(page).not.toMatch(/(src|href)="(?!data:)/);
});

describe.skipIf(browserPath === undefined)(`in Chromium${browserNote}`, () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const each of contexts.splice(0)) await each.close();
  });

  async function opened(): Promise<{ page: Page; folder: string; heard: string[] }> {
    const context = await browser.newContext({ offline: true, viewport: { width: 390, height: 844 } });
    contexts.push(context);
    const page = await context.newPage();
    const heard: string[] = [];
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(String(error)));
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) heard.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return { page, folder: temporaryFolder(), heard };
  }

  const take = (page: Page, table: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> =>
    page.getByLabel('A table (.csv, .tsv) or JSON lines').setInputFiles(table);
  async function begin(page: Page, classes: string, budget: string): Promise<void> {
    await page.getByLabel('Names of the classes').fill(classes);
    await page.getByLabel('Labels to buy').fill(budget);
    await page.getByRole('button', { name: 'Begin' }).click();
  }
  const question = (page: Page, number: number): Promise<void> =>
    page.getByRole('heading', { name: `Question ${number}`, exact: true }).waitFor();
  async function press(page: Page, first: number, keys: string): Promise<void> {
    for (const [n, key] of Array.from(keys).entries()) {
      await question(page, first + n);
      await page.keyboard.press(key);
    }
    await question(page, first + keys.length);
  }
  async function taken(page: Page, name: string, folder: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    await download.saveAs(join(folder, download.suggestedFilename()));
    return download.suggestedFilename();
  }
  const done = async (folder: string, line: string, input = ''): Promise<string> => {
    const { code, stdout, stderr } = await iwalHere(folder, line.split(' '), input);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  /** The labels that a ledger tells, as a program answers; `names` by label. */
  const answersIn = (ledger: string, names: Readonly<Record<string, string>>): string =>
    ledger
      .split('\n')
      .filter((line) => line.includes('"outcome":"asked"'))
      .map((line, n) => JSON.stringify({ question: n + 1, label: names[(JSON.parse(line) as { label: number }).label] }))
      .join('\n');

  it('labels a table, goes on after a reload, and gives the ledger, the model and the predictions of iwal label', async () => {
    const { page, folder, heard } = await opened();
    const text = readFileSync(letters, 'utf8');
    writeFileSync(join(folder, 'letters.csv'), text);
    await take(page, letters);
    expect(await page.getByLabel('Use of body').inputValue()).toBe('text');
    expect(await page.getByLabel('Use of year').inputValue()).toBe('numbers');
    expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toEqual([]);
    expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    await begin(page, 'other, complaint', '60');
    await press(page, 1, 'oc1co12oo');
    await page.keyboard.press('Backspace');
    await press(page, 9, 'ococo1');
    await taken(page, 'Predictions', folder);
    await page.reload();
    await press(page, 15, 'occo2o1occoocooo');
    expect(await page.locator('#progress').textContent()).toMatch(/^30 bought, 30 left · seen \d+ of 400$/);
    expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toEqual([]);
    expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    const [ledger, model, predictions] = [
      await taken(page, 'Ledger', folder),
      await taken(page, 'Model', folder),
      await taken(page, 'Predictions', folder),
    ];
    const audited = await done(folder, `audit ${ledger} --data letters.csv`);
    expect(audited).toContain('agrees with itself: ok');
    expect(audited).toContain('every entry is the same bit for bit');
    // The error and the shares are those of the audit, in its words.
    const standing = await page.locator('#standing').textContent();
    expect(standing).toContain(/^.*of the rows are 'complaint'.*$/m.exec(audited)![0]);
    expect(await done(folder, `predict ${model} letters.csv --form csv`)).toBe(readFileSync(join(folder, predictions), 'utf8'));
    expect(heard).toEqual([]);
  });

  it('writes the bytes of iwal label, which goes on with its ledger', async () => {
    const { page, folder } = await opened();
    const objects = readFileSync(letters, 'utf8')
      .match(/Dear [^"]*/g)!
      .slice(0, 90);
    const lines = objects.map((text, n) => JSON.stringify({ id: `L${n}`, text, year: 2000 + (n % 7) })).join('\n');
    writeFileSync(join(folder, 'notes.jsonl'), lines);
    // It is dropped before the program of the page has begun.
    const drop = `const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([${JSON.stringify(lines)}], 'notes.jsonl'));
      addEventListener('DOMContentLoaded', () => dispatchEvent(new DragEvent('drop', { dataTransfer })))`;
    await page.addInitScript({ content: drop });
    await page.reload();
    await page.getByLabel('Use of year').selectOption('not learned from');
    await begin(page, 'praise,blame,news', '20%');
    await press(page, 1, '123123');
    await taken(page, 'Ledger', folder);
    await taken(page, 'Model', folder);
    const ledger = readFileSync(join(folder, 'notes-ledger.jsonl'), 'utf8');
    const answers = answersIn(ledger, { 1: 'praise', 2: 'blame', 3: 'news' });
    const command = 'label notes.jsonl --classes praise,blame,news --budget 20% --protocol jsonl';
    await done(folder, `${command} --text text --ledger a.jsonl --model a.model`, answers);
    const body = (text: string): string => text.slice(text.indexOf('\n'));
    expect(body(readFileSync(join(folder, 'a.jsonl'), 'utf8')).startsWith(body(ledger).trimEnd())).toBe(true);
    expect(readFileSync(join(folder, 'notes.model'))).toEqual(readFileSync(join(folder, 'a.model')));
    expect(await done(folder, `${command} --ledger notes-ledger.jsonl`)).toContain('"question":7');
  });

  it('says in plain words what cannot be labelled', async () => {
    const { page } = await opened();
    const fault = page.locator('#fault');
    const table = (name: string, text: string): Promise<void> =>
      take(page, { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await table('a.csv', '');
    await expect.poll(() => fault.textContent()).toBe('a.csv: found no rows; expected one at least');
    await table('a.xlsx', 'PK');
    await expect.poll(() => fault.textContent()).toContain('expected a table in .csv or .tsv');
    await table('numbers.csv', 'a,b\n1,one 2\n3,six 5\n');
    await page.getByLabel('Use of b', { exact: true }).selectOption('not learned from');
    await begin(page, 'no,yes', '1');
    await expect.poll(() => fault.textContent()).toContain('found no column of text');
    await page.getByLabel('Use of b', { exact: true }).selectOption('text');
    await begin(page, 'yes', '1');
    await expect.poll(() => fault.textContent()).toContain('expected two different names or more, in any case, found ["yes"]');
    await begin(page, 'no,yes', 'many');
    await expect.poll(() => fault.textContent()).toContain('budget');
    await begin(page, 'no,yes', '1');
    await press(page, 1, '');
  });
});
