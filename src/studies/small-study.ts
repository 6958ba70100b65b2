import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Claim } from './results/claim.ts';
import type { DatasetOptions } from '../data/index.ts';
import { fieldsOf, specsOn, type GivenAxes } from './cells/axes.ts';
import { type Cell, combinations, type GivenGrid, grid, type KindName } from './cells/cell.ts';
import { atPlace, lookUp, resolve as resolved, SpecError } from '../specs/choices.ts';
import { cutInThree, cutQueriesInThree } from './data/data-source.ts';
import { twoClassSet, fileOf, numberSet, queriesOf, severalClassSet } from './data/datasets.ts';
import { defaultReport, FIGURES, type FigureName } from './results/default-report.ts';
import { kinds } from './cells/kinds/index.ts';
import { parts } from '../specs/parts/registry.ts';
import { parsed } from '../specs/learner-spec.ts';
import { MOST_SEEDS, type Findings, type Study, type StudyDataset } from './study.ts';

/**
 * A study in its small form: data, axes and seeds, everything else by default.
 *
 *   export default { id: 'mine', data: { mine: 'my.svm' }, axes: { query: ['passive', 'iwal-cal'], eta0: [1, 4] }, seeds: 5 };
 *
 * It is plain data, so that it can stand in a .json file; only `claims` and `answer` are functions. Data are names with files beside the
 * study's own, or names of public sets; a file without a test file is cut in three.
 */
export interface SmallStudy {
  readonly id: string;
  readonly title?: string;
  readonly question?: string;
  readonly source?: string;
  /** Name of a dataset: a file, a file to learn from with one to test on, or the name of a public set. */
  readonly data?: Readonly<Record<string, string | SmallData>>;
  /** By default `active`; a kind of a parts file is a name that no type knows. */
  readonly kind?: KindName | (string & {});
  readonly axes?: GivenAxes;
  /** Runs of every setting. */
  readonly seeds?: number;
  readonly figures?: readonly FigureName[];
  /** What the study claims, decided from what was measured. */
  readonly claims?: (findings: Findings) => readonly Claim[];
  /** The sentence that its report begins with, made from the claims. */
  readonly answer?: (claims: readonly Claim[]) => string;
  /** Files of own parts that it names, beside its own (specs/parts); loaded before anything of it is read. */
  readonly parts?: readonly string[];
}

/** A file to learn from, and one to test on. */
export interface SmallData {
  readonly train: string;
  readonly test?: string;
  /** Default: several classes for runs of several classes; two where every loss is about classes, else numbers. */
  readonly labels?: 'sign' | 'real' | 'class';
}

const dataset = z.strictObject({
  train: z.string(),
  test: z.string().optional(),
  labels: z.enum(['sign', 'real', 'class']).optional(),
});

/** As it is read; docs/schemas/study.json is written from it. */
export const smallStudySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'expected lower-case letters, digits and dashes, for it names a folder'),
  title: z.string().optional(),
  question: z.string().optional(),
  source: z.string().default("A study of one's own."),
  data: z
    .record(z.string(), z.union([z.string(), dataset], 'expected a file, the name of a public set, or { train, test, labels }'))
    .default({}),
  kind: z.string().default('active'),
  axes: z.record(z.string(), z.unknown()).default({}),
  seeds: z.int().min(1).max(MOST_SEEDS).default(5),
  figures: z.array(z.string()).optional(),
  claims: z
    .custom<SmallStudy['claims']>((value) => typeof value === 'function', 'expected a function of the findings')
    .optional(),
  answer: z
    .custom<NonNullable<SmallStudy['answer']>>((value) => typeof value === 'function', 'expected a function of the claims')
    .optional(),
  parts: z.array(z.string()).optional(),
});

/** The study that a small one stands for; `folder` is where its files lie. Throws SpecError with the place of a fault. */
export function studyOf(small: unknown, folder: string, command: string): Study {
  const given = parsed(smallStudySchema, small, 'a study');
  const { id, title = id, source, data, kind, axes, seeds, figures, claims, answer } = given;
  const question = given.question ?? `What is the effect of ${Object.keys(axes).join(', ') || 'active queries'}?`;
  const entry = lookUp('kind', kinds, kind);
  figures?.forEach((name) => lookUp('figure', FIGURES, name));
  const needsData = 'admit' in entry;
  if (needsData !== Object.keys(data).length > 0) {
    throw new SpecError(
      needsData ? "data: no dataset is named; { mine: 'my.svm' } names one" : `data: runs of kind '${kind}' take none`,
    );
  }
  const specs = specsOn(kind as KindName, axes);
  cellsOf(kind as KindName, needsData ? ['any'] : undefined, specs, 1); // for its faults
  const datasets = Object.entries(data).map(([name, given]) =>
    datasetOf(name, given, readingOf(kind as KindName, specs), folder),
  );
  return {
    ...{ id, title, question, source },
    sizes: ['default'],
    seeds: { default: seeds, full: seeds },
    datasets: () => datasets,
    cells: (_size, names, seeds) => cellsOf(kind as KindName, needsData ? names : undefined, specs, seeds),
    report: (findings) => defaultReport(findings, { title, figures: figures as FigureName[] | undefined, claims, command }),
    ...(answer && { answer }),
  };
}

/** Seeds vary fastest. No seed makes a spec illegal: one cell is checked for all of them. */
function cellsOf(kind: KindName, dataset: readonly string[] | undefined, specs: object, seeds: number): Cell[] {
  const hasSeed = fieldsOf(kind).includes('seed');
  const axes = { kind, ...(dataset === undefined ? {} : { dataset }), run: { ...specs, ...(hasSeed && { seed: 1 }) } };
  const settings: Cell[] = atPlace('axes', () => grid(axes as unknown as GivenGrid));
  return hasSeed
    ? settings.flatMap((each) =>
        Array.from({ length: seeds }, (_, s) => ({ ...each, run: { ...each.run, seed: s + 1 } }) as Cell),
      )
    : settings;
}

const OF_SEVERAL_CLASSES: ReadonlySet<KindName> = new Set(['classes', 'active-classes', 'costs']);

/** How the data of a study is read and cut unless it says more. */
function readingOf(kind: KindName, specs: { readonly loss?: unknown }) {
  const isRanked = kind === 'ranking';
  const labels: keyof typeof PUBLIC = OF_SEVERAL_CLASSES.has(kind) ? 'class' : isRanked ? 'real' : labelsOf(specs);
  return { labels, isRanked };
}

/** Two classes where every loss is about classes. */
function labelsOf({ loss }: { readonly loss?: unknown }): 'sign' | 'real' {
  const kindsOfLabels = combinations(loss).map((choice) => resolved('loss', parts.losses, choice as { name: string }).labels);
  return kindsOfLabels.every((each) => each === 'sign' || each === 'unit') ? 'sign' : 'real';
}

/** A public set by the labels that are read. */
const PUBLIC = { sign: twoClassSet, real: numberSet, class: severalClassSet };

/** A value that looks like a file is one; else it is the name of a public set. */
function datasetOf(
  name: string,
  given: string | z.infer<typeof dataset>,
  { labels: standard, isRanked }: ReturnType<typeof readingOf>,
  folder: string,
): StudyDataset {
  const { train, test, labels = standard } = typeof given === 'string' ? { train: given } : given;
  const isFile = /[./\\]/.test(train) || test !== undefined;
  if (!isFile) return { ...(isRanked && labels === 'real' ? queriesOf(train) : PUBLIC[labels](train)), name };
  const [trainFile, testFile] = [train, test].map((file) => (file === undefined ? undefined : resolve(folder, file)));
  for (const file of [trainFile, testFile]) {
    if (file !== undefined && !existsSync(file)) throw new SpecError(`data.${name}: ${file}: no such file`);
  }
  const options: DatasetOptions = { labels };
  const files = { train: trainFile!, ...(testFile === undefined ? {} : { test: testFile }) };
  return fileOf(name, files, options, isRanked ? cutQueriesInThree : cutInThree);
}
