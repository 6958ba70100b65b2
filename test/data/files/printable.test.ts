/** Text from outside in messages: nothing that steers a terminal, nothing without end, and ordinary text as it is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { DataError } from '../../../src/files/data-error.ts';
import { printable } from '../../../src/files/printable.ts';
import { forAll } from '../../support/for-all.ts';

// oxlint-disable-next-line no-control-regex
const STEERS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

test('whatever is named, found or legal, a message steers no terminal and ends (law)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\x1b[2J', '\r\nfaked: line', '\u202egpj.exe', 'x'.repeat(5e6)),
  );
  forAll([text, text, text], (file, found, legal) => {
    const error = new DataError({ file, line: 3, found, legal });
    for (const message of [error.message, verdict(error).message]) {
      expect(message).not.toMatch(STEERS);
      expect(message.length).toBeLessThan(40_000);
    }
    expect(error.file).toBe(file);
  });
});

test('ordinary text is shown as it is, long text without its middle', () => {
  expect(printable('Grüße, "λ" <a.svm>: 日本', 100)).toBe('Grüße, "λ" <a.svm>: 日本');
  expect(printable('a\x1b[31m\n\u202e', 100)).toBe('a\\x1b[31m\\n\\u202e');
  expect(printable('abcdefghijklmnop', 8)).toBe('abcd … op');
});
