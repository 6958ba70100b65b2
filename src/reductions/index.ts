import { costSensitive } from './cost-sensitive.ts';
import { filterTree } from './filter-tree.ts';
import { oneAgainstAll } from './one-against-all.ts';
import { scoringFilterTree, staticScoringFilterTree } from './scoring-filter-tree.ts';

/** The reductions of several classes, by the names that specs and the command line use. */
export const reductions = {
  'one-against-all': oneAgainstAll,
  'cost-sensitive': costSensitive,
  'scoring-filter-tree': scoringFilterTree,
  'static-scoring-filter-tree': staticScoringFilterTree,
  'filter-tree': filterTree,
};
