/** LAWS of downloads, against a server on this machine that misbehaves in every way a server can. */
import { complaint } from '../../support/rows/complaint.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksumOf, recordedChecksum } from '../../../src/data/public/local-copies.ts';
import { DataError } from '../../../src/files/data-error.ts';
import { download, type DownloadOptions, fetchFile } from '../../../src/data/public/download.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';
import { send, serve, serveFile } from '../../support/processes/file-server.ts';

const CONTENT = Buffer.from(Array.from({ length: 5000 }, (_, k) => `1 ${k + 1}:0.5\n`).join(''));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const quick = () => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  patience: 5000,
  longest: 60_000,
  now: 'noon',
  accept: () => Promise.resolve(),
});

/** The bytes of a download. */
async function brought(url: string, file = join(temporaryFolder(), 'a'), more: Partial<DownloadOptions> = {}): Promise<Buffer> {
  await download(url, file, { ...quick(), ...more });
  return readFileSync(file);
}

describe('download', () => {
  it('brings the bytes, and says how far it is', async () => {
    const { base } = await serveFile(CONTENT);
    const reported: (number | undefined)[][] = [];
    const onProgress = (...now: (number | undefined)[]): number => reported.push(now);
    expect(await brought(`${base}a`, undefined, { onProgress })).toEqual(CONTENT);
    expect([reported[0], reported.at(-1)]).toEqual([
      [0, CONTENT.length],
      [CONTENT.length, CONTENT.length],
    ]);
  });

  it('keeps the bytes as they are where a server calls a .gz file an encoding', async () => {
    const packed = gzipSync(CONTENT);
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'x-gzip', 'content-length': packed.length }).end(packed);
    });
    expect(await brought(`${base}a.gz`)).toEqual(packed);
  });

  it('a body that is cut off is nothing', async () => {
    const folder = temporaryFolder();
    const { base, visits } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 5000 }).write('only this', () => response.destroy());
    });
    expect(await complaint(brought(`${base}a`, join(folder, 'a')))).toMatch(
      /found .+; expected a complete answer; the same command begins anew$/,
    );
    expect(visits()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives up on a server that says nothing, before the answer and in the middle of it', async () => {
    const { base } = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 5000 }).write('so far');
    });
    for (const name of ['mute', 'half']) {
      expect(await complaint(brought(base + name, undefined, { patience: 60 }))).toContain(
        'found nothing for 0.06 s; expected a complete answer',
      );
    }
  });

  it.each([
    [503, 'HTTP 503 Service Unavailable; expected a server that has time for an answer; later it may have'],
    [404, 'HTTP 404 Not Found; expected the address of a file'],
  ])('says what a server of status %i said', async (status, said) => {
    const { base } = await serve((_, response) => {
      response.writeHead(status).end('no');
    });
    expect(await complaint(brought(`${base}a`))).toBe(`${base}a: found ${said}`);
  });

  it('follows redirects, five and no more, and none to a less secure place', async () => {
    const { base, visits } = await serve((request, response) => {
      const steps = Number(request.url?.slice(1));
      if (steps === 0) send(response, CONTENT);
      else response.writeHead(302, { location: `/${steps - 1}` }).end();
    });
    expect(await brought(`${base}5`)).toEqual(CONTENT);
    expect(visits()).toBe(6);
    expect(await complaint(brought(`${base}6`))).toBe(`${base}6: found more than 5 redirects; expected the address of a file`);
    const elsewhere = await serve((_, response) => {
      response.writeHead(301, { location: 'ftp://127.0.0.1/a' }).end();
    });
    expect(await complaint(brought(`${elsewhere.base}a`))).toContain('found a redirect to ftp://127.0.0.1/a');
    const nowhere = await serve((_, response) => {
      response.writeHead(301, { location: 'http://' }).end();
    });
    expect(await complaint(brought(`${nowhere.base}a`))).toContain('found a redirect to http://; expected');
  });

  it('refuses a web page where a file should be', async () => {
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>log in');
    });
    const folder = temporaryFolder();
    expect(await complaint(brought(`${base}a`, join(folder, 'a')))).toContain('found a web page; expected a data file');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in words that there is no connection, at once', async () => {
    const { base } = await serve(() => undefined);
    const closed = base.replace(/:\d+/, ':1');
    expect(await complaint(brought(`${closed}a`))).toBe(
      `${closed}a: found no connection to 127.0.0.1:1 (ECONNREFUSED); expected a network, or a copy of the file in the data folder`,
    );
  });

  it('aborted, it rejects with the reason, and nothing of it stays', async () => {
    const folder = temporaryFolder();
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, 3000));
    });
    const abort = new AbortController();
    const reason = new Error('enough');
    const onProgress = (done: number): void => {
      if (done === 3000) abort.abort(reason);
    };
    await expect(brought(`${base}a`, join(folder, 'a'), { signal: abort.signal, onProgress })).rejects.toBe(reason);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('hostile servers', () => {
  const file = (): string => join(temporaryFolder(), 'a');

  /** A server that says these bytes, whatever it is asked. */
  async function raw(...answers: readonly string[]): Promise<string> {
    let visit = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answers[Math.min(visit++, answers.length - 1)], 'latin1'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\nx'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
    ['a length beyond numbers', `HTTP/1.1 200 OK\r\ncontent-length: ${'9'.repeat(400)}\r\n\r\nx`],
    ['a chunk of no size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['a control character in a header', 'HTTP/1.1 200 OK\r\netag: "\x01"\r\n\r\nx'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`x-more: ${'y'.repeat(1000)}\r\n`.repeat(100)}\r\n`],
    ['a status of no number', 'HTTP/1.1 two OK\r\n\r\nx'],
    ['a redirect to a name that is none', 'HTTP/1.1 302 Found\r\nlocation: http://%ff%fe@127.0.0.1/\r\n\r\n'],
    ['a redirect to itself', 'HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n'],
    ['a file that is none', 'HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\n\r\n'],
    ['a range nobody asked for', 'HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 5-9/10\r\n\r\nxxxxx'],
    ['nothing', ''],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['an empty file', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['a size beyond all files', 'HTTP/1.1 200 OK\r\ncontent-length: 5000000000\r\n\r\nx'],
  ])('that say %s are refused in words', async (_, answer) => {
    const base = await raw(answer);
    expect(await complaint(brought(`${base}a`, file()))).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a: found .+; expected .+$/);
  });

  it('more bytes than were announced are none of the file', async () => {
    const path = file();
    const base = await raw('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyyyyyyyy');
    expect(await brought(`${base}a`, path)).toEqual(Buffer.from('yyy'));
  });

  it('bytes that trickle end with the time that a file may take', async () => {
    const folder = temporaryFolder();
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1e6 });
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await complaint(brought(`${base}a`, join(folder, 'a'), { longest: 300 }))).toContain(
      'found no end within 0.3 s; expected a complete answer',
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('fetchFile', () => {
  it('what nobody vouches for is looked at before it counts, and gone where it is refused', async () => {
    const folder = temporaryFolder();
    const { base } = await serveFile(CONTENT);
    const accept = (part: string): Promise<void> =>
      Promise.reject(new DataError({ file: part, found: 'other rows', legal: 'these' }));
    expect(await complaint(fetchFile(remote(base), folder, { ...quick(), accept }))).toContain('found other rows');
    expect(readdirSync(folder)).toEqual([]);
    expect(await fetchFile(remote(base, SHA256), folder, { ...quick(), accept })).toMatchObject({ trust: 'checked' });
  });

  const remote = (base: string, sha256?: string) => ({ url: `${base}a`, file: 'a', ...(sha256 !== undefined && { sha256 }) });

  it('with a published checksum: checked before the file has its name', async () => {
    const folder = temporaryFolder();
    const { base } = await serveFile(CONTENT);
    const path = join(folder, 'a');
    expect(await fetchFile(remote(base, SHA256), folder, quick())).toEqual({
      path,
      checksum: { algorithm: 'sha256', hex: SHA256 },
      trust: 'checked',
    });
    expect(readFileSync(path)).toEqual(CONTENT);
    expect(readdirSync(folder).toSorted()).toEqual(['a', 'a.sha256']);
  });

  it('tampered content is refused with both checksums, and nothing of it stays', async () => {
    const folder = temporaryFolder();
    const { base } = await serveFile(Buffer.from('tampered'));
    const found = createHash('sha256').update('tampered').digest('hex');
    const message = await complaint(fetchFile(remote(base, SHA256), folder, quick()));
    expect(message).toContain(`found the checksum sha256 ${found}; expected sha256 ${SHA256}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without one, the first download counts: recorded as sha256sum writes it, and held against later ones', async () => {
    const folder = temporaryFolder();
    const { base, visits } = await serve((_, response, visit) => send(response, visit === 1 ? CONTENT : Buffer.from('changed')));
    expect(await fetchFile(remote(base), folder, quick())).toMatchObject({ trust: 'first' });
    expect(readFileSync(join(folder, 'a.sha256'), 'utf8')).toBe(`${SHA256}  a\n`);
    expect(await fetchFile(remote(base), folder, quick())).toMatchObject({ trust: 'there' });
    expect(visits()).toBe(1);
    writeFileSync(join(folder, 'a'), 'damaged');
    expect(await complaint(fetchFile(remote(base), folder, quick()))).toContain(
      `expected sha256 ${SHA256}: this is another file, or a damaged one`,
    );
    const empty = temporaryFolder();
    writeFileSync(join(empty, 'a.sha256'), `${SHA256}  a\n`);
    expect(await complaint(fetchFile(remote(base), empty, quick()))).toContain(`expected sha256 ${SHA256}`);
    expect(existsSync(join(empty, 'a'))).toBe(false);
  });
});

describe('checksums', () => {
  it('are those of the standard: sha256 and md5 of "abc" (FIPS 180-2, RFC 1321)', async () => {
    const file = join(temporaryFolder(), 'abc');
    writeFileSync(file, 'abc');
    expect((await checksumOf(file, 'sha256')).hex).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect((await checksumOf(file, 'md5')).hex).toBe('900150983cd24fb0d6963f7d28e17f72');
  });

  it('a record that is none is refused, and so is a missing file', async () => {
    const file = join(temporaryFolder(), 'a');
    writeFileSync(`${file}.sha256`, 'no checksum');
    expect(() => recordedChecksum(file)).toThrow(
      `${file}.sha256:1: found "no checksum"; expected a SHA-256 as sha256sum writes it`,
    );
    expect(await complaint(checksumOf(file, 'md5'))).toContain('found no such file');
  });
});
