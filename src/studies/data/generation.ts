import type { Dataset } from '../../rows/dataset.ts';
import type { Rcv1LikeOptions } from '../../data/generated/rcv1-like.ts';
import { rebuilt } from '../../rows/selection/transfer.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';

/** Draws documents like RCV1 on a thread of its own. */
export async function generated(options: Omit<Rcv1LikeOptions, 'onProgress'>, signal: AbortSignal): Promise<Dataset> {
  const [dataset] = await onThread<Dataset>(threadFile('studies/data/generate-thread'), options, signal);
  return rebuilt(dataset);
}
