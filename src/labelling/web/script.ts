/** How the script reaches its session, as pieces of JavaScript. */
export interface Reach {
  /** Declares `call(path, more)`, which throws `Refused` where there is no use in trying again. */
  readonly reach: string;
  /** What is said of an error `fault`, an expression. */
  readonly lost: string;
  /** What continues a session, likewise. */
  readonly again: string;
  /** Begins to `follow()`. */
  readonly begin: string;
}

/**
 * The script of the page, in plain JavaScript for the browser: it asks the server what to show, and sends lines of the protocol for
 * programs. Whatever it shows becomes text, never markup.
 *
 * A server that does not answer is asked again every second; an answer that was under way then is looked up, not sent twice.
 */
export function scriptOf(pieces: Reach): string {
  return SCRIPT.replaceAll(/@(\w+)@/g, (_, piece: keyof Reach) => pieces[piece]);
}

const SCRIPT = String.raw`
'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  const make = (name, content, className) => {
    const made = document.createElement(name);
    if (content !== undefined) made.textContent = content;
    if (className !== undefined) made.className = className;
    return made;
  };
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  let shown = { key: '', state: 'none', role: 'watches', answers: [] };
  let isBusy = false;
  // The answer under way: what comes after it is shown when it is done, for a key that is pressed before would be lost.
  let sending = Promise.resolve();
  let isReached = false;
  // The answer that was under way when the server was lost.
  let lost;
  // Whether every answer is shown, and not the last ones alone.
  let isAll = false;

  class Refused extends Error {}

@reach@
  async function follow() {
    while (shown.state !== 'left') {
      try {
        const next = await call('/api/state?after=' + encodeURIComponent(isReached ? shown.key : ''));
        await sending;
        isReached = true;
        recall(next);
        show(next);
      } catch (fault) {
        lose(fault);
        if (fault instanceof Refused) return;
        await pause(1000);
      }
    }
  }

  function lose(fault) {
    isReached = false;
    if (fault instanceof Refused) trouble('Refused: ' + fault.message + '.');
    else trouble(@lost@);
    enable();
  }

  // What became of the answer that was under way.
  function recall(next) {
    if (lost === undefined || next.open === undefined) return;
    const isKept = lost.isUndo ? next.open < lost.open : next.open > lost.open;
    next.note = lost.isCorrection ? 'Connected again; look whether the answer was changed.'
      : isKept ? 'Connected again; your last answer was kept.'
      : 'Connected again; your last answer did not arrive: please give it again.';
    lost = undefined;
  }

  function send(reply) {
    if (!isBusy && canAnswer()) sending = deliver(reply);
    return sending;
  }

  async function deliver(reply) {
    isBusy = true;
    enable();
    const open = shown.open;
    const [note, flag] = [at('said').value.trim(), at('flag').checked];
    const remark = reply.undo || reply.quit || reply.correct ? {} : { ...(note && { note }), ...(flag && { flag }) };
    try {
      const next = await call('/api/answer', { method: 'POST', body: JSON.stringify({ question: open, ...reply, ...remark }) });
      isBusy = false;
      show(next.error === undefined ? next : { ...next, note: next.error });
    } catch (fault) {
      lost = { open, isUndo: reply.undo === true, isCorrection: reply.correct !== undefined };
      isBusy = false;
      lose(fault);
    }
  }

  const canAnswer = () => isReached && shown.role === 'answers' && (shown.state === 'asking' || shown.state === 'over');

  function trouble(words) {
    at('trouble-text').textContent = words;
    at('trouble').classList.toggle('on', words !== '');
  }

  function enable() {
    const isOpen = canAnswer() && !isBusy;
    for (const each of document.querySelectorAll('#choices > *')) each.disabled = !isOpen || shown.state !== 'asking';
    for (const button of document.querySelectorAll('#past button')) button.disabled = !isOpen;
    at('undo').disabled = !isOpen || !shown.canUndo;
    at('quit').disabled = !isOpen;
  }

  // Of one life of the server: what was shown before the other.
  function isOlder(a, b) {
    const [[life, version], [other, later]] = [a.split('.'), b.split('.')];
    return life === other && Number(version) < Number(later);
  }

  function show(next) {
    if (next.state === undefined || isOlder(next.key, shown.key)) return;
    const isSame = next.key === shown.key && next.note === undefined;
    const isOther = next.open !== shown.open || next.state !== shown.state || next.question?.row !== shown.question?.row;
    shown = next;
    isReached = true;
    const isElsewhere = next.role === 'watches' && next.state !== 'left';
    trouble(isElsewhere ? 'Another window answers this session. One window answers at a time.' : '');
    at('here').hidden = !isElsewhere;
    if (isOther) { at('said').value = ''; at('flag').checked = false; }
    if (!isSame) draw(next);
    enable();
    // What is read aloud next, and a key that was meant for the last button presses no button.
    if (isOther && !at('help').open) at('heading').focus({ preventScroll: true });
    if (isOther) scrollTo(0, 0);
  }

  function draw({ state, pool, classes, range, open, question, progress, standing, answers, note, role }) {
    const { labels, left, examples, pool: rows } = progress;
    document.title = (state === 'asking' ? 'Question ' + open + ' · ' : '') + pool + ' · iwal label';
    at('pool').textContent = pool;
    const fresh = question?.fresh;
    at('progress').textContent = labels + ' bought' + (left === null ? '' : ', ' + left + ' left') +
      (fresh === undefined ? '' : ' · fresh label ' + fresh.number + ' of ' + fresh.wanted) +
      ' · seen ' + examples + ' of ' + rows;
    at('done').style.width = 100 * (left === null ? examples / rows : labels / Math.max(1, labels + left)) + '%';
    at('note').textContent = note ?? '';
    at('heading').textContent = state === 'asking' ? 'Question ' + open
      : state === 'over' ? 'No question is left' : 'The session has ended';
    drawDocument(state, question);
    at('document').classList.toggle('watching', role !== 'answers');
    at('why').replaceChildren(...(question?.why ?? []).map((line) => make('p', line)));
    at('why-section').hidden = question === undefined;
    at('standing').replaceChildren(...standing.map((line) => make('p', line)));
    drawChoices(state, classes, range);
    if (isAll && state !== 'left') all();
    else drawPast(answers, classes);
    drawKeys(classes, range);
  }

  // Of a list of terms: what stands there becomes text, and an address a link.
  const term = (name, ...meaning) => {
    const cell = make('dd');
    cell.append(...meaning);
    return [make('dt', name), cell];
  };
  const linked = ({ name, text, href }) => {
    const link = href === undefined ? text : Object.assign(make('a', text), { href, target: '_blank', rel: 'noopener noreferrer' });
    return term(name, link);
  };

  function drawDocument(state, question) {
    const page = at('document');
    const columns = question?.columns ?? [];
    at('beside').hidden = columns.length === 0;
    at('beside').replaceChildren(...columns.flatMap(linked));
    if (question === undefined) {
      page.replaceChildren(state === 'left'
        ? 'Everything is saved. You can close this window; ' + @again@ + ' continues here.'
        : 'Undo takes the last answer back; Quit leaves the session. Everything is saved.');
      at('legend').hidden = true;
      return;
    }
    let isMarked = false;
    let isSided = false;
    page.replaceChildren(...question.text.map(({ text, strength, side }) => {
      if (strength === undefined) return text;
      isMarked = true;
      isSided ||= side !== undefined;
      return make('mark', text, 's' + strength + (side === undefined ? '' : ' ' + side));
    }));
    if (page.textContent.trim() === '') page.replaceChildren('(empty)');
    search();
    at('legend').hidden = !isMarked;
    at('legend').textContent = 'Underlined: words that moved the prediction, thicker where more' +
      (isSided ? '; straight towards ' + question.towards[0] + ', wavy towards ' + question.towards[1] : '; whichever way') + '.';
  }

  // Marks what is searched for where it stands, by ranges: the document stays as it is.
  function search() {
    if (typeof Highlight === 'undefined') { at('search').hidden = true; return; }
    const words = at('search').value.trim().replace(/[.*+?^$\{}()|[\]\\]/g, '\\$&');
    const [texts, ranges] = [document.createTreeWalker(at('document'), NodeFilter.SHOW_TEXT), []];
    const found = words === '' ? [] : [...at('document').textContent.matchAll(new RegExp(words, 'giu'))];
    for (let from = 0, node = texts.nextNode(); node !== null; from += node.length, node = texts.nextNode())
      for (const { index, 0: { length } } of found) {
        const [a, b] = [Math.max(0, index - from), Math.min(node.length, index + length - from)];
        if (a < b) { const range = new Range(); range.setStart(node, a); range.setEnd(node, b); ranges.push(range); }
      }
    CSS.highlights.set('found', new Highlight(...ranges));
  }

  function drawChoices(state, classes, range) {
    const buttons = range === undefined
      ? classes.map(({ name, keys }) => choice(name, keys.join(' / '), { label: name }))
      : numberField(range, 'number', {});
    const skip = choice('Skip', 'space', { skip: true });
    skip.classList.add('skip');
    at('choices').replaceChildren(...buttons, skip);
    for (const id of ['choices', 'search', 'remark']) at(id).hidden = state !== 'asking';
  }

  function numberField([low, high], id, of) {
    const field = make('input');
    const legal = low + ' to ' + high;
    Object.assign(field, { id, type: 'number', step: 'any', min: low, max: high, placeholder: legal });
    field.setAttribute('aria-label', 'a number from ' + legal);
    const give = () => {
      if (field.value !== '' && field.checkValidity()) return send({ label: field.value, ...of });
      at('note').textContent = 'This is no answer: a number from ' + legal + ' is one.';
      field.select();
    };
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter') give(); });
    return [field, choice('Answer', 'enter', give)];
  }

  function choice(name, keys, reply) {
    const button = make('button', name + ' ');
    button.type = 'button';
    if (keys !== '') {
      button.setAttribute('aria-keyshortcuts', keys.replaceAll(' / ', ' ').replace('space', 'Space'));
      const shown = make('kbd', keys);
      // aria-keyshortcuts says it: what is read out is the class, as it stands there.
      shown.setAttribute('aria-hidden', 'true');
      button.append(shown);
    }
    button.addEventListener('click', () => typeof reply === 'function' ? reply() : send(reply));
    return button;
  }

  // What an answer can be changed to is shown below it, of one answer at a time.
  function drawPast(answers, classes) {
    at('past-section').hidden = answers.length === 0;
    at('all').hidden = isAll || answers.length === 0 || answers[0].number === 1;
    at('past').replaceChildren(...answers.toReversed().map(({ number, name, excerpt }) => {
      const item = make('li');
      const button = make('button');
      const instead = make('div', undefined, 'instead');
      button.type = 'button';
      button.append(make('b', number + ': ' + (name ?? 'skipped')), make('span', excerpt, 'soft'));
      button.title = 'Change this answer';
      const all = [...classes.map((each) => [each.name, { label: each.name }]), ['Skip', { skip: true }]];
      const others = all.filter(([, { label }]) => label !== (name ?? undefined));
      button.addEventListener('click', () => {
        const isOpen = instead.hasChildNodes();
        for (const each of document.querySelectorAll('.instead')) each.replaceChildren();
        if (isOpen) return;
        if (shown.range !== undefined) instead.append(...numberField(shown.range, 'correction', { correct: number }));
        instead.append(...others.map(([other, reply]) => choice(other, '', { ...reply, correct: number })));
      });
      item.append(button, instead);
      return item;
    }));
  }

  function drawKeys(classes, range) {
    const keys = [
      ...(range === undefined ? [] : [['digits, then enter', 'the number, from ' + range.join(' to ')]]),
      ...classes.map(({ name, keys }) => [keys.join(' or '), 'this is ' + name]),
      ['space or s', 'skip: you cannot tell; costs nothing and is not asked again'],
      ['backspace or u', 'undo your last answer'],
      ['/ and m', 'search in the text, and write a note; Enter comes back'],
      ['?', 'this help'],
    ];
    at('keys').replaceChildren(...keys.flatMap(([key, meaning]) => {
      const [named, said] = term('', meaning);
      named.append(make('kbd', key));
      return [named, said];
    }));
  }

  async function all() {
    isAll = true;
    try { drawPast((await call('/api/past')).answers, shown.classes); } catch (fault) { lose(fault); }
    enable();
  }

  at('search').addEventListener('input', search);
  at('all').addEventListener('click', all);
  at('undo').addEventListener('click', () => send({ undo: true }));
  at('quit').addEventListener('click', () => send({ quit: true }));
  at('here').addEventListener('click', async () => {
    try { show(await call('/api/here', { method: 'POST' })); } catch (fault) { lose(fault); }
  });
  at('help-open').addEventListener('click', () => at('help').showModal());
  at('help-close').addEventListener('click', () => at('help').close());
  at('help').addEventListener('close', () => at('heading').focus());

  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (at('help').open) return;
    // Escape and Enter leave a field, which is no place for keys that answer.
    if (event.target.matches('input, select')) {
      if (event.key !== 'Escape' && (event.key !== 'Enter' || event.target.type === 'number')) return;
      event.preventDefault();
      event.target.blur();
      return;
    }
    const field = event.key === '/' ? 'search' : event.key === 'm' && 'said';
    if (field && shown.state === 'asking') { event.preventDefault(); at(field).focus(); return; }
    // A digit begins the number wherever it is pressed.
    if (shown.range !== undefined && /^[-.\d]$/.test(event.key)) { at('number')?.focus(); return; }
    if (event.key === '?') { event.preventDefault(); at('help').showModal(); return; }
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === ' ' && isOnButton) return;
    const chosen = shown.classes?.find(({ keys }) => keys.includes(event.key.toLowerCase()));
    const reply = chosen !== undefined ? { label: chosen.name }
      : event.key === ' ' || event.key === 's' ? { skip: true }
      : event.key === 'Backspace' || event.key === 'u' ? { undo: true }
      : undefined;
    if (reply === undefined) return;
    event.preventDefault();
    if (shown.state === 'asking' || reply.undo) send(reply);
  });

  enable();
@begin@})();
`;

/** That of `iwal label --serve`. */
export const PAGE_SCRIPT = scriptOf({
  reach: String.raw`  const token = location.hash.slice(1);
  // A reload is the same window; a copy of a tab is another: the name is in store only between two pages.
  const NAME = 'iwal-window';
  const me = sessionStorage.getItem(NAME) ??
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.removeItem(NAME);
  addEventListener('pagehide', () => sessionStorage.setItem(NAME, me));
  addEventListener('pageshow', () => sessionStorage.removeItem(NAME));

  async function call(path, more) {
    const response = await fetch(path, { cache: 'no-store', headers: { 'x-iwal-token': token, 'x-iwal-window': me }, ...more });
    if (response.status === 401 || response.status === 403) throw new Refused((await response.json()).error);
    return response.json();
  }
`,
  lost: `'iwal label does not answer. Start the same command again: this page goes on by itself. Every confirmed answer is saved.'`,
  again: `'the same command'`,
  begin: `  if (token === '') trouble(
    'This address lacks its key: open the whole address that iwal label has printed, with all that follows the #.');
  else follow();
`,
});
