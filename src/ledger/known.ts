import { present } from '../numerics/present.ts';
import type { QueryRule } from '../queries/query.ts';
import { judgeOf } from '../specs/kinds/active-classes.ts';
import type { RunSpec } from '../specs/run.ts';
import { ruleTraits } from '../specs/traits/rule-traits.ts';
import type { Judge } from '../streams/judge.ts';
import { assistanceOf, floorOf } from './entry.ts';
import type { Ledger } from './file/read-ledger.ts';
import { roundIn } from './passes.ts';
import { leftBySpec } from './replay/labels-left.ts';
import type { LabelsLeft } from './replay/recorded-oracle.ts';
import { examplesIn } from './replay/replay.ts';

/** What is known of a ledger before its entries are read. */
export interface Known {
  /** n: examples considered. */
  readonly examples: number;
  /** Whether there is an entry for every example. */
  readonly isComplete: boolean;
  /** Whether rows have importances of their own; absent: they have none. */
  readonly isWeighted?: boolean;
  readonly judge: Judge;
  readonly query: Pick<QueryRule, 'name' | 'reads' | 'weighting' | 'unbiased'>;
  /** The smallest probability that the run could have; absent where there is no such bound. */
  readonly floor?: number;
  /** Confidences of the predictions that assist the shares of classes; 0 and absent: none does (assistanceOf). */
  readonly assistance?: number;
  /** Standard errors to each side of intervals; 1.96 if absent. */
  readonly c?: number;
  /** Rows of a round over the pool; absent where every row is met once. */
  readonly round?: number;
  /** How far its budget reached; undefined where that depends on rows that are not known. */
  readonly left: LabelsLeft | undefined;
  /** The true labels by row; absent where nobody knows them. */
  readonly labels?: Float64Array;
  /** Share of wrong predictions by the true labels; null where nobody knows it. */
  readonly trueError: number | null;
  /** Whether answers are known to be the true labels. */
  readonly isTruthful: boolean;
}

/** What the spec of a ledger says of how its run is to be counted: who judges, which rule asked, and how far its budget reached. */
export function statedBy({ header }: Ledger, spec: RunSpec) {
  return {
    ...{ judge: judgeOf(spec), query: ruleTraits(spec) },
    ...{ left: leftBySpec(spec, header.data.rows), isTruthful: spec.oracle === undefined },
    ...present({ rounds: spec.rounds, floor: floorOf(header) }),
  };
}

/** What a ledger tells by itself of a run of this judge, which has met its rows in so many rounds; undefined: each once. */
export function knownIn(
  ledger: Ledger,
  { judge, rounds }: { readonly judge: Judge; readonly rounds?: number | undefined },
): Pick<Known, 'examples' | 'isComplete' | 'isWeighted' | 'assistance' | 'round'> {
  const { header } = ledger;
  return {
    examples: examplesIn(ledger),
    isComplete: header.record === 'considered',
    isWeighted: header.data.importances !== undefined,
    assistance: judge.classes === undefined ? 0 : assistanceOf(header),
    ...roundIn(ledger, { rounds }),
  };
}
