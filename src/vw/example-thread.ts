import { workerData } from 'node:worker_threads';
import { serveBlocks, type Service } from '../data/readers/blocks/serve.ts';
import { ExampleParser, type ExampleOptions } from './examples.ts';

// A thread that takes blocks of Vowpal Wabbit text for its learner (examples.ts).
serveBlocks((file) => new ExampleParser(file, (workerData as Service<ExampleOptions>).options));
