import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DataError } from '../../files/data-error.ts';
import { renameDurably } from '../../files/durable.ts';
import { lockFile } from '../../files/lock.ts';
import { type RemoteFile, type Checksum, checksumOf, recordChecksum, recordedChecksum, requireChecksum } from './local-copies.ts';

/** How a file is downloaded. */
export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Bytes so far, and in all where the server says so. */
  readonly onProgress: (done: number, of: number | undefined) => void;
  /** Milliseconds of silence that end it. */
  readonly patience: number;
  /** Milliseconds that all of it may take. */
  readonly longest: number;
}

/** Bytes of the largest file that is fetched, with room: the largest of the catalogue has a tenth of it. */
const MOST_BYTES = 2 ** 32;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const OFFLINE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'];
const BROKEN = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'HPE_INVALID_EOF_STATE'];
/** Node's codes for answers that are no HTTP, addresses that are none, and certificates that vouch for nobody. */
const UNUSABLE = /^(HPE_|ERR_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;
/** Statuses of a server that may answer later. */
const BUSY = [408, 429, 500, 502, 503, 504];

/** A line that was broken, or said nothing for too long. */
class Broken extends Error {}

/**
 * Downloads a file over HTTP, all of it or nothing: within a limit of size, of silence and of time. Broken off, nothing of it stays.
 *
 * Node's http rather than fetch: fetch unpacks what servers call "Content-Encoding: x-gzip", and then the file is another one.
 *
 * @throws DataError, the address in place of a file: no connection, a status that is no success, a web page instead of a file, more
 * redirects than five or one to an insecure address, an end that comes too early or not at all, an answer that is no HTTP, no bytes,
 * more bytes than were announced or than any file of the catalogue has. Aborting rejects with the signal's reason.
 */
export async function download(url: string, file: string, options: DownloadOptions): Promise<void> {
  const { signal, longest } = options;
  const deadline = AbortSignal.timeout(longest);
  let isWhole = false;
  try {
    const response = await get(url, { ...options, signal: AbortSignal.any([signal, deadline]) });
    try {
      await receive(url, response, file, options);
    } finally {
      response.destroy();
    }
    isWhole = true;
  } catch (error) {
    signal.throwIfAborted();
    throw inWords(url, deadline.aborted ? new Broken(`no end within ${longest / 1000} s`) : error);
  } finally {
    if (!isWhole) rmSync(file, { force: true });
  }
}

async function receive(
  url: string,
  response: IncomingMessage,
  file: string,
  { onProgress }: Pick<DownloadOptions, 'onProgress'>,
): Promise<void> {
  const total = sizeIn(url, response);
  const most = total ?? MOST_BYTES;
  const refuse = (bytes: number): never => {
    throw new DataError({ file: url, found: `${bytes} bytes and more`, legal: `at most ${Math.min(most, MOST_BYTES)}` });
  };
  if (most > MOST_BYTES) refuse(most);
  const target = await open(file, 'w');
  let done = 0;
  try {
    onProgress(done, total);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (done + chunk.length > most) refuse(done + chunk.length);
      await target.writeFile(chunk);
      onProgress((done += chunk.length), total);
    }
  } finally {
    await target.close();
  }
  if (done === 0) throw new DataError({ file: url, found: 'an empty file', legal: 'a file with data in it' });
  if (total !== undefined && done !== total) throw new Broken(`an end after ${done} of ${total} bytes`);
}

/** How many bytes an answer announces, if it says so; throws where it is no file. */
function sizeIn(url: string, { statusCode = 0, statusMessage = '', headers }: IncomingMessage): number | undefined {
  if (statusCode !== 200) {
    const legal = BUSY.includes(statusCode) ? 'a server that has time for an answer; later it may have' : 'the address of a file';
    throw new DataError({ file: url, found: `HTTP ${statusCode} ${statusMessage}`.trim(), legal });
  }
  if (headers['content-type']?.startsWith('text/html'))
    throw new DataError({ file: url, found: 'a web page', legal: 'a data file (is this network asking for a login?)' });
  const { 'content-length': length } = headers;
  return length === undefined ? undefined : Number(length);
}

type GetOptions = Pick<DownloadOptions, 'signal' | 'patience'>;

/** The answer after redirects; its body is still to be read. */
async function get(address: string, options: GetOptions): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await request(url, options);
    const { location } = response.headers;
    if (!REDIRECTS.includes(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next === undefined || (next.protocol !== 'https:' && next.protocol !== url.protocol))
      throw new DataError({ file: address, found: `a redirect to ${location}`, legal: 'an address as secure as the one before' });
    url = next;
  }
  throw new DataError({ file: address, found: `more than ${MOST_REDIRECTS} redirects`, legal: 'the address of a file' });
}

async function request(url: URL, { signal, patience }: GetOptions): Promise<IncomingMessage> {
  // Loaded with the first download: hardly any program makes one.
  const { get: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const sent = send(url, { signal, timeout: patience, agent: false });
  const silence = (): Error => new Broken(`nothing for ${patience / 1000} s`);
  sent.on('timeout', () => sent.destroy(silence()));
  const [body] = (await once(sent, 'response')) as [IncomingMessage];
  // From here on the body says what ends the connection.
  sent
    .removeAllListeners('timeout')
    .on('timeout', () => body.destroy(silence()))
    .on('error', () => undefined);
  return body;
}

/** Trouble with the network as a DataError; a DataError, or trouble with the disk, as it is. */
function inWords(url: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const trouble = (found: string, legal: string): DataError => new DataError({ file: url, found, legal });
  if (OFFLINE.includes(code))
    return trouble(`no connection to ${new URL(url).host} (${code})`, 'a network, or a copy of the file in the data folder');
  if (error instanceof Broken || BROKEN.includes(code))
    return trouble(message || code, 'a complete answer; the same command begins anew');
  if (error instanceof URIError || UNUSABLE.test(code))
    return trouble(
      `an answer that cannot be used (${code || 'a malformed address'})`,
      'an HTTP server whose headers and certificate are in order',
    );
  return error;
}

/** How a file is fetched, besides how it is downloaded. */
interface FetchOptions extends DownloadOptions {
  /** The time, for another process that wants the same file meanwhile and is refused. */
  readonly now: string;
  /** Throws where the bytes in this file cannot be what they should be; asked only where no checksum says so. */
  readonly accept: (part: string) => Promise<void>;
}

/**
 * Brings a file of the catalogue into a folder: downloaded, checked, and only then under its name.
 *
 * Where the catalogue has no checksum, the first download is looked at by `accept`, and its SHA-256 recorded beside it; every
 * later one, and every later use, is held against that record. Errors are those of `download`, a DataError with both checksums,
 * what `accept` throws, after which the downloaded bytes are gone, and one where another process is fetching the same file.
 *
 * trust: 'there', it was there already; 'checked', against the catalogue or an earlier download; 'first', there was nothing to check it
 * against.
 */
export async function fetchFile(remote: RemoteFile, folder: string, options: FetchOptions) {
  const path = join(folder, remote.file);
  const release = lockFile(path, 'a download', options.now);
  try {
    return await fetchAlone(remote, path, options);
  } finally {
    release();
  }
}

async function fetchAlone({ url, sha256 }: RemoteFile, path: string, options: FetchOptions) {
  const wanted: Checksum | undefined = sha256 === undefined ? recordedChecksum(path) : { algorithm: 'sha256', hex: sha256 };
  if (existsSync(path)) {
    if (wanted) await requireChecksum(path, wanted);
    return { path, checksum: wanted ?? (await checksumOf(path, 'sha256')), trust: 'there' } as const;
  }
  const part = `${path}.part`;
  await download(url, part, options);
  try {
    await (wanted ? requireChecksum(part, wanted) : options.accept(part));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const checksum = wanted ?? (await checksumOf(part, 'sha256'));
  await recordChecksum(path, checksum);
  await renameDurably(part, path);
  return { path, checksum, trust: wanted ? 'checked' : 'first' } as const;
}
