/** A small HTTP server on this machine, for tests of downloads. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FileServer {
  /** "http://127.0.0.1:40000/" */
  readonly base: string;
  /** The Range header of every request so far; undefined where there was none. */
  readonly ranges: readonly (string | undefined)[];
}

export type Handler = (request: IncomingMessage, response: ServerResponse, visit: number) => void;

/** Serves until the test is over; `visit` counts requests from 1. */
export async function serve(handler: Handler): Promise<FileServer> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    handler(request, response, ranges.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ranges };
}

export const ETAG = '"version 1"';

/** The rest of the content that was asked for, as a server does that knows ranges. */
export function sendRange(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const from = startOf(request);
  if (from < content.length) response.writeHead(from === 0 ? 200 : 206, headersOf(content, from)).end(content.subarray(from));
  else response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
}

/** The same, but the line breaks once the client has read `most` bytes of it, as `read` (all it has) tells. */
export function sendSome(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  most: number,
  read: () => number,
): void {
  const from = startOf(request);
  const part = content.subarray(from, from + most);
  response.writeHead(from === 0 ? 200 : 206, headersOf(content, from)).write(part);
  breakOff(response, () => read() >= from + part.length);
}

/** Breaks the line as soon as this is so. */
export function breakOff(response: ServerResponse, when: () => boolean): void {
  const watch = setInterval(() => {
    if (!when()) return;
    clearInterval(watch);
    response.destroy();
  }, 5);
}

function startOf({ headers }: IncomingMessage): number {
  return headers['if-range'] === ETAG ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
}

function headersOf(content: Buffer, from: number): Record<string, string | number> {
  const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
  return { etag: ETAG, 'content-length': content.length - from, ...range };
}
