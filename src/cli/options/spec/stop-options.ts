import { present } from '../../../numerics/present.ts';
import { lookUp } from '../../../specs/choices.ts';
import type { GivenRun } from '../../../specs/run-spec.ts';
import type { RunSpec } from '../../../specs/run.ts';
import type { LeadGoal } from '../../../streams/stopping/lead.ts';
import { STOP_MEASURES, type StopGoal } from '../../../streams/stopping/stopping.ts';
import { going, number, optional, readAs, shareOrNumber, type Values } from '../../syntax/option.ts';
import { UsageError } from '../../terminal/failure.ts';
import { columnsIn, type guessOptions } from '../reading-options.ts';

const GOAL = /^\s*(\w+)\s*(<=|>=)\s*(\S+)\s*$/;
const LEAD = /^\s*(.+?)\s*>\s*([^=].*?)(?:\s+or\s+within\b\s*(.*?))?\s*$/;
/** No margin. */
const NONE = 'none';

type Written = Pick<StopGoal, 'measure' | 'limit'> | Pick<LeadGoal, 'measure' | 'first' | 'second' | 'limit'>;

const LEGAL_GOALS =
  'as "error <= 0.05" or "recall >= 0.95", with a number in (0, 1), or with --guess a,b as "a > b" or "a > b or within 1%", ' +
  'with a percentage in (0, 100);';

/** "error <= 0.05" or "gpt > rules or within 1%": what is waited for. */
const stopIn = readAs((written): Written | undefined => {
  const [, measure = '', sign = '', bound = ''] = GOAL.exec(written) ?? [];
  const [, first = '', second = '', margin = NONE] = measure === '' ? (LEAD.exec(written) ?? []) : [];
  if (measure !== '') lookUp('measure', STOP_MEASURES, measure);
  const limit = shareOrNumber(measure === '' ? margin : bound);
  const isShare = limit > 0 && limit < 1;
  if (isShare && sign === (measure === 'error' ? '<=' : '>=')) return { measure: measure as StopGoal['measure'], limit };
  const isLead = first !== '' && !Object.hasOwn(STOP_MEASURES, first) && (margin === NONE || (isShare && margin.endsWith('%')));
  return isLead ? { measure: 'lead', first, second, ...(isShare && { limit }) } : undefined;
}, LEGAL_GOALS);

/** When the run is to end, for commands that buy labels. */
export const stopOptions = {
  stop: optional(
    `end the run when a certificate says so: "error <= 0.05" (${STOP_MEASURES.error}) or "recall >= 0.95" ` +
      `(${STOP_MEASURES.recall}). It is about the rows considered, not about those after the end, and holds wherever the run ` +
      'ends. Labels can certify, with 95% confidence, an error of about 3.8 / (e * budget) at best, where e is the share of ' +
      '--explore: 500 labels at 0.5 reach 1.5% of the rows. The run prints its own limit before it begins. With --guess a,b: ' +
      '"a > b" ends it when it is certified which of the two is right more often in all rows of the file, and ' +
      '"a > b or within 1%" also when they differ by at most 1% of the rows',
    stopIn,
  ),
  'stop-confidence': going(
    number({
      meaning: 'confidence of the bound that --stop certifies, of two guesses on both sides; 0.95 if absent',
      above: 0,
      below: 1,
    }),
    { with: ['stop'] },
  ),
};

/** What a run waits for: what is written, or what the session was begun with. Two guesses stand in the order of their columns. */
export function stopOf(
  { stop, guess, 'stop-confidence': confidence }: Partial<Values<typeof stopOptions> & Values<typeof guessOptions>>,
  begun: RunSpec | undefined,
): GivenRun['stop'] {
  if (stop === undefined) return begun?.stop;
  const columns = columnsIn(guess ?? '').map(String);
  if (stop.measure === 'error' && columns.length === 2 && begun?.stop?.measure !== 'error')
    throw new UsageError(
      `--stop "error <= …" is about one column of guesses; of two, --stop "${columns.join(' > ')}" ends the run when it is ` +
        'certified which is right more often',
    );
  if (stop.measure !== 'lead') return { ...stop, ...present({ confidence }) };
  const named = [stop.first, stop.second];
  if (columns.length !== 2)
    throw new UsageError(
      `--stop "${named.join(' > ')}" holds two columns of guesses against each other: --guess ${named.join()}`,
    );
  if (columns.some((column) => !named.includes(column)))
    throw new UsageError(`--stop must name the two columns of --guess, "${columns.join(' > ')}"; found "${named.join(' > ')}"`);
  const [first, second] = columns;
  return { ...stop, first, second, ...present({ confidence }) };
}
