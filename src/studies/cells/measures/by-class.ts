import { z } from 'zod';

/** Whether every error of a cell has what predictions are worth in each of two classes beside it; absent: it stands alone. */
export interface ErrorsWanted {
  readonly errors?: 'by class';
}

/** The same as a field of specs. */
export const errorsField = { errors: z.literal('by class').exactOptional() };
