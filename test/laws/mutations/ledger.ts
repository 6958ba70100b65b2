/** Wrong records, readers and audits, planted one at a time. */
import { brokenLedgerLaw, ledgerModules } from '../../support/laws/ledger-laws.ts';
import type { Mutation, World } from '../../support/mutation.ts';

const mutations: readonly Mutation[] = [
  // what is recorded
  {
    wrong: 'a late answer is recorded with another importance',
    file: 'ledger/recorder.ts',
    find: '      importance,\n      ...(rowImportance',
    replace: '      importance: 1,\n      ...(rowImportance',
  },
  {
    wrong: "the importance of a late answer's row is lost",
    file: 'ledger/recorder.ts',
    find: '      ...(rowImportance !== undefined && { rowImportance }),\n      ...(learnedImportance',
    replace: '      ...(learnedImportance',
  },
  {
    wrong: 'importances of rows below 1 are lost',
    file: 'ledger/recorder.ts',
    find: 'situation.rowImportance !== 1',
    replace: 'situation.rowImportance > 1',
  },
  {
    wrong: 'the last cost is all that was spent',
    file: 'ledger/recorder.ts',
    find: 'this.#spent += cost',
    replace: 'this.#spent = cost',
  },
  {
    wrong: 'the importance considered is the number of examples',
    file: 'ledger/recorder.ts',
    find: '...(consideredImportance !== examples && { consideredImportance })',
    replace: '...{}',
  },
  {
    wrong: 'a model whose importances nobody knows',
    file: 'ledger/model-chain.ts',
    find: 'writeDoubleLE(importance, 16)',
    replace: 'writeDoubleLE(1, 16)',
  },
  { wrong: 'a model of two equal halves', file: 'ledger/model-chain.ts', find: '= [0, 1]', replace: '= [0, 0]' },
  {
    wrong: 'an undo keeps the model of what was taken back',
    file: 'ledger/model-chain.ts',
    find: 'this.#lanes = lanes;\n',
    replace: '',
  },
  {
    wrong: 'importances of the pool are not in its identity',
    file: 'ledger/pool-identity.ts',
    find: 'some((each) => each !== 1)',
    replace: 'some((each) => each < 0)',
  },

  // lines, files and undo
  {
    wrong: 'the checksum is not compared',
    file: 'ledger/file/parsed-line.ts',
    find: 'found !== written',
    replace: "written === ''",
  },
  { wrong: '-0 reads back as 0', file: 'ledger/file/line.ts', find: ' || Object.is(value, -0)', replace: '' },
  {
    wrong: 'a block loses who could not answer',
    file: 'ledger/file/block.ts',
    find: 'example.label = null',
    replace: 'example.label = 0',
  },
  {
    wrong: 'an undo one entry short',
    file: 'ledger/file/read-ledger.ts',
    find: '.length = from;',
    replace: '.length = from + 1;',
  },
  {
    wrong: 'an undo one entry too far',
    file: 'ledger/file/read-ledger.ts',
    find: '.length = from;',
    replace: '.length = Math.max(0, from - 1);',
  },
  {
    wrong: 'lines of what was undone',
    file: 'ledger/file/read-ledger.ts',
    find: 'this.#lines.length = from;',
    replace: '',
  },
  { wrong: 'a line feed that is not there', file: 'ledger/file/read-ledger.ts', find: 'isWhole ? 1 : 0', replace: '1' },
  {
    wrong: 'a run that goes back says nothing again',
    file: 'ledger/file/ledger-file.ts',
    find: 'this.#known = position',
    replace: 'this.#known = position + 5',
  },
  { wrong: 'a new ledger was cut off', file: 'ledger/file/ledger-file.ts', find: 'cutOff: 0', replace: 'cutOff: 1' },

  // replaying and auditing
  {
    wrong: 'a replay without costs',
    file: 'ledger/replay/recorded-oracle.ts',
    find: 'this.#spent += entry.cost!',
    replace: 'this.#spent += 1',
  },
  {
    wrong: 'late answers arrive early',
    file: 'ledger/replay/recorded-oracle.ts',
    find: 'late.after > time',
    replace: 'late.after > time + 1',
  },
  {
    wrong: '-0 verified as 0',
    file: 'ledger/replay/verifier.ts',
    find: '!Object.is(found, wanted)',
    replace: 'found !== wanted',
  },
  {
    wrong: 'a replay in which rows are worth 1',
    file: 'ledger/replay/replay.ts',
    find: 'const considered = { rows, order, ...(importances !== undefined && { importances }) }',
    replace: 'const considered = { rows, order }',
  },
  {
    wrong: 'other importances than the run was begun with',
    file: 'ledger/replay/same-run.ts',
    find: ' && hasImportances',
    replace: '',
  },
  {
    wrong: "a late answer's importance is not audited",
    file: 'ledger/audit/consistency.ts',
    find: "different('importance', importance, purchase.importance, by) ??",
    replace: '',
  },
  {
    wrong: 'an error rate over rows is audited',
    file: 'ledger/audit/consistency.ts',
    find: 'this.#considered += rowImportance',
    replace: 'this.#considered += 1',
  },
  {
    wrong: 'implied rows are audited by number',
    file: 'ledger/audit/consistency.ts',
    find: 'this.#implied += rowImportance',
    replace: 'this.#implied += 1',
  },
  {
    wrong: "the audit's clock does not stop with the budget",
    file: 'ledger/audit/error-tally.ts',
    find: 'if (isSpent) tally.stop();',
    replace: '',
  },
  {
    wrong: "the audit's tally counts rows",
    file: 'ledger/audit/error-tally.ts',
    find: 'tally.consider(rowImportance,',
    replace: 'tally.consider(1,',
  },
];

export const ledgerMutations: World = {
  name: 'ledger',
  folders: ['numerics', 'files', 'statistics', 'losses', 'rows', 'data', 'fits', 'learners', 'queries', 'streams', 'ledger'],
  mutations,
  async judge(load) {
    return brokenLedgerLaw(await ledgerModules(load));
  },
};
