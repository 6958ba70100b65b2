/** The thread of `iwal calibrate`: posts how many values were tried, and at last the calibration or what went wrong. */
import { parentPort, workerData } from 'node:worker_threads';
import { calibrate, type Calibration, type CalibrationRequest } from '../studies/calibrate.ts';
import type { Failed } from '../studies/outcome.ts';
import { attempted } from '../studies/run-cell.ts';
import { rebuilt } from '../studies/shipping.ts';

export type Work = Omit<CalibrationRequest, 'tried'>;
export type Message = { readonly tried: number } | Calibration | Failed;

const work = workerData as Work;
const post = (message: Message): void => { parentPort!.postMessage(message); };
post(attempted(() => calibrate({ ...work, pilot: rebuilt(work.pilot), pool: rebuilt(work.pool), tried: (tried) => { post({ tried }); } })));
