import { load } from '../../learners/model-file.ts';
import { chance, count, inDigits, percent } from '../../numerics/display.ts';
import { present, presentIn } from '../../numerics/present.ts';
import { numberIn } from '../../numerics/state.ts';
import { CONSTANT } from '../../rows/dataset.ts';
import type { FittedCalibration, FittedSoftmax } from '../../statistics/probability-calibration.ts';
import { FIRST_WORD, idfOf, type Vectorizer, wordFeatures } from '../../text/vectorizer.ts';
import { classesOfSpace, type FeatureSpace, nameInSpace, spaceText } from '../models/feature-space.ts';
import { continuedLearner, continuedReduction, modelIn, loadModel } from '../models/model.ts';
import type { Compared, LABELLED, LearnedModel } from '../models/model.ts';
import { optionOf } from '../syntax/option.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { documentsSeen, type DocumentsSeen, type SeenDocument } from './documents-seen.ts';
import { columnsText, comparedLines, nonZeroText } from '../terminal/layout.ts';
import { vwIn } from '../vw/model.ts';
import type { Figure } from '../../figures/model/figure.ts';

const LEARNED = 'iwal learn';

/** What `iwal model` tells of a file. */
export interface Contents extends DocumentsSeen {
  readonly madeBy: typeof LEARNED | typeof LABELLED | 'iwal vw';
  /** Settings by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly features: string;
  /** Names of the classes where the model knows them, the negative one first of two. */
  readonly classes?: readonly string[];
  readonly examplesLearned: number;
  /** How scores become probabilities; absent where nobody has calibrated them. */
  readonly calibration?: FittedCalibration;
  /** The same of several classes, one a class. */
  readonly softmax?: FittedSoftmax;
  readonly calibrations?: readonly FittedCalibration[];
  /** What the model was chosen among, by cross-validation; absent where it was not. */
  readonly compared?: Compared | undefined;
  readonly weights: number;
  readonly nonZeroWeights: number;
  /** Those of them that are of the constant: of several classes each may have one. 0 where it is hashed. */
  readonly constants: number;
  /** Of documents: the words that matter most; absent where words have no names or no idf. */
  readonly telling?: readonly Telling[];
  /** The largest weights. */
  readonly top: readonly { readonly feature: string; readonly weight: number }[];
}

/** Reads a model file of any kind, and its `top` largest weights. */
export function inspect(file: string, top: number): Contents {
  const contents = load(file);
  const model = modelIn(file, contents);
  if (model !== undefined) return inspectLearned(model, top);
  const vw = vwIn(file, contents);
  if (vw === undefined) throw new Failure(`${file} is an iwal model, but of a kind this version does not know`);
  const { features, ...settings } = vw.settings;
  const space = spaceText({ kind: 'hashed', ...features, interactions: [...features.interactions] });
  const columns = 2 ** features.bits;
  const classText = (j: number): string => (settings.several === undefined ? '' : `, class ${Math.floor(j / columns) + 1}`);
  const weights = weightsIn(vw.learner.weights(), top, (j) => `hash ${j % columns}${classText(j)}`);
  return { madeBy: 'iwal vw', settings, features: space, examplesLearned: numberIn(contents.state, 'learned'), ...weights };
}

/** The same and, where the model is that of a project, what it says of documents of the pool. */
export async function inspectInProject(file: string, top: number, session: Session): Promise<Contents> {
  const contents = inspect(file, top);
  return { ...contents, ...(await documentsSeen(file, session, contents.classes)) };
}

/** Weights of all members, named by feature and, of several classes, by member. */
function inspectLearned(model: LearnedModel, top: number): Contents {
  const { spec, space, state, compared, madeBy = LEARNED } = model;
  const several = model.kind === 'classes' ? model.classes : undefined;
  const classes = several ?? classesOfSpace(space);
  const members = membersOf(model);
  const isByClass = several === undefined || several.length === members.length;
  const isHashed = space.kind === 'hashed' || (space.kind === 'words' && space.vectorizer.bits !== undefined);
  const kind = isHashed && several === undefined ? 'hash' : 'feature';
  const columns = members[0].length;
  const name = (at: number): string => {
    const [m, j] = [Math.floor(at / columns), at % columns];
    const feature = j === CONSTANT ? 'constant' : (nameInSpace(space, j) ?? `${kind} ${j - 1}`);
    return several === undefined ? feature : `${feature}, ${isByClass ? `class ${several[m]}` : `node ${m + 1}`}`;
  };
  const weights = members.length === 1 ? members[0] : Float64Array.from(members.flatMap((each) => [...each]));
  const { calibration, softmax, calibrations } = model as Pick<Contents, 'calibration' | 'softmax' | 'calibrations'>;
  const telling = classes !== undefined && isByClass ? tellingWords(space, classes, members) : [];
  return {
    ...{ madeBy, settings: { ...spec }, features: spaceText(space) },
    ...(classes && { classes }),
    examplesLearned: numberIn(state, 'learned'),
    ...present({ calibration, softmax, calibrations, compared }),
    ...(telling.some(({ for: towards, against = [] }) => towards.length + against.length > 0) && { telling }),
    ...weightsIn(weights, top, name, (at) => at % columns === CONSTANT),
  };
}

/** The weights of each learner of a model. */
function membersOf(model: LearnedModel): Float64Array[] {
  if (model.kind !== 'classes') return [continuedLearner(model, 0).weights()];
  const { learner } = continuedReduction(model, 0);
  return Array.from({ length: learner.size }, (_, m) => learner.block.weights(m));
}

function weightsIn(
  weights: Float64Array,
  top: number,
  name: (j: number) => string,
  isOfConstant: (j: number) => boolean = () => false,
): Pick<Contents, 'weights' | 'nonZeroWeights' | 'constants' | 'top'> {
  const nonZero: number[] = [];
  weights.forEach((w, j) => {
    if (w !== 0) nonZero.push(j);
  });
  const largest = nonZero.toSorted((a, b) => Math.abs(weights[b]) - Math.abs(weights[a])).slice(0, top);
  return {
    weights: weights.length,
    nonZeroWeights: nonZero.length,
    constants: nonZero.filter(isOfConstant).length,
    top: largest.map((j) => ({ feature: name(j), weight: weights[j] })),
  };
}

/** The contents of a model file, for programs and for people. Loaded only when asked for. */
export function page(contents: Contents): string {
  const { madeBy, settings, features, classes, examplesLearned, calibration, softmax, calibrations, compared } = contents;
  const { telling = [], surest = [], leastSure = [], nonZeroWeights, constants, top } = contents;
  return presentIn([
    `model of ${madeBy}, ${count(examplesLearned)} examples learned`,
    ...(compared ? comparedLines(compared, examplesLearned) : []),
    ...Object.entries(settings).map(([name, setting]) => `${name}: ${settingText(setting)}`),
    `features: ${features}`,
    classes && classesText(classes, settings),
    softmax &&
      `probabilities: e^(${inDigits(softmax.slope, 6)} * score) over its sum over the classes, calibrated on ` +
        `${count(softmax.labels)} labels`,
    calibrations &&
      `probabilities: the score of each class calibrated against all others on ${count(calibrations[0].labels)} labels, ` +
        'divided by their sum',
    nonZeroText(nonZeroWeights, constants),
    ...telling.flatMap(({ class: name, for: towards, against = [] }) => [
      `for ${name}: ${towards.join(', ') || 'no word'}`,
      against.length > 0 && `against ${name}: ${against.join(', ')}`,
    ]),
    ...documentLines('surest about', surest),
    ...documentLines('least sure about', leastSure),
    ...(calibration ? ['', ...reliabilityLines(calibration)] : []),
    ...(top.length > 0 ? ['', ...largestLines(top)] : []),
  ]).join('\n');
}

function documentLines(how: string, documents: readonly SeenDocument[]): string[] {
  if (documents.length === 0) return [];
  const [head, ...lines] = columnsText(documents, [
    ['document', ({ id }) => id],
    ['class', ({ class: name }) => name],
    ['probability', ({ probability }) => chance(probability)],
  ]);
  return ['', `${how}:`, `${head}  text`, ...lines.map((line, n) => `${line}  ${documents[n].text}`)];
}

function largestLines(top: Contents['top']): string[] {
  return columnsText(
    top,
    [
      ['weight', ({ weight }) => inDigits(weight, 6)],
      ['of', ({ feature }) => feature],
    ],
    'numbers',
  );
}

/** What the model calls so probable, held against labels that it had not learned. */
function reliabilityLines({ slope, intercept, labels, reliability }: FittedCalibration): string[] {
  return [
    `probability of the positive class: 1 / (1 + e^-(${inDigits(slope, 6)} * score ${intercept < 0 ? '-' : '+'} ` +
      `${inDigits(Math.abs(intercept), 6)})), calibrated on ${count(labels)} labels,`,
    'each with the score of a model that had not learned it, and with the importance it was bought with',
    ...columnsText(
      reliability,
      [
        ['predicted', ({ predicted }) => percent(predicted)],
        ['positive', ({ positive }) => percent(positive)],
        ['95% interval', ({ low, high }) => `${percent(low)} to ${percent(high)}`],
        ['labels', ({ labels: some }) => String(some)],
      ],
      'numbers',
    ),
  ];
}

function classesText(classes: readonly string[], settings: Contents['settings']): string {
  if ('reduction' in settings) return `classes: ${classes.join(', ')}`;
  return `classes: ${classes[0]} (weights below 0) and ${classes[1]} (above)`;
}

/** "quantile, level 0.5" */
function settingText(setting: unknown): string {
  if (typeof setting !== 'object' || setting === null) return String(setting);
  const { name, ...parameters } = setting as Readonly<Record<string, unknown>>;
  const named = typeof name === 'string' ? [name] : [];
  return [...named, ...Object.entries(parameters).map(([key, value]) => `${optionOf(key)} ${String(value)}`)].join(', ');
}

/** The words that move predictions of a class most: towards it, and of several classes away from it. */
interface Telling {
  readonly class: string;
  readonly for: readonly string[];
  readonly against?: readonly string[];
}

/** Words that are listed of a kind. */
const MOST = 12;
/** Words of a larger share of the documents are left out: they tell how documents are written, not what they are about. */
const COMMON = 0.5;

/**
 * The words of each class that matter most in the documents that the model's words come from: by weight times spread. A word in df of N
 * documents is a feature of some idf in a share q = df/N of them, and of 0 in the others, a spread of
 *
 *   idf sqrt(q (1 - q))
 *
 * up to the length of the documents: so no word of a single document leads.
 *
 * `members`: the weights of each class; of two classes those of the second, which speak for the first where they are below 0. Nothing is
 * told where words are hashed or have no idf.
 */
function tellingWords(space: FeatureSpace, classes: readonly string[], members: readonly Float64Array[]): Telling[] {
  if (space.kind !== 'words') return [];
  const { vectorizer } = space;
  const { words = [] } = vectorizer;
  if (words.length === 0 || vectorizer.frequencies.length !== words.length) return [];
  const spreads = spreadsOf(vectorizer);
  const leading = (weights: Float64Array, sign: 1 | -1): string[] => {
    const effect = (f: number): number => sign * (weights[FIRST_WORD + f] ?? 0) * spreads[f];
    return words
      .map((_, f) => f)
      .filter((f) => effect(f) > 0)
      .sort((a, b) => effect(b) - effect(a))
      .slice(0, MOST)
      .map((f) => words[f]);
  };
  if (members.length === 1) return classes.map((name, k) => ({ class: name, for: leading(members[0], k === 1 ? 1 : -1) }));
  return members.map((weights, k) => ({ class: classes[k], for: leading(weights, 1), against: leading(weights, -1) }));
}

function spreadsOf(vectorizer: Vectorizer): Float64Array {
  const { documents, frequencies } = vectorizer;
  return Float64Array.from({ length: wordFeatures(vectorizer) }, (_, f) => {
    const share = frequencies[f] / documents;
    return share > COMMON ? 0 : idfOf(documents, frequencies[f]) * Math.sqrt(share * (1 - share));
  });
}

/**
 * The reliability diagram of a model: the share of positive labels, with its 95% interval, against the probability that was predicted.
 *
 * Errors: Failure for a model that nobody has calibrated.
 */
export function reliabilityFigure(file: string): Figure {
  const { calibration } = loadModel(file, 'linear');
  if (calibration === undefined)
    throw new Failure(
      `${file} is not calibrated: that takes ten labels or more, of both classes, which iwal label or a project has bought`,
    );
  return figureOf(calibration);
}

function figureOf({ labels, reliability }: FittedCalibration): Figure {
  const points = reliability.map(({ predicted, positive, low, high, labels: some }) => ({
    x: predicted,
    y: positive,
    low,
    high,
    note: `${count(some)} labels`,
  }));
  return {
    panels: [
      {
        kind: 'scatter',
        title: `Reliability on ${count(labels)} labels`,
        x: { label: 'predicted probability of the positive class', scale: 'linear', min: 0, max: 1 },
        y: { label: 'share of positive labels', scale: 'linear', min: 0, max: 1 },
        diagonal: 'calibrated',
        series: [{ label: 'labels in tenths of the probability, with 95% intervals', points }],
      },
    ],
  };
}
