import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** A file holds bytes, a folder names. */
type Content = Buffer | ReadonlyMap<string, Node>;

/** What a file or folder holds on the disk, and after each change since it was synced. */
interface Node {
  durable: Content;
  since: Content[];
}

interface Descriptor {
  readonly node: Node;
  readonly appends: boolean;
  offset: number;
}

/** How many of so many changes without a sync a power cut leaves. */
export type Survival = (changes: number) => number;

const TRACED =
  'open,openat,close,write,pwrite64,writev,pwritev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,' +
  'rmdir,mkdir,mkdirat,symlink,symlinkat,copy_file_range,sendfile,fallocate';

/** What starts a program so that its calls are written into a file; calls that io_uring would carry out are not traced. */
export function traced(file: string): { under: string[]; environment: NodeJS.ProcessEnv } {
  const under = ['strace', '-f', '-qq', '-xx', '-s', '10000000', '-e', 'signal=none', '-e', `trace=${TRACED}`, '-o', file];
  return { under, environment: { UV_USE_IO_URING: '0' } };
}

/** A call that succeeded. */
export interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: number;
}

/** The calls of a trace in the order of their ends. */
export function callsIn(file: string): Call[] {
  const begun = new Map<string, string>();
  return [...readFileSync(file, 'latin1').matchAll(/^(\d+) +(.*)$/gm)].flatMap(([, thread, said]) => {
    const unfinished = said.indexOf('<unfinished ...>');
    if (unfinished >= 0) begun.set(thread, said.slice(0, unfinished));
    const whole = said.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '');
    const call = /^(\w+)\((.*)\) += (\d+)/.exec(whole);
    return call === null || unfinished >= 0 ? [] : [{ name: call[1], args: call[2], result: Number(call[3]) }];
  });
}

/**
 * A folder as POSIX lets a power cut leave it: bytes of a file are safe after its fsync, names after that of their folder. It learns
 * what programs do to it from their traces.
 *
 * Source: POSIX, fsync; Pillai et al., All file systems are not created equal (OSDI 2014).
 */
export class PowerDisk {
  readonly #root: Node;

  /** Of a folder, all of whose files are safe. */
  constructor(path: string) {
    this.#root = nodeOf(path);
  }

  /** Writes what a power cut may leave into a folder; each file and folder keeps so many of its changes. */
  leave(target: string, survives: Survival): void {
    leave(this.#root, target, survives);
  }

  /** Carries out the calls of a process that was started in this folder. `printed` hears what it writes to its stdout. */
  async play(folder: string, calls: readonly Call[], printed?: (text: string) => Promise<void>): Promise<void> {
    const open = new Map<number, Descriptor>();
    for (const { name, args, result } of calls) {
      const strings = [...args.matchAll(/"((?:\\x..)*)"/g)].map(([, hex]) => Buffer.from(hex.replaceAll('\\x', ''), 'hex'));
      const [from, to = from] = strings.map((string) => relative(folder, resolve(folder, string.toString())));
      const number = Number.parseInt(args, 10);
      const descriptor = open.get(number);
      const kind = /^(open|close|p?write|fsync|fdatasync|ftruncate|rename|link|unlink|rmdir|mkdir)(at2?|v|64)?$/.exec(name)?.[1];
      if (kind === 'open') {
        const opened = this.#opened(from, args);
        if (opened !== undefined) open.set(result, opened);
      } else if (kind === 'close') open.delete(number);
      else if (kind === 'write' && number === 1) await printed?.(Buffer.concat(strings).toString());
      else if (kind === 'rename') this.#rename(from, to);
      else if (kind === 'link') this.#put(to, this.#at(from));
      else if (kind === 'unlink' || kind === 'rmdir') this.#put(from, undefined);
      else if (kind === 'mkdir') this.#put(from, { durable: new Map(), since: [] });
      else if (descriptor !== undefined) change(descriptor, kind, args, Buffer.concat(strings).subarray(0, result));
      else if (kind === undefined && this.#at(from) !== undefined) throw new Error(`the model of a disk knows no ${name}`);
    }
  }

  /** undefined for what is outside of the folder. */
  #opened(path: string, flags: string): Descriptor | undefined {
    if (flags.includes('O_CREAT') && this.#at(path) === undefined) this.#put(path, { durable: Buffer.alloc(0), since: [] });
    const node = this.#at(path);
    if (node === undefined) return undefined;
    if (flags.includes('O_TRUNC') && bytesOf(node).length > 0) node.since.push(Buffer.alloc(0));
    return { node, appends: flags.includes('O_APPEND'), offset: 0 };
  }

  #at(path: string): Node | undefined {
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    return names.reduce<Node | undefined>((node, name) => (node === undefined ? undefined : namesOf(node).get(name)), this.#root);
  }

  /** Within a folder it is one change. */
  #rename(from: string, to: string): void {
    const node = this.#at(from);
    const isWithin = dirname(from) === dirname(to);
    this.#put(to, node, isWithin ? basename(from) : undefined);
    if (!isWithin) this.#put(from, undefined);
  }

  /** Gives a name to a file or folder, or takes it away; another name of the same folder goes with it. */
  #put(path: string, node: Node | undefined, gone?: string): void {
    const folder = this.#at(dirname(path));
    if (folder === undefined) return;
    const names = new Map(namesOf(folder));
    if (gone !== undefined) names.delete(gone);
    if (node === undefined) names.delete(basename(path));
    else names.set(basename(path), node);
    folder.since.push(names);
  }
}

function change(descriptor: Descriptor, kind: string | undefined, args: string, written: Buffer): void {
  const { node, appends } = descriptor;
  const last = Number(args.slice(args.lastIndexOf(',') + 1));
  if (kind === 'fsync' || kind === 'fdatasync') {
    node.durable = now(node);
    node.since = [];
  } else if (kind === 'ftruncate') node.since.push(Buffer.concat([bytesOf(node), Buffer.alloc(last)]).subarray(0, last));
  else if (kind === 'write' || kind === 'pwrite') {
    const old = bytesOf(node);
    const at = kind === 'pwrite' ? last : appends ? old.length : descriptor.offset;
    const gap = Buffer.alloc(Math.max(0, at - old.length));
    node.since.push(Buffer.concat([old.subarray(0, at), gap, written, old.subarray(at + written.length)]));
    if (kind === 'write') descriptor.offset = at + written.length;
  } else throw new Error(`the model of a disk does not know what changes a file here: ${args}`);
}

/** What programs see. */
function now({ durable, since }: Node): Content {
  return since.at(-1) ?? durable;
}

function bytesOf(node: Node): Buffer {
  const content = now(node);
  return Buffer.isBuffer(content) ? content : Buffer.alloc(0);
}

function namesOf(node: Node): ReadonlyMap<string, Node> {
  const content = now(node);
  return Buffer.isBuffer(content) ? new Map() : content;
}

function nodeOf(path: string): Node {
  const entries = readdirSync(path, { withFileTypes: true }).map((entry): [string, Node] => {
    const place = join(path, entry.name);
    return [entry.name, entry.isDirectory() ? nodeOf(place) : { durable: readFileSync(place), since: [] }];
  });
  return { durable: new Map(entries), since: [] };
}

function leave({ durable, since }: Node, path: string, survives: Survival): void {
  const content = [durable, ...since][survives(since.length)];
  if (Buffer.isBuffer(content)) writeFileSync(path, content);
  else {
    mkdirSync(path, { recursive: true });
    for (const [name, node] of content) leave(node, join(path, name), survives);
  }
}
