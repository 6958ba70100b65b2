import { workerData } from 'node:worker_threads';
import { serveBlocks, type BlockService } from '../data/readers/blocks/lane.ts';
import { ExampleParser, type ExampleOptions } from './examples.ts';

/** A thread that takes blocks of Vowpal Wabbit text for its learner (examples.ts) is told so much. */
const service = workerData as BlockService<ExampleOptions>;
serveBlocks(service, (file) => new ExampleParser(file, service.options));
