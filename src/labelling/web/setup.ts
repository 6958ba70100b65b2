import { scriptOf } from './script.ts';

/**
 * The script of the page that needs no server: the program in it is unpacked, a table is taken, and the session is what the server is to
 * the other page. Table and ledger are kept in the browser (IndexedDB), an answer before the next question is shown.
 */
export const SETUP_SCRIPT = scriptOf({
  again: `'this page'`,
  lost: `fault.message`,
  reach: String.raw`
  let session;
  let setup;

  const call = (path, more) => session.call(path, more?.body);

  const database = new Promise((resolve, reject) => {
    const opening = indexedDB.open('iwal-label', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('session');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

  async function stored(mode, use) {
    const transaction = (await database).transaction('session', mode, { durability: 'strict' });
    const request = use(transaction.objectStore('session'));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  // Pieces of the ledger by their places; behind one that is not kept there are no others.
  let isKept = true;
  const storage = {
    read: async () => (await stored('readonly', (store) => store.getAll(IDBKeyRange.bound(0, Infinity)))).join(''),
    async append(text, place) {
      if (!isKept) return;
      try {
        await stored('readwrite', (store) => store.add(text, place));
      } catch (fault) {
        isKept = false;
        at('unkept').textContent = 'This browser keeps nothing (' + fault.message + '): take the ledger before you close the page.';
      }
    },
  };
`,
  begin: String.raw`
  const USES = ['text', 'numbers', 'categories', 'id', 'shown', 'not learned from'];
  const MEGABYTE = 1e6;
  const LARGEST = 100 * MEGABYTE;
  const LONGEST = 100;
  const say = (words) => { at('fault').textContent = words; };

  // A table that is dropped while the page begins waits, and none comes into a session.
  async function take(file) {
    if (!(await begun) || session !== undefined || at('begin').disabled) return;
    say('');
    at('terms').hidden = true;
    try {
      if (file.size > LARGEST) throw new Error(file.name + ': found ' + Math.ceil(file.size / MEGABYTE) +
        ' MB; expected at most ' + LARGEST / MEGABYTE + ', which a page can hold: the program iwal label takes more');
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { columns, rows } = await iwal.preview(file.name, bytes);
      setup = { name: file.name, bytes, columns };
      drawColumns(columns, rows);
      at('terms').hidden = false;
      at('classes').focus();
    } catch (fault) { say(fault.message); }
  }

  function drawColumns(columns, rows) {
    const table = make('table');
    const head = table.createTHead().insertRow();
    for (const { name, use } of columns) {
      const cell = make('th', name);
      const choice = make('select');
      choice.setAttribute('aria-label', 'Use of ' + name);
      choice.append(...USES.map((each) => new Option(each, each, each === use, each === use)));
      cell.append(choice);
      head.append(cell);
    }
    const body = table.createTBody();
    for (const cells of rows) {
      const row = body.insertRow();
      for (const cell of cells) row.append(make('td', cell.length > LONGEST ? cell.slice(0, LONGEST) + '…' : cell));
    }
    at('columns').replaceChildren(table);
  }

  async function start(storage) {
    session = await iwal.begin({ ...setup, storage });
    at('setup').hidden = true;
    at('session').hidden = false;
    follow();
  }

  at('file').addEventListener('change', ({ target }) => { if (target.files.length > 0) take(target.files[0]); });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) take(event.dataTransfer.files[0]);
  });
  at('terms').addEventListener('submit', async (event) => {
    event.preventDefault();
    say('');
    at('begin').disabled = true;
    const uses = Array.from(document.querySelectorAll('#columns select'), ({ value }) => value);
    setup.columns = setup.columns.map(({ name }, k) => ({ name, use: uses[k] }));
    setup.classes = at('classes').value.split(',').map((name) => name.trim()).filter((name) => name !== '');
    setup.budget = at('budget').value.trim();
    try {
      await stored('readwrite', (store) => store.clear()).catch(() => undefined);
      await start({ ...storage, read: () => '' });
      await stored('readwrite', (store) => store.put(setup, 'setup')).catch(() => undefined);
    } catch (fault) { say(fault.message); }
    at('begin').disabled = false;
  });

  function save(ending, contents) {
    if (contents === undefined) { at('note').textContent = 'No label has come yet.'; return; }
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([contents]));
    link.download = setup.name.replace(/\.[^.]*$/, '') + ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  at('get-ledger').addEventListener('click', () => save('-ledger.jsonl', session.ledger()));
  at('get-model').addEventListener('click', () => save('.model', session.model()));
  at('get-predictions').addEventListener('click', () => save('-predictions.csv', session.predictions()));
  at('restart').addEventListener('click', async () => {
    if (!confirm('Leave this session? What you have not taken with you is lost.')) return;
    await stored('readwrite', (store) => store.clear());
    location.reload();
  });

  // Whether the program is unpacked and has the session, if there is any, that this browser keeps.
  const begun = (async () => {
    try {
      // One window at a time has the session; that of a page which is loaded again is let go in a moment.
      await new Promise((resolve, reject) => {
        if (navigator.locks === undefined) resolve();
        else navigator.locks.request('iwal-label', { signal: AbortSignal.timeout(2000) }, () => {
          resolve();
          return new Promise(() => undefined);
        }).catch(() => reject(new Error('Another window of this browser has this page open: close it, and load this one again.')));
      });
      const packed = Uint8Array.from(atob(at('program').textContent), (each) => each.charCodeAt(0));
      const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
      document.head.append(make('script', await new Response(unpacked).text()));
      setup = await stored('readonly', (store) => store.get('setup')).catch(() => undefined);
      if (setup !== undefined) await start(storage);
    } catch (fault) { say(fault.message); return false; }
    at('file').disabled = false;
    return true;
  })();
`,
});
