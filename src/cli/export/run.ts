import { writeFile } from 'node:fs/promises';
import { featureNames, type DatasetOptions } from '../../data/index.ts';
import { requireConsistent } from '../../ledger/audit/consistency.ts';
import { sampleFormats } from '../../ledger/export/index.ts';
import { notesText, sampleOf, weightLines } from '../../ledger/export/sample.ts';
import { yieldToEvents, interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import { present } from '../../numerics/present.ts';
import { statedBy } from '../../ledger/known.ts';
import { roundIn } from '../../ledger/passes.ts';
import { readPoolOf, readRecordedRun } from '../data/recorded-run.ts';
import type { Session } from '../terminal/session.ts';
import type { Target } from '../options/target.ts';

/** What is to be exported, as the options say it. */
interface ExportRequest {
  readonly ledger: string;
  readonly data: { readonly file: string; readonly options: DatasetOptions };
  readonly format: keyof typeof sampleFormats;
  /** stdout where there is none. */
  readonly sample: Target | undefined;
  readonly weights: Target | undefined;
  readonly notes: Target | undefined;
}

/** Carries out `iwal export` once its command line is checked. Loaded only then. */
export async function exportSample(
  { ledger: file, data, format, sample: target, weights, notes }: ExportRequest,
  session: Session,
): Promise<void> {
  const run = await readRecordedRun(file, session);
  const { ledger, spec } = run;
  const stated = statedBy(ledger, spec);
  const { judge, query } = stated;
  await interruptibly(requireConsistent(ledger, stated), session);
  const { dataset } = await session.unlessInterrupted(readPoolOf(run, data.file, data.options));
  const names = await featureNames(data.file, data.options);
  const { classes } = ledger.header;
  const nameOf = classes && ((label: number): string => classes[judge.classOf(label)]);
  const sample = { ...sampleOf(ledger.entries, dataset, { ...spec, ...roundIn(ledger, spec) }), ...present({ names, nameOf }) };
  const { rows, importances } = sample.dataset;
  if (rows.length === 0) throw new Failure(`${file} holds no label`);
  try {
    await write(sampleFormats[format](sample), target, session);
  } catch (error) {
    throw error instanceof RangeError ? new Failure(`${data.file}: ${error.message}`) : error;
  }
  await notes?.fill((path) => writeFile(path, notesText(ledger.entries)));
  await weights?.fill((path) => writeFile(path, weightLines(sample), { signal: session.signal }));
  if (!query.unbiased)
    session.note(
      `the rule '${query.name}' leaves examples out or does not weight by 1/p: this sample is a biased one of the pool`,
    );
  if (format === 'svmlight' && weights === undefined && importances.some((h) => h !== 1)) {
    session.note('svmlight text has no place for importances: --weights FILE writes them down');
  }
  if (format === 'csv' && sample.firstId === 0) {
    session.note('the pool counts its features from 0, a table from 1: a model learned from the one cannot predict the other');
  }
}

/** Rows after which printing yields to the event loop. */
const PIECE = 1000;

async function write(pieces: Iterable<string>, target: Target | undefined, session: Session): Promise<void> {
  if (target !== undefined) {
    await target.fill((path) => writeFile(path, pieces, { signal: session.signal }));
    return;
  }
  let rows = 0;
  for (const piece of pieces) {
    if (piece !== '') session.data(piece.slice(0, -1));
    if (++rows % PIECE === 0) await yieldToEvents(session);
  }
}
