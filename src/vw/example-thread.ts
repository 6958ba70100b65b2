import { workerData } from 'node:worker_threads';
import type { Service } from '../data/readers/blocks/crew.ts';
import { serveBlocks } from '../data/readers/blocks/parser.ts';
import { ExampleParser, type ExampleOptions } from './examples.ts';

// A thread that takes blocks of Vowpal Wabbit text for its learner (examples.ts).
const service = workerData as Service<ExampleOptions & { readonly file: string }>;
serveBlocks(service, () => new ExampleParser(service.options.file, service.options));
