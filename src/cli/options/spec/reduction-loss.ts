import { losses } from '../../../losses/index.ts';
import { reductions } from '../../../reductions/index.ts';
import { lookUp } from '../../../specs/choices.ts';
import { DEFAULTS } from '../../../specs/defaults.ts';
import { RANKING } from '../../../specs/kinds/ranking.ts';
import { nameIn, plainChoice, optional, type WrittenChoice } from '../../syntax/option.ts';

/** How more than two classes become one where nobody says it. */
export const DEFAULT_REDUCTION = 'one-against-all';

/** "one-against-all (…), …": what each reduction does; those with matches of classes do not say how near another class is. */
export function reductionMeanings(which: 'all' | 'without matches'): string {
  const listed = Object.entries(reductions).filter(([, { matches }]) => which === 'all' || matches === undefined);
  return listed.map(([name, { meaning }]) => `${name} (${meaning})`).join(', ');
}

/** How several classes become one, for commands that read labels of more than two. */
export const reductionOption = optional(
  `for several classes, how one learner decides between them: ${reductionMeanings('without matches')}; ` +
    'labels are then classes, by number or by name',
  nameIn('reduction', reductions),
);

/** How several classes become one: as it is written, and by default where more than two are named; undefined for two. */
export function reductionOf<R extends string>(written: {
  readonly reduction?: R | undefined;
  readonly classes?: readonly string[] | undefined;
}): R | typeof DEFAULT_REDUCTION | undefined {
  return written.reduction ?? ((written.classes?.length ?? 0) > 2 ? DEFAULT_REDUCTION : undefined);
}

/** What is said where nobody wrote it. */
export function defaultReductionNote(classes: readonly string[] | undefined): string {
  const { meaning } = reductions[DEFAULT_REDUCTION];
  if (classes !== undefined) return `${classes.length} classes by ${DEFAULT_REDUCTION}: ${meaning}`;
  return `the labels are of more than two classes: ${DEFAULT_REDUCTION}, ${meaning}; --reduction names another way`;
}

/** The default loss, or where it does not suit a reduction, squared loss. */
export function lossFor(reduction: string): WrittenChoice {
  if (reduction === RANKING) return plainChoice(DEFAULTS.loss);
  const kind = lookUp('reduction', reductions, reduction);
  return plainChoice(kind.unfit(losses[DEFAULTS.loss]) === undefined ? DEFAULTS.loss : 'squared');
}
