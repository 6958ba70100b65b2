/** The page of `iwal label --serve` in a real browser: labelled by keyboard, reloaded, killed and started again, without a complaint. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserNote, browserPath, openBrowser } from '../../figures/pages/browser.ts';
import { BAD_CONTRAST, SIDEWAYS_OVERFLOW } from '../../figures/pages/page-checks.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';
import { openPage, type PageSession } from '../../support/processes/label-page.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));

describe.skipIf(browserPath === undefined)(`the page in Chromium${browserNote}`, () => {
  let browser: Browser;
  let folder = '';
  const open: PageSession[] = [];
  const windows: Page[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    folder = temporaryFolder();
    copyFileSync(letters, join(folder, 'letters.csv'));
  });
  afterEach(async () => {
    for (const each of windows.splice(0)) await each.close();
    for (const { child, exit } of open.splice(0)) {
      child.kill('SIGKILL');
      await exit;
    }
  });

  const COMMAND = ['letters.csv', '--text', 'body', '--classes', 'other,complaint', '--budget', '60', '--ledger', 'a.jsonl'];
  async function opened(args: readonly string[]): Promise<PageSession> {
    const page = await openPage(folder, args);
    open.push(page);
    return page;
  }
  const session = (...args: string[]): Promise<PageSession> => opened([...COMMAND, ...args]);

  /** A window, and what its console said and what it asked for. */
  async function windowAt(address: string): Promise<{ page: Page; messages: string[]; requests: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    windows.push(page);
    const [messages, requests]: [string[], string[]] = [[], []];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url());
    });
    await page.goto(address);
    return { page, messages, requests };
  }

  const question = (page: Page, number: number): Promise<void> =>
    page.getByRole('heading', { name: `Question ${number}`, exact: true }).waitFor();
  /** Label and 'abstains' of each question in the ledger, undone ones left out, corrected ones as they stand. */
  const labels = (): (number | null)[] => {
    const given: { position: number; label: number | null }[] = [];
    for (const line of readFileSync(join(folder, 'a.jsonl'), 'utf8').trimEnd().split('\n').slice(1)) {
      const entry = JSON.parse(line) as { entry: string; outcome?: string; position: number; label: number | null };
      if (entry.entry === 'undo') while ((given.at(-1)?.position ?? -1) >= entry.position) given.pop();
      if (entry.entry === 'correction') given.find(({ position }) => position === entry.position)!.label = entry.label;
      if (entry.outcome === 'asked') given.push(entry);
    }
    return given.map(({ label }) => label);
  };

  test('numbers are typed into a field; what is none of the range is asked again; the mean is told in the end alone', async () => {
    const numbers = ['letters.csv', '--text', 'body', '--range', '0,10', '--budget', '24', '--ledger', 'a.jsonl'];
    const { address, exit } = await opened(numbers);
    const { page, messages } = await windowAt(address);
    await question(page, 1);
    expect(await page.locator('#why').innerText()).not.toMatch(/predict/);
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await page.getByText('This is no answer: a number from 0 to 10 is one.').waitFor();
    // A letter that skips elsewhere is none of a field of numbers.
    await page.keyboard.type('7.5s');
    await page.keyboard.press('Enter');
    await question(page, 2);
    await page.keyboard.press('s');
    await question(page, 3);
    await page.keyboard.press('u');
    await question(page, 2);
    for (let n = 2; n <= 24; n++) {
      await question(page, n);
      expect(await page.locator('#standing').innerText()).not.toContain('ean of the numbers');
      await page.locator('#number').fill(String(n % 10));
      await page.getByRole('button', { name: 'Answer', exact: true }).click();
    }
    await page.getByText('Mean of the numbers: estimated').waitFor();
    await page.getByRole('button', { name: '23: 3' }).click();
    await page.locator('#correction').fill('0.5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '23: 0.5' }).waitFor();
    await page.getByRole('button', { name: 'Quit' }).click();
    expect((await exit).code).toBe(0);
    expect([...labels().slice(0, 3), labels()[22]]).toEqual([7.5, 2, 3, 0.5]);
    expect(messages).toEqual([]);
  });

  test('sixty documents by keyboard, undo, skip, reload, going back; no console message, no request elsewhere', async () => {
    const { address, port, exit } = await session();
    const { page, messages, requests } = await windowAt(address);
    for (let n = 1; n <= 8; n++) {
      await question(page, n);
      await page.keyboard.press(n === 3 ? 'Space' : n % 2 === 0 ? 'c' : '1');
    }
    await question(page, 9);
    expect(labels()).toEqual([-1, 1, null, 1, -1, 1, -1, 1]);

    await page.keyboard.press('Backspace');
    await question(page, 8);
    expect(labels()).toHaveLength(7);
    await page.reload();
    await question(page, 8);
    await page.keyboard.press('2');
    await question(page, 9);

    // An answer is changed, and later ones stay; a class has no key there.
    for (const [name, other, label] of [
      ['6: complaint', 'Skip', null],
      ['3: skipped', 'complaint', 1],
      ['6: skipped', 'other', -1],
    ] as const) {
      const past = page.getByRole('listitem').filter({ hasText: name });
      await past.getByRole('button', { name }).click();
      await past.getByRole('button', { name: other, exact: true }).click();
      await page.getByRole('button', { name: `${name[0]}: ${label === null ? 'skipped' : other}` }).waitFor();
      await question(page, 9);
      expect(labels()[Number(name[0]) - 1]).toBe(label);
    }
    expect(labels()).toEqual([-1, 1, 1, 1, -1, -1, -1, 1]);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);

    // A click, and then the space bar: skips, and does not press the button again.
    await page.locator('#choices').getByRole('button', { name: 'complaint', exact: true }).click();
    await question(page, 10);
    await page.keyboard.press('Space');
    await question(page, 11);
    expect(labels().slice(8)).toEqual([1, null]);
    // All answers can be seen.
    await page.keyboard.press('1');
    await question(page, 12);
    expect(await page.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'All answers' }).click();
    await page.getByRole('button', { name: /^1: other/ }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(11);

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('c'); // no answer while the help is open
    await page.keyboard.press('Escape');
    await question(page, 12);

    for (let n = 12; ; n++) {
      await page.keyboard.press(n % 2 === 0 ? 'o' : '2');
      const next = page.getByRole('heading', { name: new RegExp(`^(Question ${n + 1}|No question is left)$`) });
      await next.waitFor();
      if ((await next.textContent()) === 'No question is left') break;
    }
    expect(await page.getByRole('status').textContent()).toBe('The budget is spent: 60 labels bought.');
    expect(labels().filter((label) => label !== null)).toHaveLength(60);
    await page.getByRole('button', { name: 'Quit' }).click();
    await page.getByRole('heading', { name: 'The session has ended' }).waitFor();
    expect((await exit).code).toBe(0);
    expect(messages).toEqual([]);
    expect(requests.filter((each) => !each.startsWith(`http://127.0.0.1:${port}/`))).toEqual([]);
  });

  test('kill -9 and the same command again: the page says so and goes on by itself', async () => {
    const first = await session();
    const { page } = await windowAt(first.address);
    await question(page, 1);
    await page.keyboard.press('1');
    await question(page, 2);
    first.child.kill('SIGKILL');
    await first.exit;
    await page.getByText('iwal label does not answer').waitFor();
    expect(await page.getByRole('button', { name: 'complaint', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('1');
    await session();
    await page.getByText('iwal label does not answer').waitFor({ state: 'hidden' });
    await question(page, 2);
    await page.keyboard.press('2');
    await question(page, 3);
    expect(labels()).toEqual([-1, 1]);
  });

  test('two people at once: a page each, progress of both, questions that stay theirs after kill -9, names in the ledger', async () => {
    const command = [...COMMAND.map((each) => (each === '60' ? '12' : each)), '--annotator', 'ana,ben', '--overlap', '0%'];
    const first = await opened(command);
    const [ana, ben] = await Promise.all(first.addresses.map((each) => windowAt(each)));
    const textOf = ({ page }: typeof ana): Promise<string | null> => page.locator('#document').textContent();
    await question(ana.page, 1);
    await question(ben.page, 1);
    await ben.page.getByRole('heading', { name: 'letters · ben' }).waitFor();
    const held = await textOf(ben);
    expect(held).not.toBe(await textOf(ana));
    for (let n = 1; n <= 3; n++) {
      await question(ana.page, n);
      await ana.page.keyboard.press('1');
    }
    await question(ana.page, 4);
    await ben.page.getByText(/^3 bought, \d+ left/).waitFor();
    expect(await textOf(ben)).toBe(held);
    expect(await ana.page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    first.child.kill('SIGKILL');
    await first.exit;
    const { exit, child } = await opened(command);
    await ben.page.getByText('iwal label does not answer').waitFor({ state: 'hidden' });
    expect(await textOf(ben)).toBe(held);
    await ben.page.keyboard.press('2');
    await question(ben.page, 2);
    for (const each of [ana, ben, ana]) {
      const before = await each.page.title();
      await each.page.keyboard.press('c');
      await expect.poll(() => each.page.title()).not.toBe(before);
    }
    const lines = readFileSync(join(folder, 'a.jsonl'), 'utf8').trimEnd().split('\n');
    const by = lines.map((line) => (JSON.parse(line) as { annotator?: string }).annotator).filter((name) => name !== undefined);
    expect(by.filter((name) => name !== 'majority').sort()).toEqual(['ana', 'ana', 'ana', 'ana', 'ana', 'ben', 'ben']);
    for (const { page } of [ana, ben]) {
      await page.getByRole('button', { name: 'Quit' }).click();
      await page.getByRole('heading', { name: 'The session has ended' }).waitFor();
    }
    expect((await exit).code).toBe(0);
    child.kill();
    // The program was killed: a request breaks off, and the next ones find nobody.
    expect([...ana.messages, ...ben.messages].filter((each) => !/ERR_CONNECTION_(REFUSED|RESET)/.test(each))).toEqual([]);
  });

  test('a search marks what it finds, a note and a flag are kept with the answer, and no key in a field answers', async () => {
    const { address } = await session();
    const { page, messages } = await windowAt(address);
    await question(page, 1);
    const text = (await page.locator('#document').textContent())!;
    const word = text.split(' ')[2];
    await page.keyboard.press('/');
    await page.keyboard.type(word.toUpperCase());
    const marked = (): Promise<string> => page.evaluate("[...CSS.highlights.get('found')].map(String).join('').toLowerCase()");
    const count = text.toLowerCase().split(word.toLowerCase()).length - 1;
    expect(await marked()).toBe(word.toLowerCase().repeat(count));
    expect(await page.locator('#document').textContent()).toBe(text);
    await page.getByRole('searchbox').fill('(');
    expect(await marked()).toBe('('.repeat(text.split('(').length - 1));
    await page.keyboard.press('Enter');
    await page.keyboard.press('m');
    await page.keyboard.type('co1? see u');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Flag' }).check();
    await page.getByRole('button', { name: 'complaint', exact: true }).click();
    await question(page, 2);
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    expect(await page.getByRole('checkbox', { name: 'Flag' }).isChecked()).toBe(false);
    await page.keyboard.press('1');
    await question(page, 3);
    const [first, second] = readFileSync(join(folder, 'a.jsonl'), 'utf8').match(/^.*"outcome":"asked".*$/gm)!;
    expect(first).toContain('"note":"co1? see u","flag":true');
    expect(second).not.toMatch(/note|flag/);
    expect(messages).toEqual([]);
  });

  test('a second window is told, and may take over', async () => {
    const { address } = await session();
    const { page: one } = await windowAt(address);
    await question(one, 1);
    const { page: two } = await windowAt(address);
    await two.getByText('Another window answers this session').waitFor();
    await two.keyboard.press('1');
    await one.keyboard.press('2');
    await question(two, 2);
    await two.getByRole('button', { name: 'Answer in this window' }).click();
    await one.getByText('Another window answers this session').waitFor();
    await two.keyboard.press('1');
    await question(one, 3);
    expect(labels()).toEqual([1, -1]);
    await two.close();
    await one.getByText('Another window answers this session').waitFor({ state: 'hidden' });
  });

  test('markup stays text, in documents, classes and answers', async () => {
    const hostile = '<img src=x onerror=alert(1)><b>bold</b>';
    writeFileSync(join(folder, 'letters.csv'), `body\n${Array.from({ length: 9 }, (_, n) => `"${hostile} ${n}"`).join('\n')}\n`);
    const { address } = await opened('letters.csv --text body --ledger m.jsonl --classes <i>a</i>,c --budget 5'.split(' '));
    const { page, messages } = await windowAt(address);
    await question(page, 1);
    await page.keyboard.press('1');
    await question(page, 2);
    expect(await page.locator('img, b:not(#past b), i').count()).toBe(0);
    expect(await page.locator('#document').textContent()).toContain(hostile);
    expect(messages).toEqual([]);
  });

  test('--show: columns beside the text, an address of the web a link that tells nothing of this page', async () => {
    const rows = ['https://example.org/a?b=1', 'javascript:alert(1)', '', 'file:///etc/passwd'];
    const table = rows.map((url, n) => `letter ${n} ${'ab cd'.repeat(n)},<b>t${n}</b>,${url}`).join('\n');
    writeFileSync(join(folder, 'letters.csv'), `body,title,url\n${table}\n`);
    const { address } = await opened('letters.csv --text body --show title,url --ledger s.jsonl --budget 4'.split(' '));
    const { page, messages } = await windowAt(address);
    for (let n = 1; n <= rows.length; n++) {
      await question(page, n);
      const row = Number(/letter (\d)/.exec((await page.locator('#document').textContent())!)![1]);
      expect(await page.locator('#beside dd').allTextContents()).toEqual(
        [`<b>t${row}</b>`, rows[row]].filter((cell) => cell !== ''),
      );
      const links = page.locator('#beside a');
      expect(await links.count()).toBe(row === 0 ? 1 : 0);
      if (row === 0) {
        const [href, rel] = await Promise.all(['href', 'rel'].map((name) => links.getAttribute(name)));
        expect({ href, rel }).toEqual({ href: rows[0], rel: 'noopener noreferrer' });
      }
      await page.keyboard.press('1');
    }
    await page.getByRole('heading', { name: 'No question is left' }).waitFor();
    expect(messages).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('readable at 390 and 1280 pixels, %s', async (colorScheme) => {
    const { address } = await session('--blind', 'no', '--stop', 'error <= 0.1', '--show', 'id,year');
    const { page } = await windowAt(address);
    await page.emulateMedia({ colorScheme });
    for (let n = 1; n <= 4; n++) {
      await question(page, n);
      await page.keyboard.press(n % 2 === 0 ? 'c' : 'o');
    }
    await question(page, 5);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toEqual([]);
      expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    }
    await page.getByText('straight towards complaint, wavy towards other').waitFor();
    await page.getByText(/^--stop: certified with 95% confidence/).waitFor();
  });

  test('many classes with long names: every one has its button and its key, and a telephone keeps room for the document', async () => {
    const names = [
      'sport',
      'politics',
      'science',
      'local news and announcements of the municipality',
      'quit',
      'undo',
      'Straßenbahnfahrkartenautomatenaufstellungsgenehmigung',
    ];
    names.push(...['art', 'garden', 'weather', 'letters', 'nature']);
    const { address } = await opened([
      'letters.csv',
      '--text',
      'body',
      '--classes',
      names.join(','),
      '--budget',
      '20',
      '--ledger',
      'a.jsonl',
    ]);
    const { page, messages } = await windowAt(address);
    await question(page, 1);
    const keys = (await page.locator('#choices button:not(.skip) kbd').allTextContents()).flatMap((each) => each.split(' / '));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toEqual(expect.arrayContaining(['s']));
    for (const [n, name] of names.entries()) {
      const shown = await page.getByRole('button', { name, exact: true }).locator('kbd').innerText();
      await page.keyboard.press(shown.split(' / ')[0]);
      await question(page, n + 2);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toEqual([]);
    expect((await page.locator('#choices').boundingBox())!.height).toBeLessThan(844 / 2);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await question(page, names.length + 2);
    expect(messages).toEqual([]);
  });

  test('fresh labels are counted apart, and undone and skipped like others', async () => {
    const { address } = await opened([...COMMAND.map((each) => (each === '60' ? '4' : each)), '--fresh', '2']);
    const { page } = await windowAt(address);
    for (let n = 1; n <= 5; n++) {
      await question(page, n);
      await page.keyboard.press(n % 2 === 0 ? 'c' : 'o');
    }
    await question(page, 6);
    expect(await page.locator('#progress').textContent()).toMatch(/^4 bought, 0 left · fresh label 2 of 2 · seen \d+ of 400$/);
    await page.getByText('label 2 of 2 that tells the model').waitFor();
    await page.keyboard.press('Backspace');
    await question(page, 5);
    expect(await page.locator('#progress').textContent()).toContain('fresh label 1 of 2');
    await page.keyboard.press('1');
    await question(page, 6);
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'No question is left' }).waitFor();
    await page.getByText(/^Error of the model in the end on the \d+ rows it did not learn, by 2 fresh labels/).waitFor();
  });

  test('an address without its key says so', async () => {
    const { address } = await session();
    const { page } = await windowAt(address.replace(/#.*/, ''));
    await page.getByText('This address lacks its key').waitFor();
  });
});
