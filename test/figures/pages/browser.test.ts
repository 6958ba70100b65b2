import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSummaries, renderHtml } from '../../../src/reports/write-report.ts';
import { renderIndex } from '../../../src/reports/report-index.ts';
import { REPORTS } from '../../support/published.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { browserNote, browserPath, openBrowser } from './browser.ts';
import { BAD_CONTRAST, OVERLAPPING, PAPER, SIDEWAYS_OVERFLOW } from './page-checks.ts';
import { type FigureData, study, unpacked } from '../support/reports.ts';
import { digits, figures } from '../support/samples.ts';

/** Laws of pages in a real browser: quiet, readable, wide enough, and they answer the mouse and the keyboard. */

interface Opened {
  readonly page: Page;
  /** Messages of errors and addresses asked for. */
  readonly errors: string[];
  readonly requests: string[];
}

describe.skipIf(browserPath === undefined)(`pages in Chromium${browserNote}`, () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let addresses: Record<'study' | 'index' | 'all', string>;

  beforeAll(async () => {
    const summaries = readSummaries(REPORTS, console.error);
    const all = {
      ...study,
      figures: Object.entries(figures).map(([name, figure]) => ({ file: `${name}.png`, figure, caption: name })),
    };
    const pages = {
      study: await renderHtml(study),
      index: renderIndex(summaries).html,
      all: await renderHtml(all),
    };
    addresses = Object.fromEntries(
      Object.entries(pages).map(([name, html]) => {
        writeFileSync(folder.path(`${name}.html`), html);
        return [name, `file://${folder.path(`${name}.html`)}`];
      }),
    ) as typeof addresses;
    for (const { folder: name } of summaries) symlinkSync(join(REPORTS, name), folder.path(name));
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function open(
    name: keyof typeof addresses,
    { width = 1280, ...more }: { width?: number; colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean } = {},
  ): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, ...more });
    const errors: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url());
    });
    await page.goto(addresses[name]);
    // The page says how its figures are read as soon as they can be.
    if (name !== 'index' && more.javaScriptEnabled !== false) await page.locator('.how-to').waitFor();
    return { page, errors, requests };
  }

  /** The place of a point on the screen, and what it says. */
  async function pointOf(
    page: Page,
    figure: number,
    point: number,
  ): Promise<{ x: number; y: number; says: string; series: string }> {
    const panel = page.locator(`#figure-${figure}-1 svg`);
    await panel.scrollIntoViewIfNeeded();
    const box = (await panel.boundingBox())!;
    const width = Number((await panel.getAttribute('viewBox'))!.split(' ')[2]);
    const data = unpacked(await page.content(), figure) as FigureData;
    const [series, x, y, says] = data.panels[0][point];
    return {
      ...{ x: box.x + (x * box.width) / width, y: box.y + (y * box.width) / width },
      ...{ says, series: data.series[series] },
    };
  }

  it.each(['study', 'index', 'all'] as const)('%s: no error, no warning, no request but the page itself', async (name) => {
    const { page, errors, requests } = await open(name);
    if (name === 'index') await page.evaluate('document.images[0].decode()');
    expect(errors).toEqual([]);
    expect(requests.filter((request) => name !== 'index' || !request.endsWith('.png'))).toEqual([addresses[name]]);
    await page.close();
  });

  it('the index shows the reports that have all words of its field, and how many there are', async () => {
    const [{ page }, { page: still }] = [await open('index'), await open('index', { javaScriptEnabled: false })];
    const rows = page.locator('tbody tr:visible');
    const texts = await rows.allTextContents();
    for (const words of ['', 'FULL', 'full covariate']) {
      await page.getByRole('searchbox').fill(words);
      const found = texts.filter((each) => words.split(' ').every((word) => each.toLowerCase().includes(word.toLowerCase())));
      expect(await rows.allTextContents()).toEqual(found);
      expect(await page.getByRole('status').textContent()).toBe(`${found.length} of ${texts.length} shown`);
    }
    expect(await still.getByRole('searchbox').count()).toBe(0);
    for (const each of [page, still]) await each.close();
  });

  it.each(['study', 'index', 'all'] as const)('%s: nothing reaches beyond a screen of 360 or 1280 pixels', async (name) => {
    for (const width of [360, 1280]) {
      const { page } = await open(name, { width });
      expect(await page.evaluate(SIDEWAYS_OVERFLOW), `${width} pixels`).toEqual([]);
      await page.close();
    }
  });

  it.each([360, 1280])('at %d pixels no text of a figure lies on another or outside its picture', async (width) => {
    const { page } = await open('all', { width });
    expect(await page.evaluate(OVERLAPPING)).toEqual([]);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('%s: every text stands out from its paper by 4.5 to 1', async (colorScheme) => {
    const [{ page }, index] = [await open('study', { colorScheme }), await open('index', { colorScheme })];
    await page.locator('#figure-2-1').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.tip').filter({ visible: true }).count()).toBe(1);
    expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    expect(await index.page.evaluate(BAD_CONTRAST)).toEqual([]);
    await page.close();
    await index.page.close();
  });

  it('the index of the published reports is three screens of a desk at most', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`file://${join(REPORTS, 'index.html')}`);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(3 * 900);
    await page.close();
  });

  it('the button switches between light and dark, whatever the system says', async () => {
    const { page } = await open('study', { colorScheme: 'dark' });
    const paper = (): Promise<unknown> => page.evaluate(PAPER);
    const dark = await paper();
    await page.locator('#theme').click();
    const light = await paper();
    expect(light).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    await page.locator('#theme').click();
    expect([dark, await page.locator('#theme').textContent()]).toEqual([await paper(), 'Light']);
    await page.close();
  });

  it('these checks notice a page on which all of that is wrong', async () => {
    const { page } = await open('study');
    await page.evaluate(`
      document.querySelector('h1').style.color = '#999';
      document.querySelector('main').style.width = '2000px';
      const label = document.querySelector('.panel svg text');
      label.after(label.cloneNode(true));
      label.setAttribute('y', -500);
    `);
    expect(await page.evaluate(BAD_CONTRAST)).toHaveLength(1);
    expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toHaveLength(1);
    expect(await page.evaluate(OVERLAPPING)).toEqual([expect.stringContaining('reaches out')]);
    await page.evaluate(
      `document.querySelector('.panel svg text').replaceWith(document.querySelector('.panel svg text + text').cloneNode(true))`,
    );
    expect(await page.evaluate(OVERLAPPING)).toHaveLength(1);
    await page.close();
  });

  it('pointing at a point tells its series, values, cells and the command that computes them', async () => {
    const { page } = await open('study');
    const figure = 2;
    const { x, y, says, series } = await pointOf(page, figure, 5);
    await page.mouse.move(x, y);
    const reported = (await page.locator(`#figure-${figure} .reading`).textContent())!;
    expect(reported).toBe(
      `${series}${says}; cells 0000000005 0000000069; each again with npx iwal study cell 0000000005 --rerun`,
    );
    expect(await page.locator(`#figure-${figure} .tip`).first().textContent()).toBe(`${series}${says}`);
    await page.close();
  });

  it.each([
    ['a bar', 'times', 0, '7 laps; cell 0000000000; again with npx iwal study cell 0000000000 --rerun'],
    ['a row of a forest', 'forest', 0, '; cell 0000000000; again with npx iwal study cell 0000000000 --rerun'],
    ['a step through a plane', 'flip', 1, '; cell 0000000007; again with npx iwal study cell 0000000007 --rerun'],
  ])('%s tells its cells too, to the mouse and to the keyboard', async (_what, name, point, origin) => {
    const figure = 1 + study.figures.findIndex(({ file }) => file === `${name}.png`);
    const { page } = await open('study');
    const reading = page.locator(`#figure-${figure} .reading`);
    const at = await pointOf(page, figure, point);
    await page.mouse.move(at.x, at.y);
    const reported = (await reading.textContent())!;
    expect(reported).toContain(at.says);
    expect(reported.endsWith(origin), reported).toBe(true);
    await page.mouse.move(0, 0);
    await page.locator(`#figure-${figure}-1`).focus();
    for (const key of ['Escape', 'ArrowRight', ...Array.from({ length: point }, () => 'ArrowRight')])
      await page.keyboard.press(key);
    expect(await reading.textContent()).toBe(reported);
    await page.close();
  });

  it('of many cells a few are told, and the others unfold', async () => {
    const figure = 1 + study.figures.findIndex(({ file }) => file === 'times.png');
    const { page } = await open('study');
    await page.locator(`#figure-${figure}-1`).focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const reading = page.locator(`#figure-${figure} .reading`);
    const cells = Array.from({ length: 31 }, (_, k) => digits(100 + k));
    expect(await reading.innerText()).toContain(
      `cells ${cells.slice(0, 20).join(' ')} and 11 more; each again with npx iwal study cell ${digits(100)} --rerun`,
    );
    const others = reading.locator('details code');
    expect(await others.isVisible()).toBe(false);
    await reading.locator('summary').click();
    expect(await others.innerText()).toBe(cells.slice(20).join(' '));
    expect(await page.evaluate(SIDEWAYS_OVERFLOW)).toEqual([]);
    await page.close();
  });

  it('a click holds a point, Escape lets go', async () => {
    const { page } = await open('study');
    const [first, last] = [await pointOf(page, 1, 0), await pointOf(page, 1, 9)];
    const reading = page.locator('#figure-1 .reading');
    await page.mouse.click(first.x, first.y);
    await page.mouse.move(last.x, last.y);
    expect(await reading.textContent()).toContain(first.says);
    await page.keyboard.press('Escape');
    expect(await reading.textContent()).toBe('');
    await page.mouse.move(last.x - 2, last.y);
    expect(await reading.textContent()).not.toContain(first.says);
    await page.close();
  });

  it('the keyboard reaches every figure and every point', async () => {
    const { page } = await open('study');
    const reading = page.locator('#figure-1 .reading');
    const panel = page.locator('#figure-1-1');
    while ((await page.evaluate('document.activeElement.id')) !== 'figure-1-1') await page.keyboard.press('Tab');
    const data = unpacked(await page.content()) as FigureData;
    const seen = new Set<string>();
    for (let series = 0; series < data.series.length; series++)
      for (let i = 0; i < 10; i++) {
        await page.keyboard.press(series > 0 && i === 0 ? 'ArrowDown' : 'ArrowRight');
        if (series > 0 && i === 0) await page.keyboard.press('Home');
        seen.add((await reading.textContent())!);
      }
    expect(seen).toEqual(new Set(data.panels[0].map(([series, , , says]) => `${data.series[series]}${says}`)));
    expect(await reading.getAttribute('aria-live')).toBe('polite');
    expect(await panel.getAttribute('aria-label')).toContain('separable');
    await page.close();
  });

  it('a button hides its series, from the eye and from the keyboard', async () => {
    const { page } = await open('study');
    const button = page.locator('#figure-1 button.key').first();
    const marks = page.locator('#figure-1 [data-series="0"]');
    expect(await marks.count()).toBeGreaterThan(3);
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    for (const mark of await marks.all()) expect(await mark.isVisible()).toBe(false);
    await page.locator('#figure-1-1').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#figure-1 .reading').textContent()).toMatch(/^passive/);
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await marks.last().isVisible()).toBe(true);
    await page.close();
  });

  it('is a page without a script too: pictures, claims, no promise that nothing keeps', async () => {
    const { page } = await open('study', { javaScriptEnabled: false });
    expect(await page.locator('figure svg[role=img]').count()).toBeGreaterThan(15);
    expect(await page.locator('.verdict').first().isVisible()).toBe(true);
    for (const promise of ['#theme', '.how-to']) expect(await page.locator(promise).isVisible()).toBe(false);
    await page.close();
  });

  it('prints on white paper, whatever the screen shows', async () => {
    const { page } = await open('study', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(PAPER)).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(BAD_CONTRAST)).toEqual([]);
    for (const screenOnly of ['#theme', '.how-to']) expect(await page.locator(screenOnly).isVisible()).toBe(false);
    await page.close();
  });
});
