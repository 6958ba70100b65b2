import { randomStream } from '../numerics/random.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import { isKnown, type ExampleEntry } from './entry.ts';
import type { Ledger } from './file/read-ledger.ts';
import { passesOf } from './passes.ts';

/** People who share the questions of a batch: each row is asked of one of them, some rows of all. */
export type People = Required<Pick<ExampleEntry, 'annotators' | 'overlap'>>;

/** A question that was asked for with others, whose answer comes later. */
export interface BatchQuestion extends Pick<ExampleEntry, 'probability' | 'importance' | 'prediction'> {
  /** Which pass over the pool, from 0. */
  readonly pass: number;
  /** Examples considered before it. */
  readonly position: number;
  /** Which row of the pool, from 0. */
  readonly row: number;
  /** Names the model that asked: the same for all questions of a batch, another one in another project. */
  readonly key: string;
  /** How many questions were wanted together. */
  readonly size: number;
  /** undefined: whoever answers was not named beforehand. */
  readonly panel: People | undefined;
  /** Who of the panel is asked; none without a panel. */
  readonly asked: readonly string[];
  /** How many questions of the pass were asked of one person of a panel before it. */
  readonly turn: number;
  /** What those who were asked have said, by name, where they are several. */
  readonly opinions: Map<string, Answer>;
  /** What is learned; undefined: it waits for its answer. */
  answer: Answer | undefined;
  /** Who gave that answer; MAJORITY: those who were asked. */
  by: string | undefined;
}

/** Signs an answer that several people came to. */
export const MAJORITY = 'majority';

/**
 * The questions of a ledger that were asked in batches, those of all passes in their order, and how many of them were asked since the last
 * answer: fewer than their `size` where a process has died while it asked. The key is 'b' and the first half of the model's name (ledger/model-chain.ts):
 * a letter first, so that no spreadsheet takes it for a number.
 */
export function batchesIn(ledger: Ledger) {
  const questions: BatchQuestion[] = [];
  let sinceAnswer = 0;
  for (const each of passesOf(ledger)) sinceAnswer = addBatches(each, questions);
  return { questions, sinceAnswer };
}

/** Adds the questions of one pass to those of earlier ones; gives how many were asked since its last answer. */
export function addBatches({ header, entries, opinions = [] }: Omit<Ledger, 'before'>, questions: BatchQuestion[]): number {
  const { pass = 0, spec } = header;
  const open = new Map<number, BatchQuestion>();
  let sinceAnswer = 0;
  for (const entry of entries) {
    if (entry.entry === 'answer') {
      const question = open.get(entry.position);
      if (question !== undefined) [question.answer, question.by] = [entry.label ?? 'abstains', entry.annotator];
      sinceAnswer = 0;
    } else if (entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry)) {
      const { position, row, model, batch: size, label, annotators, overlap = 0, probability, importance, prediction } = entry;
      if (size === undefined || label !== undefined) {
        sinceAnswer = 0;
        continue;
      }
      const panel = annotators && { annotators, overlap };
      const said = { pass, position, row, probability, importance, prediction, key: keyOf(model), size, panel };
      const question = questionAfter(questions.at(-1), said, spec);
      open.set(position, question);
      questions.push(question);
      sinceAnswer++;
    }
  }
  for (const { entry } of opinions) open.get(entry.position)?.opinions.set(entry.annotator, entry.label ?? 'abstains');
  return sinceAnswer;
}

/**
 * The question that comes after another one, with who is asked: all of a panel where a coin of the row falls below its overlap, else one,
 * in turn. The coin depends on the seed and the number of the row alone, and on nothing that the rule or the answers decide.
 */
export function questionAfter(
  last: BatchQuestion | undefined,
  said: Omit<BatchQuestion, 'asked' | 'turn' | 'opinions' | 'answer' | 'by'>,
  spec: unknown,
): BatchQuestion {
  const { seed } = spec as { readonly seed: number };
  const { annotators = [], overlap = 0 } = said.panel ?? {};
  const turn = turnAfter(last, said.pass);
  const isOfAll = annotators.length > 0 && randomStream(seed, `overlap, row ${said.row}`).next() < overlap;
  const asked = isOfAll ? annotators : annotators.slice(turn % annotators.length).slice(0, 1);
  return { ...said, asked, turn, opinions: new Map(), answer: undefined, by: undefined };
}

function turnAfter(last: BatchQuestion | undefined, pass: number): number {
  return last?.pass === pass ? last.turn + (last.asked.length === 1 ? 1 : 0) : 0;
}

/** The people in the order in which it is this one's turn after a question. */
export function panelFor(name: string, { annotators, overlap }: People, last: BatchQuestion | undefined, pass: number): People {
  const { length } = annotators;
  const from = annotators.indexOf(name) + length - (turnAfter(last, pass) % length);
  return { annotators: annotators.map((_, k) => annotators[(from + k) % length]), overlap };
}

/**
 * What the answers of several people come to, once all who were asked have answered: the class that has more than half of the votes. Who
 * cannot tell has no vote; where nobody can, that is the answer. undefined: an answer is missing, or no class has a majority.
 */
export function majorityOf({ asked, opinions }: Pick<BatchQuestion, 'asked' | 'opinions'>): Answer | undefined {
  if (asked.length < 2 || opinions.size < asked.length) return undefined;
  const votes = [...opinions.values()].filter((each) => each !== 'abstains');
  return votes.length === 0 ? 'abstains' : votes.find((each) => 2 * votes.filter((vote) => vote === each).length > votes.length);
}

/** Whether all who were asked have answered, they came to no majority, and nobody has decided. */
export function isDisputed({ asked, opinions, answer }: BatchQuestion): boolean {
  return answer === undefined && asked.length > 1 && opinions.size === asked.length;
}

/** Whether the answer of a person, or of anybody where that is '', is still missing. */
export function waitsFor({ asked, opinions, answer }: BatchQuestion, annotator = ''): boolean {
  return answer === undefined && (annotator === '' || (asked.includes(annotator) && !opinions.has(annotator)));
}

/** How many questions wait for each person, in the order of their panels. */
export function waitingByName(questions: readonly BatchQuestion[]): Record<string, number> {
  const names = new Set(questions.flatMap(({ asked }) => asked));
  const counts = Array.from(names, (name) => [name, questions.filter((each) => waitsFor(each, name)).length] as const);
  return Object.fromEntries(counts.filter(([, waiting]) => waiting > 0));
}

/** @example keyOf('e26b69289d04ed65') // => 'be26b6928' */
export function keyOf(model: string): string {
  return `b${model.slice(0, 8)}`;
}
