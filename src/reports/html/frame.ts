import { element, markup, type Markup, text } from '../../figures/svg/markup.ts';
import { PAGE_STYLE } from './style.ts';

/** Whatever a page holds, the browser is told to fetch nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src";

/**
 * A page with this title: one file in light and dark, with its style and script inside. It fetches nothing but pictures, from these
 * sources in the words of a Content-Security-Policy; by default it holds them itself.
 */
export function htmlDocument(title: string, main: readonly Markup[], pictures = 'data:'): string {
  const head = element('head', {}, [
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: `${POLICY} ${pictures}` }),
    element('link', { rel: 'icon', href: 'data:,' }),
    element('title', {}, [text(title)]),
    element('style', {}, [markup(PAGE_STYLE)]),
  ]);
  const toggle = element('button', { id: 'theme', type: 'button', hidden: '' }, [text('Dark')]);
  const body = element('body', {}, [
    element('header', {}, [element('h1', {}, [text(title)]), toggle]),
    element('main', {}, main),
    element('script', {}, [markup(PAGE_SCRIPT.replaceAll(/\n\s*(\/\/.*)?/g, '\n'))]),
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

/**
 * The script of every page, in plain JavaScript for the browser: it makes figures answer the mouse and the keyboard, shows and
 * hides series, and switches the theme. It writes text only, never markup, and fetches nothing.
 */
export const PAGE_SCRIPT = String.raw`
'use strict';
(() => {
  const make = (name, className, parent) => {
    const made = document.createElement(name);
    made.className = className;
    parent.append(made);
    return made;
  };

  // A reading stays short enough to be read aloud; the cells beyond these can be unfolded.
  const FEW = 20;

  const command = document.getElementById('cell-command')?.content.textContent;

  const theme = document.getElementById('theme');
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark';
  const nameTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; };
  theme.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; nameTheme(); });
  systemIsDark.addEventListener('change', nameTheme);
  theme.hidden = false;
  nameTheme();

  const figures = [...document.querySelectorAll('figure')];
  Promise.all(figures.map(async (figure) => enliven(figure, await unpacked(figure.id + '-data')))).then(() => {
    for (const words of document.querySelectorAll('.how-to')) words.hidden = false;
  });

  function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  }

  function unpacked(id) {
    const packed = new Blob([bytesOf(document.getElementById(id).textContent)]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream('deflate'))).json();
  }

  function enliven(figure, data) {
    const reading = figure.querySelector('.reading');
    const hidden = new Set();
    const panels = [...figure.querySelectorAll('.panel')].map((element, p) => listen(element, data.panels[p]));

    for (const button of figure.querySelectorAll('[data-toggles]')) {
      button.addEventListener('click', () => {
        const series = Number(button.dataset.toggles);
        const shows = hidden.delete(series);
        if (!shows) hidden.add(series);
        button.setAttribute('aria-pressed', String(shows));
        for (const group of figure.querySelectorAll('[data-series="' + series + '"]')) group.classList.toggle('off', !shows);
        for (const panel of panels) panel.leave();
      });
    }

    function tell([series, , , says, list]) {
      reading.replaceChildren();
      make('b', '', reading).textContent = data.series[series];
      reading.append(says);
      if (list === '') return;
      const digits = [...bytesOf(list)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const cells = digits.match(/.{10}/g);
      reading.append(cells.length === 1 ? '; cell ' : '; cells ');
      make('code', '', reading).textContent = cells.slice(0, FEW).join(' ');
      const others = cells.slice(FEW);
      if (others.length > 0) reading.append(' and ' + others.length + ' more');
      if (command !== undefined) {
        reading.append(cells.length === 1 ? '; again with ' : '; each again with ');
        make('code', '', reading).textContent = command.replace('<hash>', cells[0]);
      }
      if (others.length === 0) return;
      const folded = make('details', '', reading);
      make('summary', '', folded).textContent = 'the other ' + others.length + ' cells';
      make('code', '', folded).textContent = others.join(' ');
    }

    function listen(element, points) {
      const svg = element.querySelector('svg');
      const ring = element.querySelector('.ring');
      const frame = ring.parentNode.transform.baseVal[0].matrix;
      const tip = make('div', 'tip', element);
      let at = -1;
      let held = false;
      tip.hidden = true;
      tip.setAttribute('aria-hidden', 'true');
      element.tabIndex = 0;
      element.setAttribute('role', 'application');
      element.setAttribute('aria-roledescription', 'chart');
      element.setAttribute('aria-label', svg.getAttribute('aria-label') + ' Arrow keys read its points.');

      const shown = () => points.map((_, i) => i).filter((i) => !hidden.has(points[i][0]));

      const go = (i) => {
        if (i === undefined || i === at) return;
        at = i;
        const [series, x, y, says] = points[i];
        ring.setAttribute('cx', x - frame.e);
        ring.setAttribute('cy', y - frame.f);
        ring.classList.add('on');
        tip.replaceChildren();
        make('b', '', tip).textContent = data.series[series];
        tip.append(says);
        tip.hidden = false;
        const scale = svg.clientWidth / svg.viewBox.baseVal.width;
        const left = Math.min(Math.max(0, x * scale - tip.offsetWidth / 2), element.clientWidth - tip.offsetWidth);
        const above = y * scale - tip.offsetHeight - 12;
        tip.style.left = left + 'px';
        tip.style.top = (above < 0 ? y * scale + 12 : above) + 'px';
        tell(points[i]);
      };
      const leave = () => {
        at = -1;
        held = false;
        tip.hidden = true;
        ring.classList.remove('on');
        reading.replaceChildren();
      };

      const nearest = (x, y) => {
        const distance = (i) => Math.hypot(points[i][1] - x, points[i][2] - y);
        return shown().reduce((best, i) => (best === undefined || distance(i) < distance(best) ? i : best), undefined);
      };
      const pointed = (event) => {
        const box = svg.getBoundingClientRect();
        const scale = svg.viewBox.baseVal.width / box.width;
        go(nearest((event.clientX - box.left) * scale, (event.clientY - box.top) * scale));
      };
      svg.addEventListener('pointermove', (event) => { if (!held) pointed(event); });
      svg.addEventListener('pointerleave', () => { if (!held) { tip.hidden = true; } });
      svg.addEventListener('pointerenter', () => { if (at >= 0) tip.hidden = false; });
      svg.addEventListener('click', (event) => { held = !held; pointed(event); });

      const alongSeries = (step) => {
        const all = shown().filter((i) => at < 0 || points[i][0] === points[at][0]);
        return at < 0 ? all[0] : all[Math.min(Math.max(all.indexOf(at) + step, 0), all.length - 1)];
      };
      const toSeries = (step) => {
        if (at < 0) return shown()[0];
        const numbers = [...new Set(shown().map((i) => points[i][0]))];
        const next = numbers[(numbers.indexOf(points[at][0]) + step + numbers.length) % numbers.length];
        const there = shown().filter((i) => points[i][0] === next);
        return there.reduce((best, i) => (Math.abs(points[i][1] - points[at][1]) < Math.abs(points[best][1] - points[at][1]) ? i : best));
      };
      const keys = {
        ArrowRight: () => go(alongSeries(1)),
        ArrowLeft: () => go(alongSeries(-1)),
        ArrowDown: () => go(toSeries(1)),
        ArrowUp: () => go(toSeries(-1)),
        Home: () => go(alongSeries(-points.length)),
        End: () => go(alongSeries(points.length)),
        Enter: () => { held = at >= 0 && !held; },
        Escape: leave,
      };
      element.addEventListener('keydown', (event) => {
        const act = keys[event.key];
        if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        act();
      });
      element.addEventListener('blur', () => { if (!held) { tip.hidden = true; ring.classList.remove('on'); at = -1; } });
      return { leave };
    }
  }
})();
`;
