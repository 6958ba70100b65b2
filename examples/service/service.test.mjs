// @ts-check
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { labellingService } from './service.mjs';

const folder = mkdtempSync(join(tmpdir(), 'iwal-service-'));
const words = { ham: ['meeting', 'lunch', 'report'], spam: ['prize', 'winner', 'free'] };
const labelOf = (/** @type {number} */ row) => (row % 3 === 0 ? 'spam' : 'ham');
const lines = Array.from(
  { length: 90 },
  (_, row) => `${row},${words[labelOf(row)][row % 2]} ${words[labelOf(row)][2]} ${row % 7}`,
);
writeFileSync(join(folder, 'mails.csv'), ['id,body', ...lines].join('\n') + '\n');
const options = {
  pool: join(folder, 'mails.csv'),
  text: 'body',
  classes: ['ham', 'spam'],
  budget: 20,
  ledger: join(folder, 'mails.ledger'),
};

/** @typedef {(path: string, body?: object) => Promise<{ status: number, said: any }>} Call */

/** @param {string | number} port @returns {Call} */
const callerAt = (port) => async (path, body) => {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, sent);
  return { status: response.status, said: await response.json() };
};

/** @param {Awaited<ReturnType<typeof labellingService>>} service */
async function listening({ server, close }) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { call: callerAt(port), close };
}

test('labels are bought over HTTP, and a service that ended goes on', async () => {
  let asked = 0;
  for (let start = 0; asked < 20; start++) {
    const { call, close } = await listening(await labellingService(options));
    const { said: questions } = await call('/questions?size=4');
    assert.ok(questions.length > 0);
    // Answered in any order.
    for (const { row } of questions.reverse()) assert.equal((await call('/answers', { row, label: labelOf(row) })).status, 200);
    asked += questions.length;
    assert.equal((await call('/standing')).said.labels, asked);
    assert.equal((await call('/answers', { row: 0, label: 'hamm' })).status, 400);
    if (asked === 20) {
      assert.deepEqual((await call('/questions')).said, []);
      const { said: classes } = await call('/classes');
      const right = classes.filter((/** @type {string} */ name, /** @type {number} */ row) => name === labelOf(row)).length;
      assert.ok(right >= 85, `${right} of 90 right`);
    }
    await close();
  }
});

const NO_SQLITE = process.getBuiltinModule('node:sqlite') === undefined && `Node ${process.versions.node} has no SQLite`;

/** The service as its page starts it, on a port that is free. */
async function started() {
  const { pool, text, classes, budget } = options;
  const service = fileURLToPath(new URL('service.mjs', import.meta.url));
  const line = [service, pool, text, classes.join(), String(budget), join(folder, 'mails.sqlite'), '0'];
  const running = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(running.stdout, 'data');
  return { running, call: callerAt(new URL(String(said).trim()).port) };
}

test(
  'a database keeps every answer of a service that is killed, and its ledger passes the audit',
  { skip: NO_SQLITE },
  async () => {
    /** @type {{ row: number, label: string }[]} */
    const answered = [];
    for (let isOver = false; !isOver;) {
      const { running, call } = await started();
      assert.deepEqual((await call('/answers')).said, answered);
      const { said: questions } = await call('/questions?size=3');
      // Killed with a question open, which the next process asks again.
      for (const { row } of questions.slice(0, 2)) {
        const answer = { row, label: labelOf(row) };
        assert.equal((await call('/answers', answer)).status, 200);
        answered.push(answer);
      }
      ({ isOver } = (await call('/standing')).said);
      writeFileSync(join(folder, 'exported.ledger'), (await call('/ledger')).said);
      running.kill('SIGKILL');
      await once(running, 'exit');
    }
    assert.equal(answered.length, 20);
    const iwal = createRequire(import.meta.url).resolve('iwal/package.json');
    const { bin } = JSON.parse(readFileSync(iwal, 'utf8'));
    const line = [join(dirname(iwal), bin.iwal), 'audit', 'exported.ledger', '--data', 'mails.csv', '--text', 'body', '--json'];
    const { stdout, stderr } = spawnSync(process.execPath, line, { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    const { labels, consistency, replay } = JSON.parse(stdout);
    assert.deepEqual([labels, consistency.verdict, replay.verdict], [20, 'ok', 'ok']);
  },
);
