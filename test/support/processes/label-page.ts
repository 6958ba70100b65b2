/** A session of `iwal label --serve` as a browser or a stranger would meet it, over plain HTTP. */
import type { ChildProcess } from 'node:child_process';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createInterface } from 'node:readline';
import { ended, start, type Ended } from './started.ts';

export interface Shown {
  readonly key: string;
  readonly role: 'answers' | 'watches' | 'free';
  readonly state: 'asking' | 'over' | 'left';
  readonly classes: readonly { readonly name: string; readonly keys: readonly string[] }[];
  readonly range?: readonly [number, number];
  readonly open: number;
  readonly question?: {
    readonly row: number;
    readonly text: readonly { readonly text: string }[];
    readonly why: readonly string[];
    readonly towards?: readonly [string, string];
  };
  readonly answers: readonly { readonly number: number; readonly name: string | null }[];
  readonly standing: readonly string[];
  readonly note?: string;
  readonly error?: string;
}

export interface Said {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PageSession {
  readonly child: ChildProcess;
  readonly exit: Promise<Ended>;
  readonly address: string;
  /** Of several people, one each. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly token: string;
  /** Any request, with these headers and no others. */
  readonly ask: (path: string, options?: { method?: string; headers?: Record<string, string>; body?: string }) => Promise<Said>;
  /** A request of a window of the page. */
  readonly call: (path: string, options?: { window?: string; body?: object; person?: number }) => Promise<Shown>;
}

/** A page of these options; `child` is its process where somebody has started it already. */
export async function openPage(
  folder: string,
  args: readonly string[],
  child: ChildProcess = start(folder, ['label', ...args, '--serve']),
): Promise<PageSession> {
  const exit = ended(child);
  const lines = createInterface({ input: child.stdout! });
  const people = args.includes('--annotator') ? args[args.indexOf('--annotator') + 1].split(',').length : 1;
  const addresses: string[] = [];
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (addresses.push(line.replace(/^\w+: (?=http)/, '')) === people) resolve();
      });
    }),
    exit.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  const [address] = addresses;
  const url = new URL(address);
  const [port, token] = [Number(url.port), url.hash.slice(1)];
  const ask: PageSession['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject).on('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() });
        });
      });
      sent.on('error', reject).end(body);
    });
  const call: PageSession['call'] = async (path, { window = 'w', body, person = 0 } = {}) => {
    const said = await ask(path, {
      headers: { 'x-iwal-token': new URL(addresses[person]).hash.slice(1), 'x-iwal-window': window },
      ...((body !== undefined || path !== '/api/state') && { method: path.startsWith('/api/state') ? 'GET' : 'POST' }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return JSON.parse(said.body) as Shown;
  };
  return { child, exit, address, addresses, port, token, ask, call };
}
