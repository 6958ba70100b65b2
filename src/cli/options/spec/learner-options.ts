import { averageSchema } from '../../../specs/learner-spec.ts';
import { didYouMean } from '../../../files/did-you-mean.ts';
import { decimal } from '../../../numerics/decimals.ts';
import { SCALINGS, type Scaling } from '../../../learners/feature-units.ts';
import { UsageError } from '../../terminal/failure.ts';
import { meanings, optional, readAs } from '../../syntax/option.ts';

const whenToAverage = readAs(
  (written) => averageSchema.safeParse(written.endsWith('%') ? written : decimal(written)).data,
  'a whole number of labels >= 0, or a share of them as in 50%;',
);

/** Options of all commands that learn, beside the loss, the update rule and the optimizer. */
export const learnerOptions = {
  average: optional(
    'predict with the mean of the weights since this many labels (0: since the first), or since a share of the labels ' +
      'that will be learned, as in 50%; absent: with the latest weights',
    whenToAverage,
  ),
  scale: optional(
    `learn features in units learned on the way: ${meanings(SCALINGS, ', ')}; absent: as they are (normalized optimizers need no other)`,
  ),
};

/**
 * What is written behind --scale: units of the features, or the parameter of that name of a query rule that is run, which `others`
 * have then.
 *
 * @throws UsageError for what is neither.
 */
export function scalingIn(
  written: string | undefined,
  isParameter: boolean,
): { readonly scaling?: Scaling; readonly parameter?: string } {
  if (written === undefined) return {};
  if (Object.hasOwn(SCALINGS, written)) return { scaling: written as Scaling };
  if (isParameter && Number.isFinite(decimal(written))) return { parameter: written };
  const names = Object.keys(SCALINGS);
  throw new UsageError(
    `--scale must be ${names.join(' or ')}${isParameter ? ', or a number for the query rule' : ''}; ` +
      `found '${written}'${didYouMean(written, names)}`,
  );
}
