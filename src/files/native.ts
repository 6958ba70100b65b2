import { IwalError } from '../numerics/iwal-error.ts';

/** A package of machine code has no build for this platform, or none was installed. */
export class PlatformError extends IwalError {
  override readonly code = 'IWAL_PLATFORM';
  override readonly name = 'PlatformError';
}

/**
 * What `load` loads: packages of machine code, which come built for a platform and are loaded by what needs them alone. `wants` says what
 * that is, and `without` what can be done instead.
 *
 * @throws PlatformError where this machine has none that works.
 */
export async function native<T>(name: string, load: () => Promise<T>, wants: string, without: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new PlatformError(
      `${wants} needs the package ${name}, which does not load on ${process.platform} ${process.arch} (${reason}); ` +
        `install iwal again with its optional packages, or ${without}`,
    );
  }
}
