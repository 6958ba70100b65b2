import { decimals, inShort } from '../../src/numerics/display.ts';
import { type Case, type Claim, meanDifference } from '../../src/studies/results/claim.ts';
import type { Report, Table } from '../../src/studies/study.ts';
import { sparsityPanel, type SparseModel } from './sparsity-panel.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult, MeasurementOf } from '../../src/studies/cells/cell.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import { GOOD_LOSS } from '../support/criteria.ts';

export const SPARSE_SETS = ['a9a', 'rcv1_ccat'] as const;

/** The methods, with the names of their penalty and of their step size. */
const METHODS = {
  'ftrl-proximal': { label: 'FTRL-Proximal', penalty: 'l1', rate: 'alpha' },
  rda: { label: 'RDA', penalty: 'l1', rate: 'gamma' },
  fobos: { label: 'FOBOS', penalty: 'l1', rate: 'eta0' },
  'truncated-gradient': { label: 'truncated gradient', penalty: 'gravity', rate: 'eta0' },
} as const;
type Method = keyof typeof METHODS;
const ALL = Object.keys(METHODS) as Method[];

const FIGURE = 'sparsity.png';

/** A loss that counts as the same: at most so many times the lowest of all methods. */
const SAME = GOOD_LOSS;

type Settings = Readonly<Record<Method, readonly Setting<'online'>[]>>;

interface Arena {
  readonly dataset: string;
  readonly settings: Settings;
  /** Lowest validation loss of all settings of all methods. */
  readonly lowest: number;
}

export function isSparseSet(dataset: string): boolean {
  return (SPARSE_SETS as readonly string[]).includes(dataset);
}

/** The sparse half of step-size-flavours: non-zero weights against loss for FTRL-Proximal, RDA, FOBOS and truncated gradient. */
export function sparsity(results: readonly CellResult<'online'>[]): Pick<Report, 'protocol' | 'figures' | 'tables' | 'claims'> {
  const arenas = [
    ...groupBy(
      results.filter(({ cell }) => isSparseSet(cell.dataset)),
      ({ cell }) => cell.dataset,
    ),
  ].map(([dataset, own]) => arena(dataset, own));
  return {
    protocol: [
      'Sparsity: logistic loss, plain gradient steps, one pass over ' +
        `${SPARSE_SETS.join(' and ')}. For every penalty the step size is the one with the lowest ` +
        'validation loss; the figure shows its test loss against the weights that are not 0. ' +
        'A method is represented by the setting with the fewest weights among those whose validation loss is at most ' +
        `${SAME} times the lowest of all methods; a set on which neither of two methods has one decides nothing between ` +
        'them. The test part decides nothing. Means over shuffles.',
    ],
    figures: [
      {
        file: FIGURE,
        figure: { panels: arenas.map(panel) },
        caption: 'Weights that are not 0 against test loss, from no penalty to a large one.',
      },
    ],
    tables: arenas.map(table),
    claims: (
      [
        ['ftrl-proximal', 'fobos'],
        ['rda', 'fobos'],
        ['ftrl-proximal', 'rda'],
      ] as const
    ).map(([method, other]) => fewerClaim(arenas, method, other)),
  };
}

function arena(dataset: string, results: readonly CellResult<'online'>[]): Arena {
  const all = settingsOf(results);
  const of = (method: Method): Setting<'online'>[] => all.filter(({ run }) => run.optimizer.name === method);
  const settings = {
    'ftrl-proximal': of('ftrl-proximal'),
    rda: of('rda'),
    fobos: of('fobos'),
    'truncated-gradient': of('truncated-gradient'),
  };
  return { dataset, settings, lowest: Math.min(...all.map(validationLoss)) };
}

function validationLoss(setting: Setting<'online'>): number {
  return meanOf(setting, ({ validation }) => validation!.loss);
}

function testLoss(setting: Setting<'online'>): number {
  return meanOf(setting, ({ test }) => test!.loss);
}

function weights(setting: Setting<'online'>): number {
  return meanOf(setting, ({ nonZeros }) => nonZeros);
}

/** Infinity where a run failed: it has lost. */
function meanOf(
  { measurements, failures }: Setting<'online'>,
  quantity: (measurement: MeasurementOf<'online'>) => number,
): number {
  return failures.length > 0 ? Infinity : mean(measurements.map(quantity));
}

function parameter({ run }: Setting<'online'>, name: string): number {
  return (run.optimizer as unknown as Readonly<Record<string, number>>)[name];
}

function penaltyOf(setting: Setting<'online'>, method: Method): number {
  return parameter(setting, METHODS[method].penalty);
}

/** For every penalty the setting with the lowest validation loss. */
function alongPenalties({ settings }: Arena, method: Method): Setting<'online'>[] {
  const byPenalty = groupBy(settings[method], (setting) => penaltyOf(setting, method));
  return [...byPenalty.values()].flatMap((candidates) => bestOf(candidates, validationLoss) ?? []);
}

/** The setting that stands for a method; undefined where none comes near the lowest loss. */
function sparsest({ settings, lowest }: Arena, method: Method): Setting<'online'> | undefined {
  return bestOf(
    settings[method].filter((setting) => validationLoss(setting) <= SAME * lowest),
    weights,
  );
}

function panel(arena: Arena) {
  const models = (method: Method): SparseModel[] =>
    alongPenalties(arena, method).map((setting) => ({
      penalty: penaltyOf(setting, method),
      nonZeros: weights(setting),
      loss: testLoss(setting),
      cells: setting.cells,
    }));
  return sparsityPanel({
    title: arena.dataset,
    loss: 'test loss',
    methods: Object.fromEntries(ALL.map((method) => [METHODS[method].label, models(method)])),
  });
}

function table(arena: Arena): Table {
  return {
    title: `${arena.dataset}: fewest weights at the same loss`,
    header: [
      'method',
      'penalty',
      'step size',
      'weights that are not 0',
      'test loss',
      'weights without penalty',
      'test loss without penalty',
    ],
    rows: ALL.map((method) => {
      const [chosen, free] = [
        sparsest(arena, method),
        bestOf(
          arena.settings[method].filter((setting) => penaltyOf(setting, method) === 0),
          validationLoss,
        ),
      ];
      const words = (setting: Setting<'online'> | undefined): string[] =>
        setting === undefined ? ['', ''] : [decimals(weights(setting), 0), decimals(testLoss(setting), 4)];
      return [
        METHODS[method].label,
        chosen === undefined ? 'none is near' : inShort(penaltyOf(chosen, method)),
        chosen === undefined ? '' : `${METHODS[method].rate} ${inShort(parameter(chosen, METHODS[method].rate))}`,
        ...words(chosen),
        ...words(free),
      ];
    }),
  };
}

/** Mean number of weights less that of the other, shuffle by shuffle; a set on which neither comes near decides nothing. */
function fewerClaim(arenas: readonly Arena[], method: Method, other: Method): Claim {
  return {
    claim: `At the same loss, ${METHODS[method].label} keeps fewer weights than ${METHODS[other].label}`,
    cases: arenas.flatMap((each): Case[] => {
      const [own, others] = [method, other].map((one) => sparsest(each, one));
      if (own === undefined && others === undefined) return [];
      const [first, second] = [own, others].map((setting) => setting?.measurements.map(({ nonZeros }) => nonZeros) ?? [Infinity]);
      return [
        {
          what: each.dataset,
          ...meanDifference(first, second, 'shuffles'),
          unit: 'difference',
          criterion: { below: 0 },
          compared: { of: [mean(first), mean(second)], unit: 'count' },
        },
      ];
    }),
    sets: SPARSE_SETS,
    figure: FIGURE,
    tried:
      'The grid of the study is all that was tried: ' +
      [method, other]
        .map((one) => `${arenas.at(0)?.settings[one].length ?? 'no'} penalties and step sizes of ${METHODS[one].label}`)
        .join(' and ') +
      ' on every set.',
  };
}
