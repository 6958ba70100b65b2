/** The query rules, by the names that specs and the command line use. */
import { iwalCal } from './iwal-cal.ts';
import { passive } from './passive.ts';
import { random } from './random.ts';
import { slides } from './slides.ts';
import { varianceAware } from './variance-aware.ts';

export const queries = {
  passive,
  random,
  slides,
  'iwal-cal': iwalCal,
  'variance-aware': varianceAware,
};
