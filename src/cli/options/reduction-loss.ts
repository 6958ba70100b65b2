import { losses } from '../../losses/index.ts';
import { reductions } from '../../reductions/index.ts';
import { lookUp } from '../../specs/choices.ts';
import { DEFAULTS } from '../../specs/defaults.ts';
import { RANKING } from '../../specs/ranking.ts';
import { plainChoice, type WrittenChoice } from '../syntax/written-choice.ts';

/** How more than two classes become one where nobody says it. */
export const DEFAULT_REDUCTION = 'one-against-all';

/** The default loss, or where it does not suit a reduction, squared loss. */
export function lossFor(reduction: string): WrittenChoice {
  if (reduction === RANKING) return plainChoice(DEFAULTS.loss);
  const kind = lookUp('reduction', reductions, reduction);
  return plainChoice(kind.unfit(losses[DEFAULTS.loss]) === undefined ? DEFAULTS.loss : 'squared');
}
