import { studies } from '../../experiments/index.ts';
import type { Study } from '../../src/studies/study.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/specs/hash.ts';
import { parseCell } from '../../src/studies/cells/cell.ts';
import { PUBLISHED } from '../../src/studies/store/store.ts';
import { readEntries } from '../../src/studies/store/read-entries.ts';
import { unsealed } from '../../src/studies/store/entry.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { publishedFiles, publishedResults } from '../support/published.ts';
import '../support/kinds.ts';

/**
 * LAWS of the stored results of every report: each line is sealed, meets its schema and is the only one of its cell, and whatever is added
 * to specs, every cell still parses, and to the hash it is stored under. UNCHANGED: without their digests the files are, byte for byte,
 * those that version 0.1.0 wrote.
 */

/**
 * SHA-256 of results.jsonl as it was before its lines had digests. A report that is measured anew gets another one; where a study has gone on
 * after its pilot, it is that of the pilot's lines.
 */
const WITHOUT_DIGESTS: Readonly<Record<string, string>> = {
  'active-curves': '089efbe4ffb636d3334b2292a45bb5032fa8c18d5be8225d63fda1bfeec121db',
  'budget-frontier-full': '06340159b60a17c44576dfb8341963aa8b5ee82d77567f23b5af895d55840447',
  'budget-frontier': '0acfc68b861e989c779352004e20eb9918364f4a50a3936ee7e342ce71c2e64b',
  budget: '81d8b56dee4c4a2caf7b473724767e970a4d335acfdf602c529957de2ab8beac',
  calibration: '7c2586cd505ebf06c52f2dd45e73fdd367ec19b6fb55807bed0a23415ec8f303',
  coal: 'a9b6afd1273d358d82b3160307bc8d924071fbc3269acb7deac2e8a614d6348c',
  defaults: '2e688916adb7082ccbaec0d2368de6a5ed7c1591f85ab899da00dd8adce21e32',
  'final-fit': '137ae5e16129c533466659ed024ddb7cc45281306878f9c33bb78c2351ff2ad8',
  'flip-picture': '72d44e58c442a03851f791b2c929dbd8a4d14d6cc325db0705950c51f3716423',
  flow: 'd872a240b45c682363eb6f06c53209925bb7db97f423ff679b7570e3ceae1b99',
  gap: 'cb93af2d2a3f8ed33bcb44b6e67ed8f7192aeed6304e3df71afaeb1fe425de1d',
  'generalized-implicit': 'b47026f8c1bfc41eb086b9dd8224886e637525b429b49eabedb7a169328a35ba',
  'importance-uses': 'e0c8ee183ecba7ca405309bcf01960b58992bc3d7838ba510c546722dfd92ae3',
  'label-complexity': '3a7682f0365d196ec415d67228c59932516712c473d63c5547e8a4b90e285d5b',
  'label-frontier-full': '86e56e2868b55e85d056e5c231beb67b11c38d7f734b12768a7e00562ea7ab08',
  'label-frontier': '5d3128840890f831e627fb6b0379ede095347c31e6ac01f166e0794a519d1836',
  'auc-ranking': '4ea6c91122f5860fecb6ac44d4fb0e0af32bd98b816b9e8762730c0ef99e2493',
  'multiclass-frontier': '06e9cee44eec5e502d339e5e58671860665d77f395bfc01784ce8fbed710f417',
  ndcg: '65f472f454df4f6c6f4bf51768c276967d08b0844361a3659c498cb3b791a529',
  rates: '187ee0cc3b16434f1e1754c57dd3d41ed56e5303c0337c58549241443302214f',
  'rcv1-active-full': '138af0ba5fcac5e14eed6fbf945a368cbe5026fc9c4628d8056fe2b3c8308081',
  'rcv1-active': '2474c8bc32769c1e72cb3ca1cda98720c3d5dbc8bddfdfffa1a0292d540f3062',
  'query-curves': 'ae5fada2fb23cbd705ece72b08258d57c9a433505bac47da137e6e74b33518aa',
  'query-curves-full': '8907765e45dbeab98fefb08324713e6c5f11e38fd674c5947735684968a2e3a9',
  'regret-bound': '6f8970d19f35ca04cb07dd41432897852d4935a259d2812c9a6d76ed3613a75e',
  'regret-gap': '19827a02397f6cc8f1b172753edb841e416005a16ac3d98165917812bfb0b790',
  'scoring-filter-tree': '07b488a635f37b5a01590c3a9b34dc23c66c07743a53e9075ef041b4743059ac',
  shards: '528e7ea1ccf9790de86f85c26e98b365ab76569f3a747d1009c8fe8b182f8415',
  'shards-full': '2f24b2f06f5b9670c3a89abbf1a1e9429e54474c49a968c2239a94f4439d9957',
  'small-weights': 'ad9253129dcd5dbcdc7c4f8f28f851bdcade5a917f8d1053a2f8c0915db2f6f4',
  'speed-full': '611aee443c9b25e37c7040b15de0080c5d118b95d88d7d4be92ac398e6aebaed',
  assisted: '4653535ba97e96ccaddf999300f8e2ee11bc6d33017f797d44865161c5b1c809',
  'compare-two': '532d037e981e22f29a54180b9eee2556a6f66c80329329f19d4bf05023755930',
  dyadic: '00aeca99d31dfb33c962b5909e79384e3857d1e2a7d8401f9d2b685f118f75ab',
  'one-pass': '8ac0707060bdb90df62eb3e70ac8cebe83ee365b49e4f112b92953d9b3ac71dd',
  'several-classes': '4942d5072c150ff363735452e9bd65d2fb02393ead582b3dc7221db1f8d4bb10',
  'tree-scores': '4418c4c34ef58d461497f81a4e58f9814dd0691a8c03cdcd2262092fba5dc742',
  dial: '254db28dca1223c15021682a53eaa5a498a1399cb2c22a5353d381b9f310a3da',
  certificate: '7b604b16cda6e1bb604c2209e1340560f4823d615a52366366a186a156010258',
  replay: '4493b69d47cb56ae23c76932964c5f4a56227cdd4fc6eef597a5208276b9b429',
  stopping: 'e8ae8ee5891f1ccf870bfc54aa354f135a04614dbbdcf8e9bd240c1599e2edef',
  speed: '3aa2ab991af05eef8704602a2c71f176eb987336695790882dfc6e5012d137a0',
  'step-size-flavours': '86dc4887d415dc97b000caab2810a4ed885a1b2555211517cb0e4c1ce078703f',
};

it('covers every report', () => expect([...publishedFiles.keys()].sort()).toEqual(Object.keys(WITHOUT_DIGESTS).sort()));

describe.each([...publishedFiles])('%s', (name, file) => {
  const lines = publishedResults(name).trimEnd().split('\n');

  const notes: string[] = [];
  let read: ReturnType<typeof readEntries>;
  beforeAll(() => {
    read = readEntries(file, (note) => notes.push(note));
  });

  it('every line is sealed, meets its schema, and is the only one of its cell', () => {
    const { entries, tail } = read;
    expect([notes, tail]).toEqual([[], 'whole']);
    expect(entries).toHaveLength(lines.length);
    expect(new Set(entries.map(({ entry }) => entry.hash)).size).toBe(entries.length);
  });

  it('its cells keep their hashes', () => {
    // One seed of a setting: reading has compared the hashes of all cells as they are stored.
    const settings = new Map(read.entries.map(({ entry }) => [JSON.stringify(entry.cell).replace(/"seed":\d+/, ''), entry]));
    const moved = [...settings.values()].filter(
      ({ hash, engine, data, cell }) => hashOf({ engine, data, cell: parseCell(cell) }) !== hash,
    );
    expect(moved.map(({ hash }) => hash)).toEqual([]);
  });

  it('is what it was, but for the digests', () => {
    const found = lines.map(unsealed);
    const pilot = (studies[name] as Study | undefined)?.pilot?.default ?? Infinity;
    expect(found.filter(({ seal }) => seal !== 'intact')).toEqual([]);
    const first = found.filter(({ json }) => Number(/"seed":(\d+)/.exec(json)?.[1] ?? 0) <= pilot);
    const text = first.map(({ json }) => `${json}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(WITHOUT_DIGESTS[name]);
  });
});

const { path, write, bytes } = temporaryFolder();

/** Publishes what is in the folder, with the programs that are found there. */
function publish(folder: string, programs: string): void {
  const env = { ...process.env, PATH: programs };
  const { status, stderr } = spawnSync(process.execPath, ['.config/publish-results.js', path(folder)], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

it('none is larger than what gzip makes of its results, and published again all are the same bytes', () => {
  for (const [name, file] of publishedFiles) {
    mkdirSync(path(join('all', name)), { recursive: true });
    copyFileSync(file, path(join('all', name, PUBLISHED)));
  }
  publish('all', '');
  for (const [name, file] of publishedFiles)
    expect([name, bytes(join('all', name, PUBLISHED)).equals(readFileSync(file))]).toEqual([name, true]);
});

it('the same results are published as the same bytes, in place of what holds others', () => {
  mkdirSync(path('some'));
  const [one, other] = [1, 2].map(() => {
    write('some/results.jsonl', publishedResults('flow'));
    write(join('some', PUBLISHED), gzipSync('others'));
    publish('some', process.env.PATH!);
    return bytes(join('some', PUBLISHED));
  });
  expect(other.equals(one)).toBe(true);
  expect(gunzipSync(one).toString()).toBe(publishedResults('flow'));
});
