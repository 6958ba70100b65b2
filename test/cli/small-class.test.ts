/** LAW over all commands that show an error: where one class has less than 20% of the rows, balanced error and F-score stand beside it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { command as audit } from '../../src/cli/audit/command.ts';
import { command as calibrate } from '../../src/cli/calibrate/command.ts';
import { command as learn } from '../../src/cli/learn/command.ts';
import { command as replay } from '../../src/cli/replay/command.ts';
import { command as simulate } from '../../src/cli/simulate/command.ts';
import { predictFile } from '../../src/cli/predict/run.ts';
import { readDataset } from '../../src/data/index.ts';
import { svmlightText } from '../../src/data/svmlight-writer.ts';
import { namedClasses } from '../../src/labelling/classes.ts';
import { doneLine } from '../../src/labelling/pipe/protocol.ts';
import { planOf } from '../../src/labelling/plan.ts';
import { openSession } from '../../src/labelling/session.ts';
import type { Question } from '../../src/labelling/question.ts';
import { farewellView, questionView, screenOf } from '../../src/labelling/terminal/view.ts';
import { standingLines } from '../../src/labelling/web/shown.ts';
import { ClassMeasures } from '../../src/streams/measures/class-measures.ts';
import { losses } from '../../src/losses/index.ts';
import { finished } from '../../src/numerics/work.ts';
import { pacedSpec } from '../support/processes/label-sessions.ts';
import { printed } from '../support/processes/run-command.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path, text } = temporaryFolder();
let files = 0;
const LINE = /the smaller class has [\d.]+% of the rows: balanced error .*%.*, F-score .*%/i;
const CURVES = /: balanced error".*: F-score"/;
const COLUMNS = /balanced +F-score/;
const OF_PILOT = /one class is small; on the pilot itself: balanced error .*%, F-score .*%/;

/** A pool whose share of positive rows is `share`. */
function poolOf(name: string, share: number): void {
  const { rows, labels } = toyTask({ rows: 400, columns: 8, seed: 5 });
  // The positive rows of a task are about half: some of them become negative.
  const kept = labels.map((label, i) => (label > 0 && (i % 100) / 100 < 2 * share ? 1 : -1));
  writeFileSync(path(name), [...svmlightText({ name, rows, labels: kept })].join(''));
}

beforeAll(() => {
  poolOf('small.svm', 0.08);
  poolOf('even.svm', 0.5);
});

/** Every command that shows an error of two classes, as what it prints about a file. */
const shown: Readonly<Record<string, (file: string) => Promise<string>>> = {
  learn: (file) => printed(learn, file),
  'learn --stream': (file) => printed(learn, `${file} --stream`),
  predict: async (file) => {
    await printed(learn, [file, '--model', `${file}.model`]);
    const request = { asked: {}, read: (name: string, options: object) => readDataset(name, options) };
    const session = { unlessInterrupted: <T>(work: T) => work, signal: new AbortController().signal };
    const { quality } = await predictFile(
      `${file}.model`,
      file,
      request,
      session as unknown as Parameters<typeof predictFile>[3],
    );
    return quality!;
  },
  simulate: (file) => printed(simulate, `${file} --budget 100`),
  'simulate --compare': (file) => printed(simulate, `${file} --budget 100 --compare random`),
  'simulate --curve': async (file) => {
    await printed(simulate, [file, '--budget', '100', '--curve', `${file}.csv`]);
    return readFileSync(`${file}.csv`, 'utf8').replaceAll('\n', ' ');
  },
  'simulate --seeds': (file) => printed(simulate, `${file} --budget 100 --seeds 2`),
  calibrate: (file) => printed(calibrate, `${file} --pilot 200 --runs 2 --budget 100`),
  audit: async (file) => printed(audit, [await ledgerOf(file)]),
  replay: async (file) => printed(replay, [await ledgerOf(file), '--data', file, '--loss', 'hinge']),
  'label, question': async (file) => {
    const standing = await labelled(file);
    const question = { number: 1, row: 0, probability: 1, reads: 'counts', classes: 2, predicted: 1, prediction: 1, distance: 1 };
    const classes = namedClasses(['no', 'yes'], { negative: -1, positive: 1 });
    const screen = { ...screenOf(0, { TERM: 'dumb' }), columns: 400 };
    return questionView(question as Question, standing, { lines: [], isCut: false }, classes, screen).join('\n');
  },
  'label, terminal': async (file) => farewellView(await labelled(file), [], 400).join('\n'),
  'label, page': async (file) => standingLines(await labelled(file), 'over').join('\n'),
  'label, protocol': async (file) => doneLine(await labelled(file), []),
};

async function ledgerOf(file: string): Promise<string> {
  const ledger = `${file}.${++files}.jsonl`;
  await printed(simulate, `${file} --budget 150 --explore 0.5 --holdout 0.01 --ledger ${ledger}`);
  return ledger;
}

async function labelled(file: string) {
  const data = await readDataset(file, { labels: 'sign' });
  const classes = namedClasses(['no', 'yes'], { negative: -1, positive: 1 });
  const reported = { file: `${file}.${++files}.jsonl`, record: 'considered', classes, iwal: 'test', now: 'now' } as const;
  const session = finished(openSession(planOf(pacedSpec(120), data, reported)));
  while (session.question !== undefined) finished(session.answer(data.labels[session.question.row]));
  session.finish();
  session.close();
  return session.standing;
}

describe.each(Object.entries(shown))('%s', (name, show) => {
  it('shows them where one class is small, and there alone', async () => {
    const said = await show(path('small.svm'));
    if (name === 'audit') expect(said).toContain('go by the balanced error and the F-score');
    else if (name === 'simulate --curve') expect(said).toMatch(CURVES);
    else expect(said).toMatch(name.startsWith('simulate --') ? COLUMNS : name === 'calibrate' ? OF_PILOT : LINE);
    const even = await show(path('even.svm'));
    expect(even).not.toMatch(COLUMNS);
    expect(even).not.toMatch(CURVES);
    expect(even).not.toMatch(LINE);
    expect(even).not.toMatch(OF_PILOT);
    expect(even).not.toContain('go by the balanced error');
  });
});

it('learn says of a pass what its predictions are worth, in numbers too, streamed or not', async () => {
  const options = [path('small.svm'), '--json', '--predictions', path('predictions')];
  const reported = JSON.parse(await printed(learn, options)) as { classes: unknown; progressiveError: number };
  const streamed = JSON.parse(await printed(learn, `${path('small.svm')} --json --stream`)) as typeof reported;
  expect(streamed).toEqual(reported);
  const { labels } = await readDataset(path('small.svm'), { labels: 'sign' });
  const measures = new ClassMeasures(losses.logistic);
  text('predictions')
    .trimEnd()
    .split('\n')
    .forEach((line, i) => measures.record(Number(line), labels[i]));
  expect(reported.classes).toEqual(measures.summary);
});
