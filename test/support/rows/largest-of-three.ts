import { randomStream } from '../../../src/numerics/random.ts';

/** Examples of three classes, of which the largest of three numbers decides. */
export function largestOfThree(stream: string, length: number): readonly { readonly x: readonly number[]; readonly y: number }[] {
  const random = randomStream(1, stream);
  return Array.from({ length }, () => {
    const x = [0, 0, 0].map(() => random.normal());
    return { x, y: 1 + x.indexOf(Math.max(...x)) };
  });
}

/** A line each: what `head` says of the class, and the numbers as svmlight text. */
export function linesOf(examples: ReturnType<typeof largestOfThree>, head: (y: number) => string): string {
  return examples.map(({ x, y }) => `${head(y)} ${x.map((value, j) => `${j + 1}:${value.toFixed(4)}`).join(' ')}\n`).join('');
}
