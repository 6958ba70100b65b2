import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { headerAt } from '../../data/cache/cache-format.ts';
import { throughCache } from '../../data/cache/cached-read.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { exampleCache, readVwExamples, type VwExamples, type VwLabels } from '../../vw/examples.ts';
import type { VwSettings } from '../../vw/settings.ts';
import { requireFile } from '../options/inputs.ts';
import { Target } from '../options/target.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { continued, saveVwModel, vwScorer } from './model.ts';
import type { ParsedVw, VwOptions } from './options.ts';
import { VwReport, type VwResult } from './report.ts';
import { settingsOf } from './settings.ts';

/**
 * What `iwal vw` does once its command line is checked: read, run, write. Loaded only then.
 *
 * Runs `file`; `print` gets the table of progress.
 */
export async function runVw(file: string, given: ParsedVw, print: (line: string) => void, session: Session): Promise<VwResult> {
  const { initial_regressor: from } = given.options;
  for (const input of from === undefined ? [file] : [file, from]) await requireFile(input);
  const { parsed, state } = from === undefined ? { parsed: given, state: undefined } : continued(given, from);
  const { options } = parsed;
  const settings = settingsOf(options);
  const report = new VwReport(options.progress, print);
  const start = from === undefined || state === undefined ? undefined : { file: from, state };
  const scorer = vwScorer(settings, options, start);
  const targetOf = (name: string | undefined, sources: readonly (string | undefined)[]): Target | undefined =>
    name === undefined ? undefined : new Target(name, sources);
  const model = targetOf(options.final_regressor, [file]);
  const predictions = targetOf(options.predictions, [file, from]);
  try {
    const examples = await session.unlessInterrupted(
      examplesOf(file, options, { features: settings.features, kind: scorer.labels }, session),
    );
    scorer.requireLabels(file, examples);
    report.begin();
    const yieldAt = yieldingNowAndThen(session);
    const predicted: string[] = [];
    for (let pass = 0; pass < options.passes; pass++) {
      if (pass > 0) scorer.learner.beginPass();
      for (let i = 0; i < examples.rows.length; i++) {
        const pause = yieldAt(i);
        if (pause !== undefined) await pause;
        const scored = scorer.score(examples, i, options.testonly);
        report.add(scored);
        if (predictions !== undefined) predicted.push(predictionLine(scored.prediction, examples.tags[i]));
      }
    }
    await predictions?.fill((path) => writeFile(path, predicted.join('')));
    await model?.fill((path) => saveVwModel(path, parsed, scorer.learner));
    return report.result(options.passes);
  } finally {
    predictions?.discard();
    model?.discard();
  }
}

/** Whole numbers as they are, others with six decimals, and the tag, as Vowpal Wabbit writes them. */
function predictionLine(p: number, tag: string): string {
  return `${Number.isInteger(p) ? String(p) : p.toFixed(6)}${tag && ` ${tag}`}\n`;
}

/**
 * The examples of a file: through its cache with `-c` or `--cache_file`, which is read while size, time and samples of the file and the
 * options that shape features stay the same, and made anew otherwise and with `-k`.
 *
 * A file of another kind in the place of the cache (one of Vowpal Wabbit's own, a dataset) is left alone and told.
 */
async function examplesOf(
  file: string,
  { cache: isCached, cache_file: named, kill_cache: isRenewed }: Pick<VwOptions, 'cache' | 'cache_file' | 'kill_cache'>,
  { features, kind }: { readonly features: VwSettings['features']; readonly kind: VwLabels },
  { note }: Pick<Session, 'note'>,
): Promise<VwExamples> {
  const read = (): Promise<VwExamples> => readVwExamples(file, features, kind);
  if (!isCached && named === undefined) return read();
  const cache = named ?? `${file}.cache`;
  if (existsSync(cache) && !isOurs(cache)) {
    note(`${cache} is no cache that iwal vw wrote: it is left alone, and the text is read`);
    return read();
  }
  if (isRenewed) rmSync(cache, { force: true });
  return throughCache(cache, {
    file,
    options: { ...features, kind },
    form: exampleCache,
    warn: note,
    kept: () => undefined,
    read,
  });
}

/** Whether it begins as such a cache does, whole or not. */
function isOurs(cache: string): boolean {
  return ifPossible(() => headerAt(cache))?.lengths.initials !== undefined;
}
