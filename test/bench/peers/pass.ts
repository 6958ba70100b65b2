/** Measures one pass in a process where no other learner has run, the second of two: `pass.js FILE PASS KERNELS`, as one line of JSON. */
import { inlinePasses } from '../../../src/cli/terminal/event-loop.ts';
import { readCache } from '../../../src/data/cache/cache-file.ts';
import { chooseKernels } from '../../../src/rows/kernels/choice.ts';
import { runPass, type PassName } from '../kernels.ts';

const [file, pass, kernels] = process.argv.slice(2) as [string, PassName, 'wasm' | 'js'];
chooseKernels(kernels);
inlinePasses();
const { dataset } = readCache(file);
runPass(pass, dataset);
console.log(JSON.stringify(runPass(pass, dataset)));
