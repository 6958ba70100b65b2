// @ts-check
import { createServer } from 'node:http';
import { readDataset } from 'iwal/data';
import { LabellingSession } from 'iwal/labelling';
import { openDatabase } from './database.mjs';

/**
 * Labels over HTTP: GET /questions?size=5 asks, POST /answers { "row": 7, "label": "spam" } (null: cannot tell) answers, GET /standing says
 * how things stand, GET /classes names the classes of all rows as the model has them now. The ledger is the only state: a service
 * that is killed goes on where it was. It is a file, or a table of a database (.sqlite), whose answers GET /answers tells, and GET /ledger
 * gives its text.
 *
 * @param {{ pool: string, text: string, classes: string[], budget: number, ledger: string }} options
 */
export async function labellingService({ pool: file, text, classes, budget, ledger }) {
  const pool = await readDataset(file, { text: [text], labels: 'optional', labelColumn: 'none' });
  const database = ledger.endsWith('.sqlite') ? openDatabase(ledger) : undefined;
  const session = await LabellingSession.open({ ledger: database?.ledger ?? ledger, pool, classes, budget });
  /** @type {Record<string, (query: URLSearchParams, body: any) => unknown>} */
  const routes = {
    'GET /questions': (query) => session.ask(Number(query.get('size') ?? 1)),
    'POST /answers': (_query, { row, label }) => session.answer(row, label),
    'GET /standing': () => session.standing,
    'GET /classes': () => session.predict(pool.rows),
    ...(database && { 'GET /answers': () => database.answers(), 'GET /ledger': () => database.ledger.read() }),
  };
  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<[status: number, said: unknown]>}
   */
  const reply = async (request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const route = routes[`${request.method} ${pathname}`];
    if (route === undefined)
      return [404, { error: `no ${request.method} ${pathname}; there are ${Object.keys(routes).join(', ')}` }];
    try {
      let body = '';
      for await (const chunk of request) body += chunk;
      return [200, (await route(searchParams, body === '' ? {} : JSON.parse(body))) ?? {}];
    } catch (error) {
      return [error instanceof RangeError || error instanceof SyntaxError ? 400 : 500, { error: String(error) }];
    }
  };
  const server = createServer((request, response) => {
    void reply(request).then(([status, said]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
  });
  const close = async () => {
    await new Promise((resolve) => server.close(resolve));
    await session.close();
    database?.close();
  };
  return { server, close };
}

if (process.argv[1] === import.meta.filename) {
  const [pool, text, classes, budget, ledger, port = '8080'] = process.argv.slice(2);
  const { server } = await labellingService({ pool, text, classes: classes.split(','), budget: Number(budget), ledger });
  server.listen(Number(port), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/questions`);
  });
}
