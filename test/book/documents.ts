/** The documents of the project: README, every chapter of the book, the front page. Tests of documents run over these. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Book {
  readonly front: string;
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

export const book = JSON.parse(readFileSync(join(root, 'docs/book.json'), 'utf8')) as Book;

export interface Document {
  /** Path from the top of the project. */
  readonly name: string;
  readonly text: string;
}

const names = ['README.md', book.front, ...Object.values(book.parts).flat()];

export const documents: readonly Document[] = names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

export function textOf(name: string): string {
  return documents.find((each) => each.name === name)!.text;
}

/** Fenced blocks of a language, without the fences; those with words after the language are for other tests. */
export function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, code]) => (found === language ? [code] : []));
}

/**
 * What a reader of a text can run, in its order: blocks of commands, and whole commands in sentences, `npx iwal label …` with its
 * arguments; not such as leave something to be put in.
 */
export function commandsOf(text: string): string[] {
  const found = text.matchAll(/^```(\S*)\n([\s\S]*?)^```$|`(npx iwal [^`…<|]+ [^`…<|]+)`/gm);
  return [...found].flatMap(([whole, language, block, inSentence]) => {
    if (whole.startsWith('```')) return language === 'sh' ? block : [];
    return inSentence;
  });
}
