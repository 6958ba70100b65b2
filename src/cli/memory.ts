/** Building something with an array element a feature, or a Failure that says that there are too many. */
import { Failure } from './failure.ts';

export function inMemory<T>(features: number, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(`${features} features do not fit the memory of this machine`);
    throw error;
  }
}
