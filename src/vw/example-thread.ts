import { workerData } from 'node:worker_threads';
import type { Service } from '../data/readers/blocks/crew.ts';
import { serveBlocks } from '../data/readers/blocks/serve.ts';
import { ExampleParser, type ExampleOptions } from './examples.ts';

// A thread that takes blocks of Vowpal Wabbit text for its learner (examples.ts).
const { file, ...options } = (workerData as Service<ExampleOptions & { readonly file: string }>).options;
serveBlocks(() => new ExampleParser(file, options));
