import { text } from '../syntax/option.ts';

/** A limit of time in a script of Slurm: minutes, minutes:seconds, hours:minutes:seconds, days-hours and what may follow. */
export const timeLimit = text.refine((given) => /^(\d+(:\d\d){0,2}|\d+-\d+(:\d\d){0,2})$/.test(given), {
  error: ({ input }) =>
    `must be a time as Slurm writes it (90, 01:30:00 or 2-12 for minutes, hours or days), found '${String(input)}'`,
});

/** Options of sbatch: one line, of which the array and where it prints are no part. */
export const sbatchOptions = text
  .refine((given) => given.trim().startsWith('-') && !/[\n\r]/.test(given), {
    error: ({ input }) => `must be options in one line, "--partition=cpu --mem=4G", found '${String(input)}'`,
  })
  .refine((given) => !/(^|\s)(--array|-a|--output|-o|--open-mode|--wrap)(\s|=|$)/.test(given), {
    error: ({ input }) => `must leave the array, what it runs and where it prints to iwal, found '${String(input)}'`,
  });
