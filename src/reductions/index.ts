import { costSensitive, oneAgainstAll } from './each-class.ts';
import { filterTree, scoringFilterTree, staticScoringFilterTree } from './trees.ts';

/** The reductions of several classes, by the names that specs and the command line use. */
export const reductions = {
  'one-against-all': oneAgainstAll,
  'cost-sensitive': costSensitive,
  'scoring-filter-tree': scoringFilterTree,
  'static-scoring-filter-tree': staticScoringFilterTree,
  'filter-tree': filterTree,
};
