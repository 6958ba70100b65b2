/** LAW: every error class that the package exports is an IwalError with a code of its own, and docs/LIBRARY.md lists them all. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import * as iwal from '../../src/index.ts';
import { DataError, DivergenceError, IwalError, SizeError, SpecError } from '../../src/index.ts';
import { Failure, UsageError } from '../../src/cli/terminal/failure.ts';

type ErrorClass = new (...given: never[]) => Error;

const classes = Object.entries<unknown>(iwal).filter(
  (entry): entry is [string, ErrorClass] => isErrorClass(entry[1]) && entry[0] !== 'IwalError',
);

/** What the constructors of the classes that want more than a message are given. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  DataError: [{ file: 'a.svm', found: 'b', legal: 'c' }],
  DivergenceError: [3, 'NaN'],
  BudgetSpent: [10],
  PartsError: ['a.ledger', 'uses a rule'],
};

const errors = classes.map(([name, Kind]) => ({
  name,
  error: Reflect.construct(Kind, given[name] ?? ['what is wrong']) as Error,
}));

it('every one is an IwalError under its own name, and its code is no other one', () => {
  expect(errors.length).toBe(10);
  for (const { name, error } of errors) {
    expect(error, name).toBeInstanceOf(IwalError);
    expect(error.name).toBe(name);
  }
  expect(new Set(errors.map(({ error }) => codeOf(error))).size).toBe(errors.length);
});

it('classes are told apart, and other errors are none', () => {
  const data = new DataError({ file: 'a.svm', found: 'b', legal: 'c' });
  expect(data).not.toBeInstanceOf(SpecError);
  expect(new SizeError('too large')).toBeInstanceOf(RangeError);
  expect(new DivergenceError(1, 'NaN')).not.toBeInstanceOf(RangeError);
  const others = [new RangeError('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), { code: 'IWAL_DATA' }, undefined];
  for (const other of others) expect(other).not.toBeInstanceOf(IwalError);
});

it('an error of another thread, which arrives without its class, is still one', async () => {
  const worker = new Worker(`throw Object.assign(new Error('found'), { code: 'IWAL_DATA' });`, { eval: true });
  const error = await new Promise((resolve) => worker.on('error', resolve));
  expect(error).toBeInstanceOf(IwalError);
});

it('docs/LIBRARY.md lists the codes with their classes', () => {
  const page = readFileSync(new URL('../../docs/LIBRARY.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `(IWAL_\w+)` +\| `(\w+)`/gm)].map(([, code, name]) => `${code} ${name}`);
  expect(listed.sort()).toEqual(errors.map(({ name, error }) => `${codeOf(error)} ${name}`).sort());
  for (const error of [new UsageError(''), new Failure('')]) expect(page).toContain(`\`${error.code}\``);
});

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && value.prototype instanceof Error;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
