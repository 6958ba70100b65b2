/** Measures one pass where no other learner has run, as the program with one learner has it: the second of two. */
import { parentPort, workerData } from 'node:worker_threads';
import { inlinePasses } from '../../../src/cli/terminal/event-loop.ts';
import { readCache } from '../../../src/data/cache/cache-file.ts';
import { chooseKernels } from '../../../src/rows/kernels/choice.ts';
import { runPass, type PassName } from '../kernels.ts';

const { file, pass, kernels } = workerData as { file: string; pass: PassName; kernels: 'wasm' | 'js' };
chooseKernels(kernels);
inlinePasses();
const { dataset } = readCache(file);
runPass(pass, dataset);
parentPort!.postMessage(runPass(pass, dataset));
