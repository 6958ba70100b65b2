import { decimals, inShort } from '../../src/numerics/display.ts';
import { type CurvePanel, type PathPanel, type Point, COMPARED } from '../../src/figures/model/figure.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { canonical } from '../../src/specs/hash.ts';
import { completeLearner } from '../../src/specs/learner-spec.ts';
import { type Estimate, meanInterval } from '../../src/statistics/estimate.ts';
import { type ActiveEnd, bestPassive, savingOf, savingText, type BestPassive } from '../support/saving.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Table, Findings, Size } from '../../src/studies/study.ts';
import { GENERATED } from '../support/generated.ts';
import { percent, points, final } from '../support/numbers.ts';
import { Choice } from './choice.ts';
import { BUDGETS, DEFAULT, PACED, pacedAmong, RANDOM, UNBIASED } from './paced.ts';

/** The budget of the arrow, of README, and of the first claim. */
export const HEADLINE: Percentage = '10%';
const CONFIDENCE = 0.95;
const PASSIVE_LABEL = 'best passive learner, stopped early';
/** Points that the figure reaches up to; a tenth as many documents leave twice the error. */
const HIGHEST: Record<Size, number> = { default: 6, full: 3 };

/** All seeds of a contestant at one budget. */
export interface Ends {
  readonly contestant: string;
  readonly budget: Percentage;
  readonly ends: readonly ActiveEnd[];
  readonly cells: readonly string[];
  /** Mean share of the labels that were bought. */
  readonly share: number;
  /** Test error above the end of the best passive learner, over seeds. */
  readonly excess: Estimate;
  /** The same above the contestant's own learner with all labels, where that has run. */
  readonly aboveOwn: Estimate | undefined;
  readonly saving: Estimate;
  /** Mean of sum of importance / rows considered. */
  readonly mass: number;
}

/** How the paced rules stand against the best passive learner of the whole report, on the generated documents. */
export class Savings {
  readonly size: Size;
  readonly documents: number;
  readonly passive: readonly BestPassive[];
  /** How many passive settings the best was chosen from. */
  readonly grid: number;
  readonly all: readonly Ends[];
  /** How the rule of the headline was chosen. */
  readonly choice: Choice;
  /** What the figures draw, few lines that can be told apart. */
  readonly drawn: readonly string[];
  readonly #passiveByLearner: ReadonlyMap<string, Setting>;

  constructor(findings: Findings) {
    const { results, splits, size } = findings;
    this.size = size;
    this.choice = new Choice(findings);
    this.drawn = [this.choice.name, DEFAULT, UNBIASED, RANDOM];
    const settings = settingsOf(ofKind(results, 'active').filter(({ cell }) => cell.dataset.startsWith(GENERATED)));
    const grid = settings.filter(({ run }) => run.query.name === 'passive');
    this.documents = [...splits].find(([name]) => name.startsWith(GENERATED))![1].train.rows.length;
    this.grid = grid.length;
    this.passive = bestPassive(grid);
    this.#passiveByLearner = new Map(grid.map((setting) => [learnerKey(setting), setting]));
    const settingOf = pacedAmong(settings);
    this.all = Object.entries(PACED).flatMap(([contestant, variation]) =>
      BUDGETS.flatMap((budget): Ends[] => {
        const setting = settingOf(variation, budget);
        return setting === undefined || setting.measurements.length < 2 ? [] : [this.#ends(contestant, budget, setting)];
      }),
    );
  }

  #ends(contestant: string, budget: Percentage, setting: Setting): Ends {
    const { measurements, cells } = setting;
    const own = this.#passiveByLearner.get(learnerKey(setting))?.measurements;
    const ends = measurements.map((each) => ({ labels: final(each).queried, error: (each.final ?? final(each)).testError! }));
    const last = this.passive.at(-1)!;
    return {
      contestant,
      budget,
      ends,
      cells,
      share: mean(ends.map(({ labels }) => labels)) / this.documents,
      excess: meanInterval(
        ends.map(({ error }, s) => error - last.errors[s]),
        CONFIDENCE,
      ),
      aboveOwn:
        own?.length === ends.length
          ? meanInterval(
              ends.map(({ error }, s) => error - final(own[s]).testError!),
              CONFIDENCE,
            )
          : undefined,
      saving: savingOf(this.passive, ends),
      mass: mean(measurements.map((each) => final(each).importanceSum / final(each).examples)),
    };
  }

  of(contestant: string, budget: Percentage): Ends | undefined {
    return this.all.find((each) => each.contestant === contestant && each.budget === budget);
  }

  /** Labels there are over labels bought: a saving beyond it cannot be seen. */
  most({ share }: Ends): number {
    return 1 / share;
  }
}

/** Points above the best passive learner's end against the share of labels, from a hundredth of the labels on. */
export function savingPanel(savings: Savings): CurvePanel {
  const { passive, documents, all } = savings;
  const end = passive.at(-1)!;
  const headline = savings.of(savings.choice.name, HEADLINE);
  return {
    kind: 'curves',
    title: headline === undefined ? 'how far a label goes' : findingOf(headline),
    x: { label: 'share of labels bought', unit: 'share', scale: 'log', min: 0.01, max: 1 },
    y: { label: 'test error above the best passive end, points', scale: 'linear', min: 0, max: HIGHEST[savings.size] },
    references: headline === undefined ? [] : [arrow(savings, headline)],
    series: [
      {
        label: PASSIVE_LABEL,
        style: COMPARED,
        points: passive
          .filter(({ labels }) => labels >= documents / 100)
          .map(({ labels, errors, setting }) => ({
            x: labels / documents,
            y: 100 * mean(errors.map((error, s) => error - end.errors[s])),
            note: learnerText(setting),
            cells: setting.cells,
          })),
      },
      ...savings.drawn.map((rule) => ({
        label: labelOf(savings, rule),
        points: all
          .filter(({ contestant }) => contestant === rule)
          .map(({ share, excess, cells }): Point => ({
            x: share,
            y: 100 * excess.value,
            low: 100 * excess.low,
            high: 100 * excess.high,
            cells,
          })),
      })),
    ],
  };
}

/** From the labels of the headline to those that passive learning needs for the same error. */
function arrow(savings: Savings, headline: Ends): { y: number; label: string; span: { from: number; to: number } } {
  const { share, excess, saving } = headline;
  const times = saving.value === Infinity ? `more than ${decimals(savings.most(headline), 1)}` : decimals(saving.value, 1);
  return {
    y: 100 * excess.value,
    label: `→ ${times} times as many labels`,
    span: { from: share, to: Math.min(1, share * saving.value) },
  };
}

/** What the arrow says, in a sentence. */
function findingOf({ share, saving }: Ends): string {
  const needed = saving.value === Infinity ? 'all and more' : percent(share * saving.value, 0);
  return `${percent(share, 0)} of the labels, chosen, are worth ${needed} to the best passive learner`;
}

/** The saving factor against the error that a budget ended with, one line a rule, budgets in their order. */
export function factorPanel(savings: Savings): PathPanel {
  const { all, drawn } = savings;
  const errors = all
    .filter(({ contestant }) => drawn.includes(contestant))
    .map(({ ends }) => 100 * mean(ends.map(({ error }) => error)));
  return {
    kind: 'paths',
    title: 'saving factor',
    x: {
      label: 'test error it ended with',
      unit: 'percent',
      scale: 'linear',
      min: Math.floor(Math.min(...errors)),
      max: Math.ceil(Math.max(...errors)),
    },
    y: { label: 'labels of the best passive learner / labels bought', scale: 'log' },
    references: [{ y: 1, label: '1: no saving' }],
    series: drawn.map((rule) => ({
      label: labelOf(savings, rule),
      points: all
        .filter(({ contestant, saving }) => contestant === rule && saving.value > 0)
        .map(({ ends, saving, cells }): Point => ({
          x: 100 * mean(ends.map(({ error }) => error)),
          y: saving.value,
          ...(saving.low > 0 && Number.isFinite(saving.high) && { low: saving.low, high: saving.high }),
          cells,
        })),
    })),
  };
}

/** How a rule is called beside its line: the one that was chosen says where. */
function labelOf({ choice }: Savings, rule: string): string {
  return rule === choice.name ? `${rule} (chosen on other documents)` : rule;
}

/** Labels, error, excess and saving of every contestant and budget. */
export function savingTable(savings: Savings): Table {
  return {
    title:
      `Paced rules against the best of ${savings.grid} passive learners: test errors are means over seeds, intervals 95% ` +
      'over seeds',
    header: [
      'rule',
      'budget',
      'test error',
      'above the best passive end, points',
      'above the same learner with all labels',
      'saving factor',
      'sum of importance / n',
    ],
    rows: savings.all.map((each) => [
      each.contestant,
      each.budget,
      percent(mean(each.ends.map(({ error }) => error)), 2),
      pointsText(each.excess),
      each.aboveOwn === undefined ? '' : pointsText(each.aboveOwn),
      savingText(each.saving, savings.most(each)),
      decimals(each.mass, 3),
    ]),
  };
}

function pointsText({ value, low, high }: Estimate): string {
  return `${points(value)} (${points(low)} to ${points(high)})`;
}

/** Of two settings that learn alike, whatever they ask. */
function learnerKey({ run }: Setting): string {
  return canonical(completeLearner(run));
}

/** "hinge, ada-grad 0.1". */
export function learnerText({ run }: Setting): string {
  return `${run.loss.name}, ${run.optimizer.name} ${inShort((run.optimizer as { readonly eta0?: number }).eta0)}`;
}
