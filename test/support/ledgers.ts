/** Ledgers of runs on the small stream, for laws about keeping, reading and replaying them. */
import { writeFileSync } from 'node:fs';
import { gathered, type Evidence } from '../../src/ledger/audit/evidence.ts';
import { finished } from '../../src/numerics/work.ts';
import type { Draft, Entry, Header, Recorded } from '../../src/ledger/entry.ts';
import { checksumText, lineText } from '../../src/ledger/file/line.ts';
import { ModelChain } from '../../src/ledger/model-chain.ts';
import { poolIdentity } from '../../src/ledger/pool-identity.ts';
import { Recorder, type RecorderOptions } from '../../src/ledger/recorder.ts';
import type { LabelsLeft } from '../../src/ledger/replay/recorded-oracle.ts';
import { losses } from '../../src/losses/index.ts';
import { judgeOfLoss } from '../../src/streams/judge.ts';
import { knowing } from '../../src/streams/oracles/annotator.ts';
import { order, prepared, run, task, type Run } from './active-runs.ts';

export const stream = { rows: task.rows, order };

/** What an audit gathers of a ledger, at once. */
export function evidenceOf(...of: Parameters<typeof gathered>): Evidence {
  return finished(gathered(...of));
}

/** The header of a run, with what distinguishes it as its spec. */
export function headerOf({ rule, seed = 1, data = task, floor, budget }: Run, record: Recorded): Header {
  return {
    'iwal-ledger': 2,
    iwal: '0.1.0',
    record,
    data: poolIdentity({ ...data, name: 'toy' }),
    spec: { rule, seed, floor, budget },
  };
}

/** What the oracle of a run charges, and how far its budget reaches. */
export function accountsOf({
  budget = Infinity,
  decorators = [],
}: Run): Pick<RecorderOptions, 'cost'> & { readonly left: LabelsLeft } {
  const annotator = decorators.reduce((inner, decorate) => decorate(inner), knowing(task.labels));
  return { cost: (row) => annotator.cost(row), left: (row, spent) => (budget - spent) / annotator.price(row) };
}

/** What an audit of a run is told. */
export function contextOf(what: Run, isTruthful = true) {
  const { floor } = what;
  const judged = { judge: judgeOfLoss(losses.logistic), query: prepared(what).active.query, left: accountsOf(what).left };
  return { ...judged, isTruthful, ...(floor !== undefined && { floor }) };
}

/** A fresh learner of a run with all that replaying asks for. */
export function freshRun(what: Run) {
  return { active: prepared(what).active, ...accountsOf(what) };
}

/** A recorder whose entries are sealed and kept. */
export function sealing(header: Header, cost: RecorderOptions['cost']): { entries: Entry[]; recorder: Recorder } {
  const chain = new ModelChain(header);
  const entries: Entry[] = [];
  const take = (draft: Draft): unknown => entries.push(chain.seal(draft));
  return { entries, recorder: new Recorder({ record: header.record, cost, take }) };
}

/** A whole run with its ledger. */
export function keptRun(what: Run, record: Recorded, finish: 'to the end' | 'left off' = 'to the end') {
  const header = headerOf(what, record);
  const { entries, recorder } = sealing(header, accountsOf(what).cost);
  const { active, evaluator, oracle } = run({ ...what, observer: recorder });
  if (finish === 'to the end') recorder.end(evaluator.error);
  return { header, entries, active, evaluator, oracle, text: textOf(header, entries) };
}

/** A ledger as it stands in its file. */
export function textOf(header: Header, entries: readonly Entry[]): string {
  return [header, ...entries].map((line) => `${lineText(line, header['iwal-ledger'])}\n`).join('');
}

/** Writes a whole run's ledger and gives the run. */
export function keptInFile(file: string, what: Run, record: Recorded) {
  const kept = keptRun(what, record);
  writeFileSync(file, kept.text);
  return kept;
}

/** The text of a ledger that was changed by somebody who changed the checksums, too. */
export function resealed(text: string): string {
  return text.replace(/^(.*),"crc":"[0-9a-f]{8}"\}$/gm, (_, sealed: string) => `${sealed},"crc":"${checksumText(sealed)}"}`);
}
