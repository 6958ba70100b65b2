import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { DataError } from '../../files/data-error.ts';

/**
 * One HTTP GET: redirects followed, silence and broken lines told apart from refusals.
 *
 * Node's http rather than fetch: fetch unpacks what servers call "Content-Encoding: x-gzip", and then the file is another one.
 */
export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds of silence after which the line is given up. */
  readonly patience: number;
}

/** Trouble after which another attempt may succeed. */
export class PassingTrouble extends Error {}

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const OFFLINE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'];
/** Node's codes for answers that are no HTTP, addresses that are none, and certificates that vouch for nobody. */
const UNUSABLE = /^(HPE_|ERR_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;
const BROKEN = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'HPE_INVALID_EOF_STATE'];

/** The answer after redirects; its body is still to be read. DataError after too many of them, or one to a less secure place. */
export async function get(address: string, options: GetOptions): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await request(url, options);
    const { location } = response.headers;
    if (!REDIRECTS.includes(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next === undefined || (next.protocol !== 'https:' && next.protocol !== url.protocol)) {
      throw new DataError({ file: address, found: `a redirect to ${location}`, legal: 'an address as secure as the one before' });
    }
    url = next;
  }
  throw new DataError({ file: address, found: `more than ${MOST_REDIRECTS} redirects`, legal: 'the address of a file' });
}

async function request(url: URL, { headers, signal, patience }: GetOptions): Promise<IncomingMessage> {
  // Loaded with the first download: hardly any program makes one.
  const { get: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const sent = send(url, { headers, signal, timeout: patience, agent: false });
  const silence = (): Error => new PassingTrouble(`nothing for ${patience / 1000} s`);
  sent.on('timeout', () => sent.destroy(silence()));
  const [body] = (await once(sent, 'response')) as [IncomingMessage];
  // From here on the body says what ends the connection.
  sent
    .removeAllListeners('timeout')
    .on('timeout', () => body.destroy(silence()))
    .on('error', () => undefined);
  return body;
}

/** Whether another attempt may succeed where this error ended one. */
export function mayPass(error: unknown): boolean {
  return error instanceof PassingTrouble || BROKEN.includes(codeOf(error));
}

/** Trouble with the network as a DataError; a DataError, or trouble with the disk, as it is. */
export function inWords(url: string, error: unknown): unknown {
  const code = codeOf(error);
  if (OFFLINE.includes(code)) {
    const found = `no connection to ${new URL(url).host} (${code})`;
    return new DataError({ file: url, found, legal: 'a network, or a copy of the file in the data folder' });
  }
  if (error instanceof URIError || (!mayPass(error) && UNUSABLE.test(code))) {
    const found = `an answer that cannot be used (${code || 'a malformed address'})`;
    return new DataError({ file: url, found, legal: 'an HTTP server whose headers and certificate are in order' });
  }
  if (!mayPass(error)) return error;
  const found = `${(error as Error).message || code}, again and again`;
  return new DataError({ file: url, found, legal: 'a complete answer; the next call goes on from here' });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
