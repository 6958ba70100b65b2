import { inCaseOf } from '../../numerics/iwal-error.ts';
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AnswerError } from '../question.ts';
import type { Changes } from './changes.ts';
import { CONTENT_POLICY, PAGE } from './page.ts';
import type { WebRespondent } from './respondent.ts';
import type { Shown } from './shown.ts';
import type { After, Role, windowsOf } from './windows.ts';

/** What one person has of the session. */
export interface Seat {
  readonly respondent: WebRespondent;
  readonly windows: ReturnType<typeof windowsOf>;
  /** Whoever knows it may answer. */
  readonly token: string;
}

/** What the server of a page is made of. */
export interface ServerParts {
  readonly seats: readonly Seat[];
  readonly changes: Changes;
  readonly after: After;
  /** Tells this process from the ones before it. */
  readonly life: string;
}

/** Where windows find a session. */
export interface Serving {
  readonly port: number;
  /** Lets every window hear the last word, and no other. */
  readonly close: () => Promise<void>;
}

/** The server listens on this machine alone. */
export const HOME = '127.0.0.1';

/** Bytes; no answer is longer. */
const LONGEST_BODY = 65_536;
const MOST_HEARD = 16 * LONGEST_BODY;
/** Milliseconds that a question for news stays open, and that the last word may take. */
const [PATIENCE, PARTING] = [20_000, 1_000];
/** Milliseconds until the head of a request is there, until all of it is, and between two looks for requests that are late. */
const TIMES = { headersTimeout: 4_000, requestTimeout: 8_000, connectionsCheckingInterval: 1_000 };
/** Connections in all; those that have not shown the token this many milliseconds after they began, of which one more closes the oldest. */
const [MOST_OPEN, GRACE, MOST_STRANGERS] = [512, 250, 32];

/**
 * The session of a respondent over HTTP, for windows of this machine.
 *
 *   GET  /                  the page: one file without any secret
 *   GET  /api/state?after=  what is shown, as soon as it is not what `after` names
 *   GET  /api/past          all answers
 *   POST /api/answer        an answer, a line of the protocol for programs; returns when it is kept
 *   POST /api/here          this window answers from now on
 *
 * A request is refused unless its Host is this server, its Origin (where there is one) this page, and, but for the page itself,
 * it carries the token as `x-iwal-token`: pages of others can neither read nor answer. `x-iwal-window` names the window.
 * Connections without the token cannot keep out the page: a late request is ended, and of too many the oldest is closed.
 *
 * @throws those of listening, of an address that is taken for one.
 */
export async function serve(parts: ServerParts, port: number): Promise<Serving> {
  const owned = new WeakSet<Socket>();
  const server = createServer(TIMES, (request, response) => {
    answer(parts, owned, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) say(response, error.status, { error: error.message, ...error.state }, error.headers);
      else say(response, 500, { error: error instanceof Error ? error.message : 'failed' });
    });
  });
  server.maxConnections = MOST_OPEN;
  limitStrangers(server, owned, parts.after);
  const listening = await new Promise<number>((resolve, reject) => {
    server.once('error', reject).listen(port, HOME, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
  return { port: listening, close: () => closed(server, parts.after) };
}

/** Closes the oldest connection of those that are not owned, once they are too many. */
function limitStrangers(server: Server, owned: WeakSet<Socket>, after: After): void {
  const strangers = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const callOff = after(GRACE, () => {
      strangers.add(socket);
      for (const each of strangers) if (owned.has(each)) strangers.delete(each);
      if (strangers.size > MOST_STRANGERS) [...strangers][0].destroy();
    });
    socket.once('close', () => {
      callOff();
      strangers.delete(socket);
    });
  });
}

function closed(server: Server, after: After): Promise<void> {
  return new Promise((resolve) => {
    const callOff = after(PARTING, () => server.closeAllConnections());
    server.close(() => {
      callOff();
      resolve();
    });
  });
}

/** Headers of a response. */
type Headed = Readonly<Record<string, string>>;

/** What is refused with a status of HTTP; `state`: what is shown beside it. */
class Refusal extends Error {
  readonly status: number;
  readonly state: object;
  readonly headers: Headed;

  constructor(status: number, message: string, { state = {}, headers = {} }: Partial<Pick<Refusal, 'state' | 'headers'>> = {}) {
    super(message);
    [this.status, this.state, this.headers] = [status, state, headers];
  }
}

/** What a window may ask for, besides the page. */
const ROUTES: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/api/state': 'GET',
  '/api/past': 'GET',
  '/api/answer': 'POST',
  '/api/here': 'POST',
};

async function answer(
  parts: ServerParts,
  owned: WeakSet<Socket>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { headers, method, socket } = request;
  const homes = [`${HOME}:${socket.localPort!}`, `localhost:${socket.localPort!}`];
  const { host = '' } = headers;
  if (!homes.includes(host)) throw new Refusal(421, `no such host here; expected ${homes.join(' or ')}`);
  const address = request.url ?? '/';
  const { pathname, searchParams } = new URL(URL.canParse(address, `http://${host}`) ? address : '/nowhere', `http://${host}`);
  if (pathname === '/') {
    if (method !== 'HEAD') requireMethod(method, 'GET');
    say(response, 200, PAGE, { 'content-security-policy': CONTENT_POLICY, 'content-type': 'text/html; charset=utf-8' });
    return;
  }
  if (!Object.hasOwn(ROUTES, pathname)) throw new Refusal(404, 'there is nothing here');
  const seat = seatOf(headers, host, parts.seats);
  owned.add(socket);
  requireMethod(method, ROUTES[pathname]);
  const window = headers['x-iwal-window'];
  if (typeof window !== 'string' || window === '' || window.length > 64)
    throw new Refusal(400, 'x-iwal-window must name the window');
  const body = method === 'POST' ? await bodyOf(request) : '';
  response.once('close', seat.windows.enter(window));
  const state = (): State => stateFor(parts, seat, window);
  if (pathname === '/api/here') seat.windows.take(window);
  if (pathname === '/api/answer') await take(seat, body, state);
  if (pathname === '/api/state') await news(parts, seat, () => state().key !== searchParams.get('after'), response);
  if (seat.respondent.shown?.state === 'left') response.setHeader('connection', 'close');
  say(response, 200, pathname === '/api/past' ? { answers: seat.respondent.past() } : state());
}

/** Whose page asks; a Refusal where a request is of no page of this server. */
function seatOf(
  { origin, 'sec-fetch-site': site, 'x-iwal-token': token }: IncomingHttpHeaders,
  host: string,
  seats: readonly Seat[],
): Seat {
  if ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && site !== 'same-origin'))
    throw new Refusal(403, 'pages of other origins have no business here');
  const seat = seats.find((each) => isToken(token, each.token));
  if (seat === undefined) throw new Refusal(401, 'the token is missing or wrong; open the address that iwal label has printed');
  return seat;
}

/** Hands an answer to the session; a Refusal says why where it is not taken. */
async function take({ respondent }: Seat, body: string, state: () => State): Promise<void> {
  if (state().role !== 'answers') throw new Refusal(409, 'another window answers this session', { state: state() });
  const refuse = ({ message }: AnswerError): never => {
    throw new Refusal(400, message, { state: state() });
  };
  await respondent.answer(body.trim()).catch(inCaseOf(AnswerError, refuse));
}

/** Waits until there is something else to show than what is known, or for too long. */
async function news(
  { changes, after }: ServerParts,
  { respondent }: Seat,
  isOther: () => boolean,
  response: ServerResponse,
): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    changes.tell();
  };
  const callOff = after(PATIENCE, end);
  response.once('close', end);
  await changes.until(() => isOver || (respondent.shown !== undefined && isOther()));
  callOff();
  response.off('close', end);
}

/** What a window is told. */
type State = Partial<Shown> & { readonly key: string; readonly role: Role };

function stateFor({ life }: ServerParts, { respondent, windows }: Seat, window: string): State {
  const role = windows.roleOf(window);
  return { key: `${life}.${respondent.version}.${role}`, role, ...respondent.shown };
}

/** One that is too long is heard to its end, so that the Refusal is too, but not kept. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LONGEST_BODY) chunks.push(chunk);
    else chunks = [];
    if (size > MOST_HEARD) break;
  }
  if (size <= LONGEST_BODY) return Buffer.concat(chunks).toString();
  const headers = { connection: 'close' };
  throw new Refusal(413, `more than ${LONGEST_BODY} bytes; no answer is that long`, { headers });
}

function isToken(given: string | string[] | undefined, token: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function requireMethod(method: string | undefined, legal: 'GET' | 'POST'): void {
  if (method !== legal) throw new Refusal(405, `expected ${legal}`, { headers: { allow: legal } });
}

/** Said with everything: nothing is kept, guessed, framed or told to others. */
const CAUTION = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

function say(response: ServerResponse, status: number, content: object | string, headers: Headed = {}): void {
  response.writeHead(status, { ...CAUTION, 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof content === 'string' ? content : JSON.stringify(content));
}
