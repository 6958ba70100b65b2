import { workerData } from 'node:worker_threads';
import { type RangeOptions, RangeReader } from '../../cache/piece-reader.ts';
import type { ReadOptions } from '../reader.ts';
import { SvmlightParser } from '../svmlight.ts';
import { VwDatasetParser } from '../vw/text.ts';
import type { Service } from './crew.ts';
import { serve, serveBlocks } from './serve.ts';

/** What a thread is told that does tasks of a reader. */
type Options = RangeOptions | { readonly format: 'svmlight' | 'vw'; readonly file: string; readonly options: ReadOptions };

const { slots, options: told } = workerData as Service<Options>;
if (told.format === 'iwal') {
  const ranges = new RangeReader(told.body, slots, told.constant);
  serve(ranges.of.bind(ranges));
} else {
  const Parser = told.format === 'vw' ? VwDatasetParser : SvmlightParser;
  serveBlocks(() => new Parser(told.file, told.options));
}
