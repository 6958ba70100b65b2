import type { Loss } from '../../losses/loss.ts';
import type { QueryRule } from '../../queries/query.ts';
import type { Entry, EndEntry, ExampleEntry } from '../entry.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';

/** A label that was learned. */
export interface Learned {
  readonly position: number;
  readonly row: number;
  readonly label: number;
  readonly probability: number;
  readonly importance: number;
  /** The row's own. */
  readonly rowImportance: number;
  readonly prediction: number;
  readonly cost: number;
}

/** What an audit goes by: a ledger's entries, taken apart once for all checks, and what is known besides. */
export interface Evidence {
  /** All of them, in the order in which things happened. */
  readonly entries: readonly Entry[];
  /** n: examples considered. */
  readonly examples: number;
  /** Sum of the rows' own importances: n where they have none; null where the ledger does not tell. */
  readonly consideredImportance: number | null;
  /** Whether rows have importances of their own; absent: they have none. */
  readonly isWeighted?: boolean;
  /** One for every entry about a decision, in the order of the stream. */
  readonly considered: readonly ExampleEntry[];
  /** Whether there is one for every example. */
  readonly isComplete: boolean;
  /** In the order in which they were learned. */
  readonly learned: readonly Learned[];
  /** Purchases that nobody could answer. */
  readonly abstained: readonly ExampleEntry[];
  /** Purchases whose answers have not come. */
  readonly awaited: readonly ExampleEntry[];
  readonly end: EndEntry | undefined;
  readonly loss: Loss;
  readonly query: Pick<QueryRule, 'name' | 'reads' | 'weighting' | 'unbiased'>;
  /** The smallest probability that the run could have; absent where there is no such bound. */
  readonly floor?: number;
  /** How far its budget reached; undefined where that depends on rows that are not known. */
  readonly left: LabelsLeft | undefined;
  /** The true labels by row; absent where nobody knows them. */
  readonly labels?: Float64Array;
  /** Share of wrong predictions by the true labels; null where nobody knows it. */
  readonly trueError: number | null;
  /** Whether answers are known to be the true labels. */
  readonly isTruthful: boolean;
}

export type Known = Pick<
  Evidence,
  'examples' | 'isComplete' | 'isWeighted' | 'loss' | 'query' | 'floor' | 'left' | 'labels' | 'trueError' | 'isTruthful'
>;

export function evidenceOf(entries: readonly Entry[], known: Known): Evidence {
  const considered = entries.filter((entry) => entry.entry === 'example');
  const open = new Map<number, ExampleEntry>();
  const learned: Learned[] = [];
  const abstained: ExampleEntry[] = [];
  for (const entry of entries) {
    if (entry.entry === 'end') continue;
    if (entry.entry === 'example') {
      if (entry.outcome !== 'asked') continue;
      open.set(entry.position, entry);
    }
    if (entry.label === undefined) continue;
    const purchase = open.get(entry.position)!;
    open.delete(entry.position);
    if (entry.label === null) abstained.push(purchase);
    else learned.push(learnedFrom(purchase, entry.label));
  }
  const last = entries.at(-1);
  const end = last?.entry === 'end' ? last : undefined;
  const told = end === undefined ? null : (end.consideredImportance ?? end.examples);
  const consideredImportance = known.isComplete ? rowMassOf(considered) : known.isWeighted === true ? told : known.examples;
  return { ...known, entries, consideredImportance, considered, learned, abstained, awaited: [...open.values()], end };
}

function learnedFrom(
  { position, row, probability, importance, rowImportance = 1, prediction, cost }: ExampleEntry,
  label: number,
): Learned {
  return { position, row, label, probability, importance, rowImportance, prediction, cost: cost! };
}

/** Sum of the rows' own importances. */
export function rowMassOf(entries: readonly Pick<ExampleEntry, 'rowImportance'>[]): number {
  return entries.reduce((sum, { rowImportance = 1 }) => sum + rowImportance, 0);
}

export function massOf(purchases: readonly { readonly importance: number }[]): number {
  return purchases.reduce((sum, { importance }) => sum + importance, 0);
}
