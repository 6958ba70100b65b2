import { cohensKappa, krippendorffsAlpha } from '../../statistics/agreement.ts';
import { batchesIn, isDisputed, type BatchQuestion } from '../batches.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { passesOf } from '../passes.ts';

/** How far the people agree who were asked about the same rows, and what of their answers counts. */
export type AnnotatorAgreement = Readonly<NonNullable<ReturnType<typeof agreementIn>>>;

/** The agreement that a ledger tells of; undefined where nobody was to share a batch. Who cannot tell has given no class. */
export function agreementIn(ledger: Ledger) {
  if (passesOf(ledger).every(({ opinions }) => opinions === undefined)) return undefined;
  const shared = batchesIn(ledger).questions.filter(({ asked }) => asked.length > 1);
  const names = [...new Set(shared.flatMap(({ asked }) => asked))];
  const classesOf = ({ opinions }: BatchQuestion, among: readonly string[]): number[] =>
    among.map((name) => opinions.get(name)).filter((each) => typeof each === 'number');
  const deciders = new Set(shared.flatMap(({ by }) => by ?? []));
  const disputed = shared.filter(isDisputed).length;
  return {
    /** Questions that several people were asked, in all passes. */
    rows: shared.length,
    /** Of them: settled, by whom (`majority`: those who were asked); whose answers differ; that wait for an answer. */
    settled: Object.fromEntries(Array.from(deciders, (name) => [name, shared.filter(({ by }) => by === name).length])),
    disputed,
    waiting: shared.filter(({ answer }) => answer === undefined).length - disputed,
    /** Two people each, by the rows that both have given a class. */
    pairs: names.flatMap((a, k) =>
      names.slice(k + 1).map((b) => {
        const pairs = shared.map((each) => classesOf(each, [a, b])).filter(({ length }) => length === 2);
        return { annotators: [a, b] as const, ...cohensKappa(pairs) };
      }),
    ),
    /** Krippendorff's alpha of all. */
    alpha: krippendorffsAlpha(shared.map((each) => classesOf(each, names))),
  };
}
