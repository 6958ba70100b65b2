/**
 * Laws of `iwal label --serve` over plain HTTP: strangers are refused, an answer that is acknowledged is in the ledger, a killed
 * server is found again where it was, and the ledger is the one that a pipe would have written, byte for byte.
 */
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { existsSync, statSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';
import { openPage, type PageSession, type Shown } from '../../support/processes/label-page.ts';

const open: PageSession[] = [];

const { path, text, write, iwalHere } = eachFolder(async () => {
  await toyFile(path(), 'pool.svm', { rows: 60 });
});
afterEach(async () => {
  for (const { child, exit } of open.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
});

const COMMAND = ['pool.svm', '--query', 'random', '--rate', '0.4', '--seed', '3'];

async function page(...args: string[]): Promise<PageSession> {
  const session = await openPage(path(), [...COMMAND, '--ledger', 'a.jsonl', ...args]);
  open.push(session);
  return session;
}

/** Somebody who knows some rows, cannot tell others, and errs now and then. */
function replyTo(question: number, row: number): object {
  return { question, ...(row % 7 === 0 ? { skip: true } : { label: row % 3 === 0 ? 'negative' : 'positive' }) };
}

describe('strangers', () => {
  test('are refused: another host, another origin, no token, no window, another method, a body too long, a path that is none', async () => {
    const { ask, port, token } = await page();
    const own = { 'x-iwal-token': token, 'x-iwal-window': 'w' };
    const at = async (path: string, options: Parameters<typeof ask>[1]): Promise<number> => (await ask(path, options)).status;
    const skip = { method: 'POST', body: '{"question":1,"skip":true}' };
    expect({
      otherHost: await at('/', { headers: { host: `evil.example:${port}` } }),
      otherHostWithToken: await at('/api/state', { headers: { ...own, host: 'evil.example' } }),
      otherOrigin: await at('/api/answer', { ...skip, headers: { ...own, origin: 'http://evil.example' } }),
      nullOrigin: await at('/api/answer', { ...skip, headers: { ...own, origin: 'null' } }),
      otherPort: await at('/api/answer', { ...skip, headers: { ...own, origin: 'http://127.0.0.1:1' } }),
      crossSite: await at('/api/state', { headers: { ...own, 'sec-fetch-site': 'cross-site' } }),
      noToken: await at('/api/state', { headers: { 'x-iwal-window': 'w' } }),
      wrongToken: await at('/api/answer', { ...skip, headers: { ...own, 'x-iwal-token': 'x'.repeat(token.length) } }),
      tokenInAddress: await at(`/api/state?token=${token}`, { headers: { 'x-iwal-window': 'w' } }),
      noWindow: await at('/api/state', { headers: { 'x-iwal-token': token } }),
      preflight: await at('/api/answer', { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }),
      method: await at('/api/answer', { headers: own }),
      post: await at('/', { method: 'POST' }),
      long: await at('/api/answer', { method: 'POST', headers: own, body: 'x'.repeat(100_000) }),
      nothing: await at('/../etc/passwd', { headers: own }),
      noAddress: await at('//', { headers: own }),
      own: await at('/api/answer', { ...skip, headers: { ...own, origin: `http://127.0.0.1:${port}` } }),
    }).toEqual({
      otherHost: 421,
      otherHostWithToken: 421,
      otherOrigin: 403,
      nullOrigin: 403,
      otherPort: 403,
      crossSite: 403,
      noToken: 401,
      wrongToken: 401,
      tokenInAddress: 401,
      noWindow: 400,
      preflight: 403,
      method: 405,
      post: 405,
      long: 413,
      nothing: 404,
      noAddress: 404,
      own: 200,
    });
  });

  test('the page holds no secret, fetches nothing and may not be framed', async () => {
    const { ask, token } = await page();
    const { body, headers } = await ask('/');
    expect(body).not.toContain(token);
    expect(body).not.toMatch(
      /https?:|src=|@import|url\(|innerHTML|insertAdjacentHTML|document\.write|<link(?! rel="icon" href="data:,")/,
    );
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-.*frame-ancestors 'none'$/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('connections that send half a request keep nobody out, do not end one that has the token, and are closed', async () => {
    const { ask, call, port, token } = await page();
    const { key } = await call('/api/state');
    const news = call(`/api/state?after=${key}`);
    const beginnings = ['', 'GET / HT', `POST /api/answer HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 9\r\n\r\n{`];
    const closed = Array.from({ length: 200 }, (_, k) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.write(beginnings[k % beginnings.length]);
      return new Promise((resolve) => socket.once('close', resolve));
    });
    expect((await ask('/')).status).toBe(200);
    expect(await call('/api/answer', { body: { question: 1, skip: true } })).toMatchObject({ open: 2 });
    expect(await news).toMatchObject({ open: 2 });
    const headers = { 'x-iwal-token': token, 'x-iwal-window': 'w', 'content-length': '9' };
    const slow = request({ host: '127.0.0.1', port, path: '/api/answer', method: 'POST', headers, agent: false }).on(
      'error',
      () => undefined,
    );
    slow.flushHeaders();
    closed.push(new Promise((resolve) => slow.once('close', resolve)));
    const began = performance.now();
    await Promise.all(closed);
    // Nobody else comes in while they are open: without limits of time that is for ever.
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  test('only its owner can read where it is kept', async () => {
    const { token, port } = await page();
    expect(JSON.parse(text('a.jsonl.page'))).toEqual({ port, token });
    expect(statSync(path('a.jsonl.page')).mode & 0o777).toBe(0o600);
  });
});

describe('answers', () => {
  /** Answers as a person at the page, with a mistake that is taken back, to the end; what was asked. */
  async function throughPage({ call }: PageSession, window = 'w'): Promise<number[]> {
    const asked: number[] = [];
    let shown = await call('/api/state', { window });
    while (shown.state === 'asking') {
      const { row } = shown.question!;
      asked.push(row);
      if (asked.length === 4) {
        shown = await call('/api/answer', { window, body: { question: shown.open, label: 'negative' } });
        shown = await call('/api/answer', { window, body: { question: shown.open, undo: true } });
        expect(shown.question!.row).toBe(row);
      }
      shown = await call('/api/answer', { window, body: replyTo(shown.open, row) });
    }
    expect(shown.state).toBe('over');
    return asked;
  }

  test('the ledger is the one of the pipe, byte for byte', async () => {
    const session = await page();
    const asked = await throughPage(session);
    expect(asked.length).toBeGreaterThan(12);
    const { open: last } = await session.call('/api/state');
    expect((await session.call('/api/answer', { body: { question: last, quit: true } })).state).toBe('left');
    const { code, stdout, stderr } = await session.exit;
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('no question is left');
    expect(existsSync(path('a.jsonl.page'))).toBe(false);

    const lines = asked.flatMap((row, n) => {
      const answer = JSON.stringify(replyTo(n + 1, row));
      return n === 3 ? ['{"question":4,"label":"negative"}', '{"question":5,"undo":true}', answer] : [answer];
    });
    write('answers', lines.map((line) => `${line}\n`).join(''));
    await shell(path(), `$iwal label ${COMMAND.join(' ')} --ledger b.jsonl --protocol jsonl < answers`);
    expect(text('a.jsonl')).toBe(text('b.jsonl'));
  });

  test('kill -9 at random moments: found again at the same address, nothing acknowledged is lost, the same ledger in the end', async () => {
    let session = await openPage(path(), [...COMMAND, '--ledger', 'straight.jsonl']);
    open.push(session);
    const { address } = session;
    let shown = await session.call('/api/state');
    while (shown.state === 'asking')
      shown = await session.call('/api/answer', { body: replyTo(shown.open, shown.question!.row) });

    session = await page();
    const first = session.address;
    expect(first).not.toBe(address);
    shown = await session.call('/api/state');
    for (let kills = 0; shown.state === 'asking';) {
      const before = shown;
      const answered = session.call('/api/answer', { body: replyTo(before.open, before.question!.row) });
      if (kills < 8 && before.open % 2 === 0) {
        kills++;
        const { child, exit } = session;
        const dies = new Promise((resolve) => setTimeout(resolve, (kills % 4) * 1.5)).then(() => {
          child.kill('SIGKILL');
          return exit;
        });
        const acknowledged: Shown | undefined = await answered.catch(() => undefined);
        await dies;
        session = await page();
        expect(session.address).toBe(first);
        shown = await session.call('/api/state');
        if (acknowledged === undefined) expect([before.open, before.open + 1]).toContain(shown.open);
        else expect({ ...shown, key: '' }).toEqual({ ...acknowledged, key: '' });
      } else shown = await answered;
    }
    expect(text('a.jsonl')).toBe(text('straight.jsonl'));
  });

  test('what is no answer is told, and nothing is written', async () => {
    const { call } = await page();
    const shown = await call('/api/state');
    const wrong = await call('/api/answer', { body: { question: 9, skip: true } });
    expect(wrong).toEqual({ error: 'question 9 is not open; 1 is', ...shown });
    expect((await call('/api/answer', { body: { question: 1, label: 'maybe' } })).error).toContain('no class: "maybe"');
    expect(await call('/api/answer', { body: { question: 1, undo: true } })).toMatchObject({
      open: 1,
      note: 'There is no answer to take back.',
    });
    expect(text('a.jsonl').match(/"entry":"(example|undo)"[^\n]*"(asked|undo)"/g)).toBeNull();
  });

  test('a question for news waits until there is some', async () => {
    const { call } = await page();
    const { key } = await call('/api/state');
    const news = call(`/api/state?after=${key}`);
    await call('/api/answer', { body: { question: 1, skip: true } });
    expect(await news).toMatchObject({ open: 2, answers: [{ number: 1, name: null }] });
  });
});

test('markup: of a document, a class and a file name comes as text in JSON', async () => {
  const hostile = '<img src=x onerror=alert(1)></script>';
  write('p.csv', `body,n\n${Array.from({ length: 20 }, (_, n) => `"${hostile} ${n}",1`).join('\n')}\n`);
  const session = await openPage(path(), 'p.csv --text body --ledger m.jsonl --classes <b>a</b>,c --budget 5'.split(' '));
  open.push(session);
  const { body, headers } = await session.ask('/api/state', { headers: { 'x-iwal-token': session.token, 'x-iwal-window': 'w' } });
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' });
  const shown = JSON.parse(body) as Shown;
  expect(shown.question!.text.map((each) => each.text).join('')).toMatch(/^<img src=x onerror=alert\(1\)><\/script> \d+$/);
});

describe('what a person is shown', () => {
  const reported = async (...args: string[]): Promise<string> => {
    const { call } = await page('--classes', 'ham,spam', ...args);
    let shown = await call('/api/state');
    for (let n = 1; n <= 6; n++)
      shown = await call('/api/answer', { body: { question: n, label: n % 2 === 0 ? 'ham' : 'spam' } });
    return JSON.stringify(shown.question) + shown.standing.join('\n');
  };

  test('is blind unless asked otherwise: no side of the prediction', async () => {
    const shown = await reported();
    expect(shown).not.toMatch(/predicts|ham|spam|"side"/);
    expect(shown).toMatch(/In estimates your label stands for 2\.5 rows/);
    expect(shown).toMatch(/If the prediction is wrong, your label/);
    expect(shown).toMatch(/Error of the predictions: no estimate \(6 labels; a percentage takes 20\)$/);
  });

  test('--blind no: the prediction too', async () => {
    expect(await reported('--blind', 'no')).toMatch(/The model predicts (ham|spam) \(/);
  });
});

describe('more than two classes', () => {
  const reported = async (...args: string[]): Promise<Shown> => {
    const several = ['--classes', 'ham,spam,letters', '--budget', '9', '--ledger', 'c.jsonl'];
    const session = await openPage(path(), ['pool.svm', ...several, ...args]);
    open.push(session);
    const { call } = session;
    let shown = await call('/api/state');
    for (let n = 1; n <= 3; n++)
      shown = await call('/api/answer', { body: { question: n, label: ['ham', 'spam', 'letters'][n % 3] } });
    return shown;
  };

  test('a button and keys for each, the answers by their names; the blind are told no class', async () => {
    const { classes, answers, question } = await reported();
    expect(classes).toEqual([
      { name: 'ham', keys: ['1', 'h'] },
      { name: 'spam', keys: ['2'] },
      { name: 'letters', keys: ['3', 'l'] },
    ]);
    expect(answers.map(({ name }) => name)).toEqual(['spam', 'letters', 'ham']);
    expect(JSON.stringify(question)).not.toMatch(/predicts|ham|spam|letters/);
  });

  test('--blind no: which one is predicted, by how much it leads, and what its words speak for', async () => {
    const { question } = await reported('--blind', 'no');
    expect(question!.why.join(' ')).toMatch(/The model predicts (ham|spam|letters) \(leads by [\d.e-]+\)/);
    expect(question!.towards![1]).toBe('other classes');
  });
});

describe('two windows', () => {
  test('one answers and the other is told; it may take over, and then the first is told', async () => {
    const { call } = await page();
    expect(await call('/api/state', { window: 'one' })).toMatchObject({ role: 'answers' });
    const watched = await call('/api/state', { window: 'two' });
    expect(watched).toMatchObject({ role: 'watches' });
    expect(await call('/api/answer', { window: 'two', body: { question: 1, skip: true } })).toMatchObject({
      error: 'another window answers this session',
      open: 1,
    });
    const first = call(`/api/state?after=${(await call('/api/state', { window: 'one' })).key}`, { window: 'one' });
    expect(await call('/api/here', { window: 'two' })).toMatchObject({ role: 'answers' });
    expect(await first).toMatchObject({ role: 'watches', open: 1 });
    expect(await call('/api/answer', { window: 'two', body: { question: 1, skip: true } })).toMatchObject({ open: 2 });
  });

  test('a window that is gone leaves its place to the one that waits', async () => {
    const { call } = await page();
    await call('/api/state', { window: 'one' });
    const { key, role } = await call('/api/state', { window: 'two' });
    expect(role).toBe('watches');
    expect(await call(`/api/state?after=${key}`, { window: 'two' })).toMatchObject({ role: 'free' });
    expect(await call('/api/state', { window: 'two' })).toMatchObject({ role: 'answers' });
    expect(await call('/api/state', { window: 'one' })).toMatchObject({ role: 'watches' });
  });
});

describe('the command line', () => {
  test.each([
    ['--serve --protocol jsonl', '--serve and --protocol exclude each other'],
    ['--port 8000', '--port is about --serve, which is not given'],
    ['--serve --blind maybe', "unknown answer to --blind 'maybe'; there are yes, no"],
  ])('%s', async (options, complaint) => {
    const { code, stdout, stderr } = await iwalHere(['label', ...COMMAND, '--ledger', 'a.jsonl', ...options.split(' ')]);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `iwal: ${complaint}\n` });
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await iwalHere(['label', ...COMMAND, '--ledger', 'a.jsonl', '--serve', '--port', `${port}`]);
    expect([code, stderr]).toEqual([1, `iwal: port ${port} is in use; without --port any free one is taken\n`]);

    write('a.jsonl.page', JSON.stringify({ port, token: 't'.repeat(32) }));
    const session = await page();
    expect(session.port).not.toBe(port);
    session.child.kill('SIGINT');
    const ending = await session.exit;
    expect(ending.code).toBe(130);
    expect(ending.stderr).toContain(`port ${port}, which this session had before, is in use`);
    other.close();
  });
});
