import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';
import { element, markup, single, text, type Markup } from '../../figures/svg/markup.ts';

/** Whatever a page holds, the browser is told to fetch nothing. */
const NOTHING_FROM_ELSEWHERE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/** A page with this title: one file that fetches nothing, in light and dark, with its style and script inside. */
export function htmlDocument(title: string, main: readonly Markup[]): string {
  const head = element('head', {}, [
    single('meta', { charset: 'utf-8' }),
    single('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    single('meta', { 'http-equiv': 'Content-Security-Policy', content: NOTHING_FROM_ELSEWHERE }),
    single('link', { rel: 'icon', href: 'data:,' }),
    element('title', {}, [text(title)]),
    element('style', {}, [markup(PAGE_STYLE)]),
  ]);
  const toggle = element('button', { id: 'theme', type: 'button', hidden: '' }, [text('Dark')]);
  const body = element('body', {}, [
    element('header', {}, [element('h1', {}, [text(title)]), toggle]),
    element('main', {}, main),
    element('script', {}, [markup(PAGE_SCRIPT)]),
  ]);
  return `<!doctype html>\n${element('html', { lang: 'en' }, [head, body])}\n`;
}

/** A heading and what stands under it; nothing where there is nothing. */
export function htmlSection(heading: string, blocks: readonly Markup[]): Markup[] {
  return blocks.length === 0 ? [] : [element('section', {}, [element('h2', {}, [text(heading)]), ...blocks])];
}

/** A paragraph of text, escaped. */
export function paragraph(content: string): Markup {
  return element('p', {}, [text(content)]);
}
