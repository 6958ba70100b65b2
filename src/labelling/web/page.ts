import { createHash } from 'node:crypto';
import { element, markup, single, text, type Markup } from '../../figures/svg/markup.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';

/** What a browser is told: the page's own script and style by their hashes, requests to its own server, and nothing else. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(PAGE_SCRIPT)}'`,
  `style-src '${hashOf(PAGE_STYLE)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page: the same bytes for every session; all that is shown comes from the server of the page and becomes text. */
export const PAGE = `<!doctype html>\n${element('html', { lang: 'en' }, [head(), body()])}\n`;

function head(): Markup {
  return element('head', {}, [
    single('meta', { charset: 'utf-8' }),
    single('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    single('link', { rel: 'icon', href: 'data:,' }),
    element('title', {}, [text('iwal label')]),
    element('style', {}, [markup(PAGE_STYLE)]),
  ]);
}

function body(): Markup {
  const hidden = { hidden: '' };
  return element('body', {}, [
    element('header', {}, [
      element('h1', { id: 'pool' }, [text('iwal label')]),
      element('p', { id: 'progress' }),
      element('div', { class: 'tools' }, [button('undo', 'Undo'), button('help-open', 'Help'), button('quit', 'Quit')]),
      element('div', { id: 'bar', 'aria-hidden': 'true' }, [element('div', { id: 'done' })]),
    ]),
    element('div', { id: 'trouble', role: 'alert' }, [
      element('p', { id: 'trouble-text' }),
      element('button', { id: 'here', type: 'button', ...hidden }, [text('Answer in this window')]),
    ]),
    element('p', { id: 'note', role: 'status' }),
    element('div', { class: 'sides' }, [
      element('main', {}, [
        element('h2', { id: 'heading', tabindex: '-1' }, [text('Connecting…')]),
        element('div', { id: 'document' }),
        element('p', { id: 'legend', ...hidden }),
        element('div', { id: 'choices', role: 'group', 'aria-label': 'Your answer' }),
      ]),
      element('aside', {}, [
        element('section', { id: 'why-section', ...hidden }, [
          element('h2', {}, [text('Why this question')]),
          element('div', { id: 'why' }),
        ]),
        element('section', {}, [element('h2', {}, [text('Progress and error')]), element('div', { id: 'standing' })]),
        element('section', { id: 'past-section', ...hidden }, [
          element('h2', {}, [text('Your last answers')]),
          element('p', { class: 'soft' }, [text('Choose an answer to go back to it; all later answers are taken back too.')]),
          element('ol', { id: 'past' }),
        ]),
      ]),
    ]),
    element('dialog', { id: 'help', 'aria-labelledby': 'help-heading' }, [
      element('h2', { id: 'help-heading' }, [text('Keys')]),
      element('dl', { id: 'keys' }),
      element('p', {}, [
        text(
          'Every answer is saved before the next question is shown. You can close the window at any time; ' +
            'the same command continues here.',
        ),
      ]),
      button('help-close', 'Close'),
    ]),
    element('noscript', {}, [element('p', {}, [text('This page needs JavaScript.')])]),
    element('script', {}, [markup(PAGE_SCRIPT)]),
  ]);
}

function button(id: string, name: string): Markup {
  return element('button', { id, type: 'button' }, [text(name)]);
}

function hashOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
