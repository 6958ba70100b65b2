import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { DataError } from '../../files/data-error.ts';
import { get, inWords, mayPass, PassingTrouble } from './http-get.ts';

/**
 * Downloads a file over HTTP so that nothing is lost and nothing wrong is kept; one process at a time (files/owners/lock.ts).
 *
 * The bytes go into `<file>.part`. Broken off, the next call goes on where it stopped: it asks for the rest on condition that the
 * original is unchanged (If-Range with the validator the server gave, kept in `<file>.part.validator`), and starts over where the
 * server cannot or the original has changed. Trouble that may pass (a broken connection, silence, 408, 429, 5xx) is met with
 * further attempts; an attempt that got further than those before starts the count anew.
 *
 * @throws DataError, the address in place of a file: no connection, a status that is no success, a web page instead of a file, more
 * redirects than five or one to an insecure address, an end that comes too early every time, an answer that is no HTTP, no bytes at
 * all, more bytes than were announced or than any file of the catalogue has, bytes that trickle. Aborting rejects with the signal's
 * reason and keeps the part.
 */
export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Bytes so far, and in all where the server says so. */
  readonly onProgress: (done: number, of: number | undefined) => void;
  /** Milliseconds of silence, or of fewer bytes than SLOWEST, that end an attempt. */
  readonly patience: number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
}

/** Bytes of the largest file that is fetched, with room: the largest of the catalogue has a tenth of it. */
export const MOST_BYTES = 2 ** 32;
/** Bytes a second below which a line is as good as dead. */
const SLOWEST = 100;
/** Attempts of one call, whatever they bring: a server that sends a byte and breaks off would never end. */
const MOST_ATTEMPTS = 100;

const MAY_PASS = [408, 429, 500, 502, 503, 504];

/** Where the bytes of an answer belong, and how many there are in all. */
interface Plan {
  readonly from: number;
  readonly total: number | undefined;
}

/** Fills `<file>.part` completely and gives its path. */
export async function download(url: string, file: string, options: DownloadOptions): Promise<string> {
  const { signal, pauses } = options;
  const part = `${file}.part`;
  let furthest = bytesIn(part);
  for (let failures = 0, attempts = 1; ; attempts++) {
    try {
      await attempt(url, part, options);
      rmSync(validatorOf(part), { force: true });
      return part;
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw inWords(url, error);
      failures = bytesIn(part) > furthest && !(error instanceof Trickle) ? 0 : failures + 1;
      furthest = Math.max(furthest, bytesIn(part));
      if (failures > pauses.length || attempts === MOST_ATTEMPTS) throw inWords(url, error);
      await setTimeout(pauses[Math.max(0, failures - 1)], undefined, { signal });
    }
  }
}

/** One request for what is missing of the part, and its answer. */
async function attempt(url: string, part: string, { signal, onProgress, patience }: DownloadOptions): Promise<void> {
  const validator = keptValidator(part);
  const kept = validator === '' ? 0 : bytesIn(part);
  const headers = kept > 0 ? { range: `bytes=${kept}-`, 'if-range': validator } : {};
  const response = await get(url, { headers, signal, patience });
  try {
    const plan = planOf(url, response, kept);
    if (plan === 'start over') {
      rmSync(validatorOf(part), { force: true });
      throw new PassingTrouble('a part that is none of this file');
    }
    if (plan !== 'complete') await receive(url, response, part, plan, { onProgress, patience });
  } finally {
    response.destroy();
  }
}

async function receive(
  url: string,
  response: IncomingMessage,
  part: string,
  { from, total }: Plan,
  { onProgress, patience }: Pick<DownloadOptions, 'onProgress' | 'patience'>,
): Promise<void> {
  const most = total ?? MOST_BYTES;
  if (most > MOST_BYTES) throw tooMany(url, part, most);
  const target = await open(part, from === 0 ? 'w' : 'a');
  let done = from;
  const watch = watchTrickle(response, patience, () => done);
  try {
    // Only once nothing is left of what an older validator vouched for.
    if (from === 0) await writeFile(validatorOf(part), validatorIn(response.headers));
    onProgress(done, total);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (done + chunk.length > most) throw tooMany(url, part, done + chunk.length, total);
      await target.writeFile(chunk);
      onProgress((done += chunk.length), total);
    }
  } finally {
    clearInterval(watch);
    await target.close();
  }
  if (done === 0) {
    discard(part);
    throw new DataError({ file: url, found: 'an empty file', legal: 'a file with data in it' });
  }
  if (total !== undefined && done !== total) throw new PassingTrouble(`an end after ${done} of ${total} bytes`);
}

/** What to do with an answer; throws where it is not what was asked for. */
function planOf(
  url: string,
  { statusCode = 0, statusMessage = '', headers }: IncomingMessage,
  kept: number,
): Plan | 'complete' | 'start over' {
  const status = `HTTP ${statusCode} ${statusMessage}`.trim();
  const range = headers['content-range'] ?? '';
  if (MAY_PASS.includes(statusCode)) throw new PassingTrouble(status);
  if (statusCode === 416) return range === `bytes */${kept}` ? 'complete' : 'start over';
  if (statusCode === 206) {
    const [, from, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
    if (kept > 0 && Number(from) === kept && Number(last) >= kept && (total === '*' || Number(last) < Number(total)))
      return { from: kept, total: total === '*' ? undefined : Number(total) };
    throw new DataError({ file: url, found: `another range than was asked for (${range})`, legal: `bytes from ${kept} on` });
  }
  if (statusCode !== 200) throw new DataError({ file: url, found: status, legal: 'the address of a file' });
  if (headers['content-type']?.startsWith('text/html')) {
    throw new DataError({ file: url, found: 'a web page', legal: 'a data file (is this network asking for a login?)' });
  }
  const { 'content-length': length } = headers;
  return { from: 0, total: length === undefined ? undefined : Number(length) };
}

/** A strong ETag, else the date: with a weak one, the same page may come in other bytes. */
function validatorIn({ etag, 'last-modified': date }: IncomingHttpHeaders): string {
  const validator = etag?.startsWith('"') ? etag : (date ?? '');
  return isHeaderText(validator) ? validator : '';
}

/** The validator beside a part; none where that file holds what no server gave. */
function keptValidator(part: string): string {
  const kept = existsSync(validatorOf(part)) ? readFileSync(validatorOf(part), 'utf8') : '';
  return isHeaderText(kept) ? kept : '';
}

/** Whether a header may hold it. */
function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]{0,1000}$/.test(text);
}

/** Bytes that come, but too slowly to wait for. */
class Trickle extends PassingTrouble {}

/** Ends the answer once a stretch of patience brought fewer bytes than SLOWEST. */
function watchTrickle(response: IncomingMessage, patience: number, done: () => number): NodeJS.Timeout {
  let before = done();
  return setInterval(() => {
    const got = done() - before;
    before = done();
    if (got < (SLOWEST * patience) / 1000) response.destroy(new Trickle(`${got} bytes in ${patience / 1000} s`));
  }, patience);
}

/** Removes what came: it is no part of a file that is wanted. */
function discard(part: string): void {
  rmSync(part, { force: true });
  rmSync(validatorOf(part), { force: true });
}

function tooMany(url: string, part: string, bytes: number, announced?: number): DataError {
  discard(part);
  return new DataError({ file: url, found: `${bytes} bytes and more`, legal: `at most ${announced ?? MOST_BYTES}` });
}

function validatorOf(part: string): string {
  return `${part}.validator`;
}

function bytesIn(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
