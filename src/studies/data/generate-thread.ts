import { parentPort, workerData } from 'node:worker_threads';
import { rcv1Like, type Rcv1LikeOptions } from '../../data/rcv1-like.ts';
import { chooseKernels } from '../../rows/kernels/choice.ts';
import { kernelsNamed } from '../../rows/kernels/named.ts';

chooseKernels(kernelsNamed(process.env.IWAL_KERNELS));

/** The thread of data-source.ts: draws documents and posts them on shared memory. */
parentPort!.postMessage(rcv1Like(workerData as Rcv1LikeOptions));
