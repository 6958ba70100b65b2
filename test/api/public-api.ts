import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { built } from '../support/processes/built.ts';

const sources = built('src');

/** Entry points by the names under which they are imported, with the declarations that the build made of them. */
export function entryPoints(ending: '.d.ts' | '.js'): ReadonlyMap<string, string> {
  const entries = readdirSync(join(sources, 'entry')).filter(
    (name) => name.endsWith(ending) && (ending === '.d.ts' || !name.endsWith('.d.ts')),
  );
  return new Map([
    ['iwal', join(sources, `index${ending}`)],
    ...entries.sort().map((name): [string, string] => [`iwal/${basename(name, ending)}`, join(sources, 'entry', name)]),
  ]);
}

/**
 * The public API as Markdown: of the entry point of everything the names, of every other one each export with its declaration as a
 * user's compiler sees it, without comments. What several entry points have is told where it is met first.
 */
export function publicApi(): string {
  const entries = entryPoints('.d.ts');
  const program = ts.createProgram([...entries.values()], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  const reported = new Map<ts.Symbol, string>();
  const sections = [...entries].map(([entry, file]) => {
    const source = program.getSourceFile(file)!;
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((symbol) => ({
      name: symbol.name,
      target: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }));
    if (entry === 'iwal') {
      const names = symbols.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1));
      return `## iwal\n\n${names.length} names: ${names.map((name) => `\`${name}\``).join(', ')}.`;
    }
    const lines = symbols.map(({ name, target }) => {
      const place = reported.get(target);
      if (place !== undefined) return `// ${name}: ${place}`;
      reported.set(target, `as in ${entry}`);
      const alias = name === target.name ? '' : `// exported as ${name}\n`;
      return alias + (target.declarations ?? []).map(declarationText).join('\n');
    });
    return `## ${entry}\n\n\`\`\`ts\n${lines.join('\n\n')}\n\`\`\``;
  });
  const opening =
    'Made by `npm run api` and compared by test/api/public-api.test.ts: a change of the public API is a change of this file.';
  return `# The public API of iwal\n\n${opening}\n\n${sections.join('\n\n')}\n`;
}

const printer = ts.createPrinter({ removeComments: true });

function declarationText(declaration: ts.Declaration): string {
  const text = printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile());
  return (ts.isVariableDeclaration(declaration) ? `const ${text};` : text)
    .replace(/^export (declare )?/, '')
    .replace(/^declare /, '')
    .replace(/^ *(#private|private [^;]*);\n/gm, '');
}
