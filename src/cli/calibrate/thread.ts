import { parentPort, workerData } from 'node:worker_threads';
import { forecastBudgets, type Budgets, type BudgetsRequest } from '../../calibration/error-forecast.ts';
import { type Failed, attempted } from '../../studies/cells/cell.ts';
import { rebuilt } from '../../rows/dataset.ts';
import { beginAsProcess } from '../options/kernels.ts';

/** What the thread of `iwal calibrate` is given. */
export type Work = Omit<BudgetsRequest, 'tried'>;
/** What that thread posts: how many parts of cuts were tried, and at last the forecasts or what went wrong. */
export type Message = { readonly tried: number } | Budgets | Failed;

await beginAsProcess();
const work = workerData as Work;
const post = (message: Message): void => parentPort!.postMessage(message);
post(attempted(() => forecastBudgets({ ...work, pilot: rebuilt(work.pilot), tried: (tried) => post({ tried }) })));
