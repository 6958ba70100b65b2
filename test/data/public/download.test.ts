/** LAWS of downloads, against a server on this machine that misbehaves in every way a server can. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksumOf, recordedChecksum } from '../../../src/data/public/checksum.ts';
import { DataError } from '../../../src/files/data-error.ts';
import { download } from '../../../src/data/public/download.ts';
import { fetchFile } from '../../../src/data/public/fetch-file.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';
import { breakOff, ETAG, sendRange, sendSome, serve } from '../../support/processes/file-server.ts';

const CONTENT = Buffer.from(Array.from({ length: 5000 }, (_, k) => `1 ${k + 1}:0.5\n`).join(''));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const quick = (signal = new AbortController().signal) => ({
  signal,
  onProgress: () => undefined,
  patience: 5000,
  pauses: [1, 1],
  now: 'noon',
  accept: () => Promise.resolve(),
});

/** A client that knows how far it has read. */
function reading() {
  let bytes = 0;
  return {
    read: () => bytes,
    onProgress: (done: number) => {
      bytes = done;
    },
  };
}

/** The message of the DataError that the work ends with. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DataError);
  return (error as DataError).message;
}

describe('download', () => {
  it('brings the bytes, and says how far it is', async () => {
    const { base } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
    const reported: (number | undefined)[][] = [];
    const part = await download(`${base}a`, join(temporaryFolder(), 'a'), {
      ...quick(),
      onProgress: (...now) => reported.push(now),
    });
    expect(readFileSync(part)).toEqual(CONTENT);
    expect([reported[0], reported.at(-1)]).toEqual([
      [0, CONTENT.length],
      [CONTENT.length, CONTENT.length],
    ]);
  });

  it('goes on after every broken line, asking only for the rest', async () => {
    const client = reading();
    const { base, ranges } = await serve((request, response) => {
      sendSome(request, response, CONTENT, 20_000, client.read);
    });
    const part = await download(`${base}a`, join(temporaryFolder(), 'a'), { ...quick(), onProgress: client.onProgress });
    expect(readFileSync(part)).toEqual(CONTENT);
    expect(ranges).toEqual(
      Array.from({ length: Math.ceil(CONTENT.length / 20_000) }, (_, k) => (k === 0 ? undefined : `bytes=${20_000 * k}-`)),
    );
  });

  it('starts over where the server does not know ranges', async () => {
    const client = reading();
    const { base, ranges } = await serve((request, response, visit) => {
      if (visit === 1) sendSome(request, response, CONTENT, 1000, client.read);
      else response.writeHead(200, { etag: ETAG, 'content-length': CONTENT.length }).end(CONTENT);
    });
    const part = await download(`${base}a`, join(temporaryFolder(), 'a'), { ...quick(), onProgress: client.onProgress });
    expect(readFileSync(part)).toEqual(CONTENT);
    expect(ranges).toEqual([undefined, 'bytes=1000-']);
  });

  it('starts over where the original has changed in between', async () => {
    const client = reading();
    const changed = Buffer.from('another file altogether');
    const { base, ranges } = await serve((request, response, visit) => {
      if (visit === 1) sendSome(request, response, CONTENT, 1000, client.read);
      else response.writeHead(200, { etag: '"version 2"', 'content-length': changed.length }).end(changed);
    });
    expect(
      readFileSync(await download(`${base}a`, join(temporaryFolder(), 'a'), { ...quick(), onProgress: client.onProgress })),
    ).toEqual(changed);
    expect(ranges).toEqual([undefined, 'bytes=1000-']);
  });

  it('never goes on without a validator: what was kept may be of another file', async () => {
    const file = join(temporaryFolder(), 'a');
    writeFileSync(`${file}.part`, 'bytes of unknown origin');
    const { base, ranges } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
    expect(readFileSync(await download(`${base}a`, file, quick()))).toEqual(CONTENT);
    expect(ranges).toEqual([undefined]);
  });

  it.each([
    ['is complete already', CONTENT, ['bytes=']],
    ['is longer than the original', Buffer.concat([CONTENT, CONTENT]), ['bytes=', undefined]],
  ])('a part that %s', async (_, kept, asked) => {
    const file = join(temporaryFolder(), 'a');
    writeFileSync(`${file}.part`, kept);
    writeFileSync(`${file}.part.validator`, ETAG);
    const { base, ranges } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
    expect(readFileSync(await download(`${base}a`, file, quick()))).toEqual(CONTENT);
    expect(ranges.map((range) => range?.slice(0, 6))).toEqual(asked);
  });

  it('refuses another range than it asked for', async () => {
    const client = reading();
    const { base } = await serve((request, response, visit) => {
      if (visit === 1) sendSome(request, response, CONTENT, 1000, client.read);
      else
        response.writeHead(206, { 'content-range': `bytes 7-${CONTENT.length - 1}/${CONTENT.length}` }).end(CONTENT.subarray(7));
    });
    const options = { ...quick(), onProgress: client.onProgress };
    expect(await complaint(download(`${base}a`, join(temporaryFolder(), 'a'), options))).toContain(
      'found another range than was asked for (bytes 7-',
    );
  });

  it('keeps the bytes as they are where a server calls a .gz file an encoding', async () => {
    const packed = gzipSync(CONTENT);
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'x-gzip', 'content-length': packed.length }).end(packed);
    });
    expect(readFileSync(await download(`${base}a.gz`, join(temporaryFolder(), 'a.gz'), quick()))).toEqual(packed);
  });

  it('gives up on a body that is always cut off, and says that the rest can follow', async () => {
    const client = reading();
    const { base, ranges } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 5000 }).write('only this');
      breakOff(response, () => client.read() === 9);
    });
    const message = await complaint(
      download(`${base}a`, join(temporaryFolder(), 'a'), { ...quick(), onProgress: client.onProgress }),
    );
    expect(message).toMatch(/found .*, again and again; expected a complete answer; the next call goes on from here$/);
    expect(ranges).toHaveLength(4);
  });

  it('gives up on a server that says nothing, before the answer and in the middle of it', async () => {
    const { base } = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 5000 }).write('so far');
    });
    for (const name of ['mute', 'half']) {
      expect(await complaint(download(base + name, join(temporaryFolder(), 'a'), { ...quick(), patience: 60 }))).toContain(
        'found nothing for 0.06 s, again and again',
      );
    }
  });

  it('meets a server in trouble with patience, and a missing file with none', async () => {
    const busy = await serve((request, response, visit) => {
      if (visit < 3) response.writeHead(503).end();
      else sendRange(request, response, CONTENT);
    });
    expect(readFileSync(await download(`${busy.base}a`, join(temporaryFolder(), 'a'), quick()))).toEqual(CONTENT);
    const missing = await serve((_, response) => {
      response.writeHead(404).end('no');
    });
    expect(await complaint(download(`${missing.base}a`, join(temporaryFolder(), 'a'), quick()))).toBe(
      `${missing.base}a: found HTTP 404 Not Found; expected the address of a file`,
    );
    expect(missing.ranges).toHaveLength(1);
  });

  it('follows redirects, five and no more, and none to a less secure place', async () => {
    const { base, ranges } = await serve((request, response) => {
      const steps = Number(request.url?.slice(1));
      if (steps === 0) sendRange(request, response, CONTENT);
      else response.writeHead(302, { location: `/${steps - 1}` }).end();
    });
    expect(readFileSync(await download(`${base}5`, join(temporaryFolder(), 'a'), quick()))).toEqual(CONTENT);
    expect(ranges).toHaveLength(6);
    expect(await complaint(download(`${base}6`, join(temporaryFolder(), 'a'), quick()))).toBe(
      `${base}6: found more than 5 redirects; expected the address of a file`,
    );
    const elsewhere = await serve((_, response) => {
      response.writeHead(301, { location: 'ftp://127.0.0.1/a' }).end();
    });
    expect(await complaint(download(`${elsewhere.base}a`, join(temporaryFolder(), 'a'), quick()))).toContain(
      'found a redirect to ftp://127.0.0.1/a',
    );
    const nowhere = await serve((_, response) => {
      response.writeHead(301, { location: 'http://' }).end();
    });
    expect(await complaint(download(`${nowhere.base}a`, join(temporaryFolder(), 'a'), quick()))).toContain(
      'found a redirect to http://; expected',
    );
  });

  it('refuses a web page where a file should be', async () => {
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>log in');
    });
    expect(await complaint(download(`${base}a`, join(temporaryFolder(), 'a'), quick()))).toContain(
      'found a web page; expected a data file',
    );
  });

  it('says in words that there is no connection, at once', async () => {
    const { base } = await serve(() => undefined);
    const closed = base.replace(/:\d+/, ':1');
    expect(await complaint(download(`${closed}a`, join(temporaryFolder(), 'a'), quick()))).toBe(
      `${closed}a: found no connection to 127.0.0.1:1 (ECONNREFUSED); expected a network, or a copy of the file in the data folder`,
    );
  });

  it('aborted, it rejects with the reason, keeps what it has, and goes on from there', async () => {
    const file = join(temporaryFolder(), 'a');
    const { base, ranges } = await serve((request, response, visit) => {
      if (visit > 1) sendRange(request, response, CONTENT);
      else response.writeHead(200, { etag: ETAG, 'content-length': CONTENT.length }).write(CONTENT.subarray(0, 3000));
    });
    const abort = new AbortController();
    const reason = new Error('enough');
    const onProgress = (done: number): void => {
      if (done === 3000) abort.abort(reason);
    };
    await expect(download(`${base}a`, file, { ...quick(abort.signal), patience: 5000, onProgress })).rejects.toBe(reason);
    expect(readFileSync(`${file}.part`)).toEqual(CONTENT.subarray(0, 3000));
    expect(readFileSync(await download(`${base}a`, file, quick()))).toEqual(CONTENT);
    expect(ranges).toEqual([undefined, 'bytes=3000-']);
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
    expect(await complaint(download(`${base}a`, file(), quick()))).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/a: found .+; expected .+$/,
    );
  });

  it.each([
    'bytes 2-1/3',
    'bytes 2-9/5',
    'bytes 2-5/5',
    'bytes 1-4/5',
    'bytes 3-4/5',
    'bytes 2-',
    'bytes 99999999999999999999-9/9',
    'items 2-4/5',
    '\xff',
  ])('a rest of the range %j is refused', async (range) => {
    const part = file();
    writeFileSync(`${part}.part`, 'xx');
    writeFileSync(`${part}.part.validator`, ETAG);
    const base = await raw(`HTTP/1.1 206 Partial Content\r\ncontent-range: ${range}\r\n\r\nyyy`);
    expect(await complaint(download(`${base}a`, part, quick()))).toContain('found another range than was asked for');
  });

  it('more bytes than were announced are refused, and nothing of them stays', async () => {
    const part = file();
    writeFileSync(`${part}.part`, 'xx');
    writeFileSync(`${part}.part.validator`, ETAG);
    const base = await raw('HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 2-4/5\r\n\r\nyyyyyyyy');
    expect(await complaint(download(`${base}a`, part, quick()))).toContain('found 10 bytes and more; expected at most 5');
    expect(readdirSync(join(part, '..'))).toEqual([]);
  });

  it('a validator that no header may hold is none', async () => {
    const part = file();
    writeFileSync(`${part}.part`, 'xx');
    writeFileSync(`${part}.part.validator`, '"a"\r\nhost: elsewhere');
    const { base, ranges } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
    expect(readFileSync(await download(`${base}a`, part, quick()))).toEqual(CONTENT);
    expect(ranges).toEqual([undefined]);
  });

  it('bytes that trickle end as silence does', async () => {
    const { base } = await serve((_, response) => {
      response.writeHead(200, { etag: ETAG, 'content-length': 1e6 });
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await complaint(download(`${base}a`, file(), { ...quick(), patience: 300 }))).toMatch(
      /found \d+ bytes in 0\.3 s, again and again/,
    );
  });

  it('a byte an attempt does not go on for ever', async () => {
    const client = reading();
    const { base, ranges } = await serve((request, response) => {
      sendSome(request, response, CONTENT, 1, client.read);
    });
    expect(await complaint(download(`${base}a`, file(), { ...quick(), onProgress: client.onProgress }))).toContain(
      'again and again',
    );
    expect(ranges).toHaveLength(100);
  });
});

describe('fetchFile', () => {
  it('what nobody vouches for is looked at before it counts, and gone where it is refused', async () => {
    const folder = temporaryFolder();
    const { base } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
    const accept = (part: string): Promise<void> =>
      Promise.reject(new DataError({ file: part, found: 'other rows', legal: 'these' }));
    expect(await complaint(fetchFile(remote(base), folder, { ...quick(), accept }))).toContain('found other rows');
    expect(readdirSync(folder)).toEqual([]);
    expect(await fetchFile(remote(base, SHA256), folder, { ...quick(), accept })).toMatchObject({ trust: 'checked' });
  });

  const remote = (base: string, sha256?: string) => ({ url: `${base}a`, file: 'a', ...(sha256 !== undefined && { sha256 }) });

  it('with a published checksum: checked before the file has its name', async () => {
    const folder = temporaryFolder();
    const { base } = await serve((request, response) => {
      sendRange(request, response, CONTENT);
    });
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
    const { base } = await serve((request, response) => {
      sendRange(request, response, Buffer.from('tampered'));
    });
    const found = createHash('sha256').update('tampered').digest('hex');
    const message = await complaint(fetchFile(remote(base, SHA256), folder, quick()));
    expect(message).toContain(`found the checksum sha256 ${found}; expected sha256 ${SHA256}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without one, the first download counts: recorded as sha256sum writes it, and held against later ones', async () => {
    const folder = temporaryFolder();
    const { base, ranges } = await serve((request, response, visit) => {
      sendRange(request, response, visit === 1 ? CONTENT : Buffer.from('changed'));
    });
    expect(await fetchFile(remote(base), folder, quick())).toMatchObject({ trust: 'first' });
    expect(readFileSync(join(folder, 'a.sha256'), 'utf8')).toBe(`${SHA256}  a\n`);
    expect(await fetchFile(remote(base), folder, quick())).toMatchObject({ trust: 'there' });
    expect(ranges).toHaveLength(1);
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
