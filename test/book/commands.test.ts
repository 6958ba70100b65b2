/** Command lines of all documents parse, and those of the documents for a beginning, for studies, of the library and of formats run. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { parse } from '../../src/cli/syntax/parse.ts';
import { book, commandsOf, documents } from './documents.ts';
import { ELSEWHERE, LABELLING, runCommandsOf } from './running.ts';

runCommandsOf(['README.md', book.front, ...Object.values(book.parts).flat()].filter((name) => !LABELLING.includes(name)));

it.each(ELSEWHERE)('commands of %s are run by %s', (begin) => {
  expect(documents.some(({ text }) => commandsOf(text).some((each) => each.includes(begin)))).toBe(true);
});

describe('command lines in sentences', () => {
  const inline = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/`(npx )?iwal ([a-z]+) ([^`…<|]*--[^`…<|]*)`/g)].map(([line, , command, rest]) => ({
      ...{ name, line, command, isWhole: line.startsWith('`npx') },
      args: [...rest.matchAll(/"[^"]*"|\S+/g)].map(([arg]) => arg.replaceAll('"', '')),
    })),
  );

  it.each(inline.filter(({ command }) => command !== 'vw'))('$name: $line', async ({ command, args, isWhole }) => {
    expect(Object.keys(commands)).toContain(command);
    const { syntax } = (await commands[command as keyof typeof commands].load()).command;
    const options = [...Object.keys(syntax.options), 'help'];
    for (const option of args.filter((each) => each.startsWith('--'))) expect(options).toContain(option.slice(2));
    if (isWhole && !args.includes('--help')) expect(() => parse(syntax, args)).not.toThrow();
  });
});
