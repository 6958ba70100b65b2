import { isKnown } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { passesOf } from '../../ledger/passes.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';

/** A question that was asked for with others, whose answer comes later. */
export interface BatchQuestion {
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
  /** undefined: it waits for its answer. */
  answer: Answer | undefined;
}

/** What a ledger says of its batches. */
export interface Batches {
  /** Those of all passes, in the order in which they were asked. */
  readonly questions: BatchQuestion[];
  /** How many were asked since the last answer: fewer than their `size` where a process has died while it asked. */
  readonly sinceAnswer: number;
}

/**
 * The questions of a ledger that were asked in batches. The key is 'b' and the first half of the model's name (ledger/model-chain.ts):
 * a letter first, so that no spreadsheet takes it for a number.
 */
export function batchesIn(ledger: Ledger): Batches {
  const questions: BatchQuestion[] = [];
  let sinceAnswer = 0;
  for (const { header, entries } of passesOf(ledger)) {
    const { pass = 0 } = header;
    const open = new Map<number, BatchQuestion>();
    for (const entry of entries) {
      if (entry.entry === 'answer') {
        const question = open.get(entry.position);
        if (question !== undefined) question.answer = entry.label ?? 'abstains';
        sinceAnswer = 0;
      } else if (entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry)) {
        const { position, row, model, batch, label } = entry;
        if (batch === undefined || label !== undefined) {
          sinceAnswer = 0;
          continue;
        }
        const question = { pass, position, row, key: keyOf(model), size: batch, answer: undefined };
        open.set(position, question);
        questions.push(question);
        sinceAnswer++;
      }
    }
  }
  return { questions, sinceAnswer };
}

/** @example keyOf('e26b69289d04ed65') // => 'be26b6928' */
export function keyOf(model: string): string {
  return `b${model.slice(0, 8)}`;
}
