/** A small HTTP server on this machine, for tests of downloads. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FileServer {
  /** "http://127.0.0.1:40000/" */
  readonly base: string;
  /** Requests so far. */
  readonly visits: () => number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, visit: number) => void;

/** Serves until the test is over; `visit` counts requests from 1. */
export async function serve(handler: Handler): Promise<FileServer> {
  let visits = 0;
  const server = createServer((request, response) => handler(request, response, ++visits));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, visits: () => visits };
}

/** A whole file. */
export function send(response: ServerResponse, content: Buffer): void {
  response.writeHead(200, { 'content-length': content.length }).end(content);
}

/** Serves one file whatever is asked for. */
export function serveFile(content: Buffer): Promise<FileServer> {
  return serve((_, response) => send(response, content));
}
