// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
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

/** @param {Awaited<ReturnType<typeof labellingService>>} service */
async function listening({ server, close }) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @type {(path: string, body?: object) => Promise<{ status: number, said: any }>} */
  const call = async (path, body) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, sent);
    return { status: response.status, said: await response.json() };
  };
  return { call, close };
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
