import { workerData } from 'node:worker_threads';
import { blockParsers, type BlockFormat } from './parsers.ts';
import type { ReadOptions } from '../reader.ts';
import { serveBlocks, type BlockService } from './serve-blocks.ts';

// A thread that takes blocks of svmlight or Vowpal Wabbit text (head-start.ts).
const { format, options } = (workerData as BlockService<{ format: BlockFormat; options: ReadOptions }>).options;
serveBlocks(workerData as BlockService<unknown>, (file) => blockParsers[format](file, options));
