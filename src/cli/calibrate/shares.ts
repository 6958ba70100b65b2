import type { Percentage } from '../../specs/choices.ts';

/** The budgets that are forecast, whatever is asked for. */
export const SHARES: readonly Percentage[] = ['1%', '2%', '5%', '10%', '20%', '40%'];

/** Rows that a pilot has at least. */
export const LEAST_OF_PILOT = 10;
