import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { poolIdentity } from '../../../src/ledger/pool-identity.ts';
import { lineText } from '../../../src/ledger/file/line.ts';
import { ModelChain } from '../../../src/ledger/model-chain.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { readDataset } from '../../../src/data/index.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { buildActiveLearner } from '../../../src/specs/build.ts';
import { orderOf } from '../../../src/specs/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { ended, SOON, start, type Ended, linesOf } from '../../support/processes/cli.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { descent } from '../../support/descent.ts';

/**
 * Laws of Ctrl-C over a long ledger: audit, export, and going on with a session end soon, with exit code 130, one line, files as
 * they were and nothing locked. The grace is generous; uninterrupted, each of these takes several times as long.
 */

const ROWS = 100_000;
const folder = temporaryFolder().path('');
const SPEC = { ...descent(1), query: { name: 'random', rate: 0.9 }, seed: 1 };
const LABEL = 'label pool.svm --query random --rate 0.9 --ledger long.ledger --protocol jsonl --record considered'.split(' ');

/** All was recorded but for the last 200 rows. */
beforeAll(async () => {
  writeFileSync(
    join(folder, 'pool.svm'),
    Array.from({ length: ROWS }, (_, i) => `${i % 3 === 0 ? 1 : -1} ${1 + (i % 7)}:0.5 ${9 + (i % 11)}:${i % 5}\n`).join(''),
  );
  const { rows, labels } = await readDataset(join(folder, 'pool.svm'), { labels: 'sign' });
  const spec = parseRunSpec(SPEC);
  const active = buildActiveLearner(spec, { rows });
  const header = {
    'iwal-ledger': 2,
    iwal: '0.2.0',
    record: 'considered',
    data: poolIdentity({ name: 'pool', rows }),
    classes: ['negative', 'positive'] as const,
    spec,
  } as const;
  const chain = new ModelChain(header);
  const lines = [lineText(header, 2)];
  const recorder = new Recorder({
    record: 'considered',
    cost: () => 1,
    take: (draft) => {
      lines.push(lineText(chain.seal(draft), 2));
    },
  });
  activeLearn(
    active,
    { rows, order: orderOf(spec, ROWS) },
    new LabelOracle(labels),
    new ProgressiveValidation(active.learner.loss, labels),
    0,
    ROWS - 200,
    recorder,
  );
  recorder.flush();
  writeFileSync(join(folder, 'long.ledger'), `${lines.join('\n')}\n`);
});

const digest = (): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'long.ledger')))
    .digest('hex');

/** Whether a process has the ledger open; where nobody can tell, its time is awaited. */
async function reads(pid: number): Promise<void> {
  if (!existsSync('/proc/self/fd')) {
    await setTimeout(3000);
    return;
  }
  const isOpen = (fd: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).endsWith('/long.ledger');
    } catch {
      return false; // closed in between
    }
  };
  while (!readdirSync(`/proc/${pid}/fd`).some(isOpen)) await setTimeout(5);
}

/** Interrupts a command some time after it has opened the ledger; what it came to, and how long it took to end. */
async function interrupted(args: readonly string[], after: number): Promise<Ended & { readonly seconds: number }> {
  const child = start(folder, args);
  const exit = ended(child);
  await reads(child.pid!);
  await setTimeout(after);
  const pressed = performance.now();
  child.kill('SIGINT');
  return { ...(await exit), seconds: (performance.now() - pressed) / 1000 };
}

const commands: [string, readonly string[]][] = [
  ['audit', ['audit', 'long.ledger']],
  ['audit --data', ['audit', 'long.ledger', '--data', 'pool.svm']],
  ['export', ['export', 'long.ledger', '--data', 'pool.svm', '--format', 'vw', '--out', 'sample.vw']],
  ['label, going on', LABEL],
];

describe.each(commands)('%s', (_, args) => {
  test.each([20, 300])('interrupted %d ms after it opened the ledger', async (after) => {
    const before = digest();
    const { code, stderr, seconds } = await interrupted(args, after);
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'iwal: interrupted\n' });
    // A second is what is promised; this machine may be busy.
    expect(1000 * seconds).toBeLessThan(SOON);
    expect(digest()).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['long.ledger', 'pool.svm']);
  });
});

test('uninterrupted: the last question, and an undo that brings the one before at once', async () => {
  const child = start(folder, LABEL);
  const answers = [{ question: 'last', undo: true }];
  child.stdout!.once('data', (text: Buffer) => {
    const { question } = JSON.parse(text.toString()) as { question: number };
    child.stdin!.end(`${answers.map((answer) => JSON.stringify({ ...answer, question })).join('\n')}\n`);
  });
  const { code, stdout, stderr } = await ended(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [first, second] = linesOf(stdout).map((line) => JSON.parse(line) as { question: number; position: number });
  expect(second.question).toBe(first.question - 1);
  expect(second.position).toBeLessThan(first.position);
  expect(existsSync(join(folder, 'long.ledger.lock'))).toBe(false);
});
