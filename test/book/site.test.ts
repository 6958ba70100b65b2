/**
 * LAWS of the site that `npm run docs` makes: typedoc finds nothing to complain of, no link is dead, no page asks for anything from
 * anywhere, and all of it can be read on a desk and on a telephone, by day and by night.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserNote, browserPath, openBrowser } from '../figures/pages/browser.ts';
import { SIDEWAYS_OVERFLOW } from '../figures/pages/page-checks.ts';
import { built } from '../support/processes/built.ts';
import { book, root } from './documents.ts';

const site = mkdtempSync(join(tmpdir(), 'iwal-site-'));
let reported = { status: null as number | null, words: '' };
/** Pages by their paths in the site. */
const pages = new Map<string, string>();

beforeAll(() => {
  const typedoc = join(root, 'node_modules/.bin/typedoc');
  const { status, stdout, stderr } = spawnSync(typedoc, ['--options', '.config/typedoc.js', '--out', site], {
    cwd: root,
    encoding: 'utf8',
  });
  reported = { status, words: stdout + stderr };
  for (const file of readdirSync(site, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.html')) pages.set(file, readFileSync(join(site, file), 'utf8'));
});

afterAll(() => rmSync(site, { recursive: true, force: true }));

const chapters = (): string[] => ['index.html', ...[...pages.keys()].filter((page) => page.startsWith('documents/'))];

describe('the site', () => {
  it('is documented, names no type that is not exported, and links to nothing that is not there', () => {
    expect(reported.words).not.toMatch(/\[(warning|error)\]/);
    expect(reported.status).toBe(0);
  });

  it('has the page that labels in the browser, and a chapter leads to it', () => {
    expect(readFileSync(join(site, 'label.html'))).toEqual(readFileSync(built('src/label.html')));
    expect(pages.get('documents/Using_iwal.html')).toContain('href="../label.html"');
  });

  it('has a page for every chapter, named by its heading', () => {
    const titles = Object.values(book.parts)
      .flat()
      .map((file) => /^# (.*)/.exec(readFileSync(join(root, file), 'utf8'))![1]);
    const found = chapters().map((page) => /<h1[^>]*>(.*?)<\/h1>/.exec(pages.get(page)!)?.[1].replace(/<.*?>/g, '').trim());
    expect(found).toEqual(expect.arrayContaining(titles));
  });

  it('has no dead link, and none to the text of a document that has a page', () => {
    const dead = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
        .map(([, link]) => link.replaceAll('&amp;', '&'))
        .filter((link) => !/^(https?|data|mailto|javascript):|^#icon-/.test(link) && isDead(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
    expect(readdirSync(join(site, 'media')).filter((file) => file.endsWith('.md') && !file.startsWith('README'))).toEqual([]);
  });
});

/** Places that are linked to, by page. */
const places = new Map<string, ReadonlySet<string>>();

function isDead(page: string, link: string): boolean {
  const [file, place = ''] = link.split('#').map((part) => decodeURIComponent(part));
  const target = file === '' ? page : relative(site, join(site, dirname(page), file));
  const html = pages.get(target);
  if (html === undefined) return !existsSync(join(site, target));
  if (place === '') return false;
  if (!places.has(target)) places.set(target, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)));
  return !places.get(target)!.has(place);
}

describe.skipIf(browserPath === undefined)(`its chapters in Chromium${browserNote}`, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(pathToFileURL(site).href) && !/^(data|blob):/.test(request.url()))
        complaints.push(request.url());
    });
  });
  afterAll(() => browser.close());

  it('fetch nothing, say nothing, and fit screens of 390 and 1280 pixels, dark and light', async () => {
    for (const chapter of chapters()) {
      await page.goto(pathToFileURL(join(site, chapter)).href);
      for (const [colorScheme, width] of [
        ['dark', 390],
        ['light', 1280],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(SIDEWAYS_OVERFLOW), `${chapter}, ${width} pixels`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  });

  it('are found by the search, from a folder on the disk', async () => {
    await page.goto(pathToFileURL(join(site, 'index.html')).href);
    await page.locator('#tsd-search-trigger').click();
    await page.locator('#tsd-search-input').pressSequentially('mellowness');
    await page.locator('#tsd-search-results a').first().waitFor();
    const found = await page.locator('#tsd-search-results').innerText();
    expect(found).toMatch(/ideas|glossary/i);
    expect(complaints).toEqual([]);
  });
});
