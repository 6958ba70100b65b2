/** The verdicts of step-size-flavours on hand-made losses, and its cells. */
import { expect, it } from 'vitest';
import { stepSizeFlavours } from '../../experiments/step-size-flavours/study.ts';
import { SPARSE_SETS } from '../../experiments/step-size-flavours/sparsity.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type OnlineCell = Cell<'online'>;

const SETS = [...new Set(cellsOf(stepSizeFlavours).map(({ dataset }) => dataset!))].filter(
  (name) => !(SPARSE_SETS as readonly string[]).includes(name),
);

/**
 * A valley whose bottom is where the flavour puts it: the same for all sets with normalized steps, a decade a set apart without.
 */
function loss({ dataset, run: { update, optimizer } }: OnlineCell): number {
  const power = Math.log10((optimizer as { eta0: number }).eta0);
  const place = SETS.indexOf(dataset);
  const { bottom, at } = {
    'gradient-descent': { bottom: 4, at: -1.5 * place },
    'ada-grad': { bottom: 3, at: -place },
    normalized: { bottom: 2, at: 0 },
    'normalized-adaptive': { bottom: 1, at: 0 },
  }[optimizer.name as 'normalized'];
  return bottom + (update === 'naive' ? 1 : 0.01) * Math.abs(power - Math.round(at));
}

/** Weights left and loss of the sparse methods: a penalty costs FTRL-Proximal least and FOBOS most. */
function sparse({ run: { optimizer } }: OnlineCell) {
  const order = { 'ftrl-proximal': 1, rda: 2, 'truncated-gradient': 3, fobos: 4 }[optimizer.name as 'rda'];
  const { l1, gravity } = optimizer as { l1?: number; gravity?: number };
  const isPenalised = (l1 ?? gravity) !== 0;
  return { nonZeros: isPenalised ? 10 * order : 100, test: { loss: 0.5, error: 0.2 }, validation: { loss: 0.5, error: 0.2 } };
}

function verdicts(lossOf: (cell: OnlineCell) => number, sparseOf: (cell: OnlineCell) => object = sparse): string[] {
  const findings = findingsOf(stepSizeFlavours, (cell) => {
    const own = cell as OnlineCell;
    const isSparse = !SETS.includes(own.dataset);
    return {
      curve: [{ examples: 100, loss: isSparse ? 1 : lossOf(own), error: null }],
      validation: null,
      test: null,
      nonZeros: 1,
      ...(isSparse ? sparseOf(own) : {}),
    };
  });
  return failing(stepSizeFlavours.report(findings));
}

it('cells are legal and distinct at both sizes, on at least five badly scaled sets', () => {
  expect(cellsOf(stepSizeFlavours, 'full').length).toBeGreaterThan(cellsOf(stepSizeFlavours).length);
  expect(SETS.length).toBeGreaterThanOrEqual(5);
});

it('all claims hold where losses are as claimed', () => expect(verdicts(loss)).toEqual([]));

it('without a difference between flavours or updates, nothing that needs one holds', () => {
  const failed = verdicts((cell) =>
    loss({
      ...cell,
      run: { ...cell.run, update: 'naive', optimizer: { ...cell.run.optimizer, name: 'ada-grad' } },
    } as OnlineCell),
  );
  expect(failed.filter((claim) => claim.includes('varies far less'))).toHaveLength(4);
  expect(failed.filter((claim) => claim.startsWith('Invariant updates have more good rates'))).toHaveLength(4);
});

it('a method that comes near no low loss keeps no few weights, and where both do not, nothing is decided', () => {
  const dear = (cell: OnlineCell) => ({
    ...sparse(cell),
    ...(cell.run.optimizer.name === 'ftrl-proximal' ? { validation: { loss: 0.9, error: 0.2 } } : {}),
  });
  expect(verdicts(loss, dear)).toEqual([
    'At the same loss, FTRL-Proximal keeps fewer weights than FOBOS',
    'At the same loss, FTRL-Proximal keeps fewer weights than RDA',
  ]);
  const onlyTruncated = (cell: OnlineCell) => ({
    ...sparse(cell),
    ...(cell.run.optimizer.name === 'truncated-gradient' ? {} : { validation: { loss: 0.9, error: 0.2 } }),
  });
  expect(verdicts(loss, onlyTruncated)).toHaveLength(3);
});
