import { describe, expect, it } from 'vitest';
import { expanded } from '../../../../.config/wat.js';

/** The words of a text, whatever stands between them. */
const words = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');

describe('templates of .wat files', () => {
  it('stand for their forms, with what they are given, in other templates too', () => {
    const text = `(module
      (define (add $a $by) (local.set $a (i32.add $a (i32.load offset=$by $from)))) ;; (not read)
      (define (twice $by ...) (loop $l ... ... (add $k $by)))
      (func $f (local $k i32) (twice 8 (add $j 4)) (local.get $k)) (data "a;;b"))`;
    const add = (to: string, offset: number): string =>
      `(local.set ${to} (i32.add (local.get ${to}) (i32.load offset=${offset} (local.get $from))))`;
    expect(words(expanded(text))).toBe(
      `(module (func $f (local $k i32) (loop $l ${add('$j', 4)} ${add('$j', 4)} ${add('$k', 8)}) (local.get $k)) (data "a;;b"))`,
    );
  });

  it('leave every line where it was, so that a mistake is found', () => {
    const lines = expanded('(define (one)\n (i32.const 1))\n(func\n (one)\n (nope))').split('\n');
    expect(['func', 'nope'].map((word) => lines.findIndex((line) => line.includes(word)) + 1)).toEqual([3, 5]);
  });

  it.each(['(f)', '(f 1 2)'])('take as many arguments as they have names: %s', (use) => {
    expect(() => expanded(`(define (f $a) (drop $a)) ${use}`)).toThrow(/^\(f\) takes 1 arguments: \$a; found [02]$/);
  });
});
