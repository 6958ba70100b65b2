/** Set up before a test file whose sources are marked: writes down what each of its tests evaluates. */
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { takeMarks } from './marks.ts';

/** What one test file evaluates. */
export interface Notes {
  /** As modules are loaded and in hooks: of every test. */
  readonly shared: Record<string, number[]>[];
  readonly tests: { readonly id: string; readonly seconds: number; readonly marks: Record<string, number[]> }[];
}

const notes: Notes = { shared: [], tests: [] };
let begun = 0;

function share(): void {
  notes.shared.push(takeMarks());
}

beforeAll(share);
beforeEach(() => {
  share();
  begun = performance.now();
});
afterEach(({ task }) => {
  notes.tests.push({ id: task.id, seconds: (performance.now() - begun) / 1000, marks: takeMarks() });
});
afterAll(() => {
  share();
  writeFileSync(process.env.IWAL_NOTES!, JSON.stringify(notes));
});
