/**
 * Downloads a file over HTTP so that nothing is lost and nothing wrong is kept; one process at a time (lock.ts).
 *
 * The bytes go into `<file>.part`. Broken off, the next call goes on where it stopped: it asks for the rest on condition that the
 * original is unchanged (If-Range with the validator the server gave, kept in `<file>.part.validator`), and starts over where the
 * server cannot or the original has changed. Trouble that may pass (a broken connection, silence, 408, 429, 5xx) is met with further
 * attempts; an attempt that got further than those before starts the count anew.
 *
 * Errors (DataError, the address in place of a file): no connection, a status that is no success, a web page instead of a file,
 * more redirects than five or one to an insecure address, an end that comes too early every time. Aborting rejects with the
 * signal's reason and keeps the part.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { DataError } from './data-error.ts';
import { get, inWords, mayPass, PassingTrouble } from './http-get.ts';

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Bytes so far, and in all where the server says so. */
  readonly onProgress: (done: number, of: number | undefined) => void;
  /** Milliseconds of silence that end an attempt. */
  readonly patience: number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
}

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
  for (let failures = 0; ; ) {
    try {
      await attempt(url, part, options);
      rmSync(validatorOf(part), { force: true });
      return part;
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw inWords(url, error);
      failures = bytesIn(part) > furthest ? 0 : failures + 1;
      furthest = Math.max(furthest, bytesIn(part));
      if (failures > pauses.length) throw inWords(url, error);
      await setTimeout(pauses[Math.max(0, failures - 1)], undefined, { signal });
    }
  }
}

/** One request for what is missing of the part, and its answer. */
async function attempt(url: string, part: string, { signal, onProgress, patience }: DownloadOptions): Promise<void> {
  const validator = existsSync(validatorOf(part)) ? readFileSync(validatorOf(part), 'utf8') : '';
  const kept = validator === '' ? 0 : bytesIn(part);
  const headers = kept > 0 ? { range: `bytes=${kept}-`, 'if-range': validator } : {};
  const response = await get(url, { headers, signal, patience });
  try {
    const plan = planOf(url, response, kept);
    if (plan === 'start over') {
      rmSync(validatorOf(part), { force: true });
      throw new PassingTrouble('a part that is none of this file');
    }
    if (plan !== 'complete') await receive(response, part, plan, onProgress);
  } finally {
    response.destroy();
  }
}

async function receive(response: IncomingMessage, part: string, { from, total }: Plan, onProgress: DownloadOptions['onProgress']): Promise<void> {
  const target = await open(part, from === 0 ? 'w' : 'a');
  let done = from;
  try {
    // Only once nothing is left of what an older validator vouched for.
    if (from === 0) await writeFile(validatorOf(part), validatorIn(response.headers));
    onProgress(done, total);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      await target.writeFile(chunk);
      onProgress((done += chunk.length), total);
    }
  } finally {
    await target.close();
  }
  if (total !== undefined && done !== total) throw new PassingTrouble(`an end after ${done} of ${total} bytes`);
}

/** What to do with an answer; throws where it is not what was asked for. */
function planOf(url: string, { statusCode = 0, statusMessage = '', headers }: IncomingMessage, kept: number): Plan | 'complete' | 'start over' {
  const status = `HTTP ${statusCode} ${statusMessage}`.trim();
  const range = headers['content-range'] ?? '';
  if (MAY_PASS.includes(statusCode)) throw new PassingTrouble(status);
  if (statusCode === 416) return range === `bytes */${kept}` ? 'complete' : 'start over';
  if (statusCode === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? [];
    if (kept > 0 && Number(from) === kept) return { from: kept, total: total === '*' ? undefined : Number(total) };
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
  return etag?.startsWith('"') ? etag : (date ?? '');
}

function validatorOf(part: string): string {
  return `${part}.validator`;
}

function bytesIn(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
