/** LAW of passes: every way of learning several passes tells its learner where one begins, so that a decay between passes is one. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import { writeSvmlight } from '../../../src/data/svmlight-writer.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { toyTask } from '../../support/toy.ts';

const { path } = temporaryFolder();
const toy = toyTask({ rows: 200, seed: 1 });
const two = path('two.svm');
const three = path('three.svm');
await writeSvmlight(two, toy);
await writeSvmlight(three, { ...toy, labels: toy.labels.map((y, i) => (y > 0 ? 1 : 2 + (i % 2))) });

const ways: Readonly<Record<string, readonly string[]>> = {
  'two classes': [two],
  'a stream': [two, '--stream'],
  'several classes': [three, '--reduction', 'one-against-all'],
  'an order': [two, '--reduction', 'pairwise-ranking'],
};

describe.each(Object.entries(ways))('%s', (name, args) => {
  const model = path(`${name.replaceAll(' ', '-')}.model`);
  const predictions = async (...more: string[]): Promise<string> => {
    const out = `${model}.txt`;
    await printed(learn, [...args, '--optimizer', 'gradient-descent', '--eta', '0.3', '--model', model, ...more]);
    await printed(predict, [model, args[0], '--form', 'jsonl', '--out', out]);
    return readFileSync(out, 'utf8');
  };

  it('a decay between passes changes the second pass, and not the first', async () => {
    expect(await predictions('--passes', '2', '--decay', '0.25')).not.toBe(await predictions('--passes', '2'));
    expect(await predictions('--decay', '0.25')).toBe(await predictions());
  });

  it('a second pass teaches more than the first', async () => {
    expect(await predictions('--passes', '2')).not.toBe(await predictions());
  });
});

it('an average of a share is one of all passes', async () => {
  const averaged = async (average: string): Promise<string> => {
    const [model, out] = [path('average.model'), path('average.txt')];
    const way = [two, '--optimizer', 'gradient-descent', '--eta', '0.3', '--passes', '2', '--average', average, '--model', model];
    await printed(learn, way);
    await printed(predict, `${model} ${two} --out ${out}`);
    return readFileSync(out, 'utf8');
  };
  // Half of 400 labels that two passes learn.
  expect(await averaged('50%')).toBe(await averaged('200'));
});
