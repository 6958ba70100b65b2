/** LAW of the public API: what a function throws, itself or in what it calls, stands in its docstring as @throws. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const program = ts.createProgram(ts.sys.readDirectory(`${src}/entry`, ['.ts']), {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
});
const checker = program.getTypeChecker();

/** A function that calls others with what those do not refuse: numbers that are finite. */
const CAREFUL = ['meanOver'];

interface PublicFunction {
  readonly name: string;
  readonly body: ts.Node;
  /** Of its docstring, by name. */
  readonly tags: readonly string[];
}

it('every public function that throws, or calls one that does, says so', () => {
  const entries = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${src}/entry/`));
  const symbols = entries.flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)).map(behindAlias);
  const throwing = [...new Set(symbols)]
    .flatMap(functionsOf)
    .filter(({ body }) => hasThrow(body) || calledIn(body).flatMap(bodiesOf).some(hasThrow));
  expect(throwing.length).toBeGreaterThan(80);
  const silent = throwing.filter(({ name, tags }) => !CAREFUL.includes(name) && !tags.includes('throws'));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** The function that a symbol is; of a class the constructor and the public methods. What a class or a base says holds for them. */
function functionsOf(symbol: ts.Symbol): PublicFunction[] {
  const tags = symbol.getJsDocTags(checker);
  return (symbol.declarations ?? []).flatMap((declaration) => {
    if (!ts.isClassDeclaration(declaration))
      return bodyOf(declaration).map((body) => ({ name: symbol.name, body, tags: tags.map(nameOf) }));
    return declaration.members.filter(isPublic).flatMap((member) => {
      const name = member.name?.getText() ?? 'constructor';
      const own = ts.isConstructorDeclaration(member)
        ? ts.getJSDocTags(member).map(({ tagName }) => tagName.text)
        : checker.getSymbolAtLocation(member.name!)!.getJsDocTags(checker).map(nameOf);
      return bodyOf(member).map((body) => ({
        name: `${symbol.name}.${name}`,
        body,
        tags: [...own, ...tags.filter(isAbout(name)).map(nameOf)],
      }));
    });
  });
}

function nameOf({ name }: ts.JSDocTagInfo): string {
  return name;
}

function isPublic(member: ts.ClassElement): boolean {
  const isHidden = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  return !isHidden && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** "@throws RangeError, `learn`, for an importance …", "@throws CompositionError, the constructor, where …" */
function isAbout(member: string): (tag: ts.JSDocTagInfo) => boolean {
  return ({ text }) => new RegExp(`\\b${member}\\b`).test(ts.displayPartsToString(text));
}

function hasThrow(body: ts.Node): boolean {
  return nodesOf(body).some(ts.isThrowStatement);
}

function calledIn(body: ts.Node): ts.Symbol[] {
  return nodesOf(body).flatMap((node) => {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
    const called = checker.getSymbolAtLocation(node.expression);
    return called === undefined ? [] : [behindAlias(called)];
  });
}

/** Where the source of a function, a method or a constructor is one of the package. */
function bodiesOf(symbol: ts.Symbol): ts.Node[] {
  return (symbol.declarations ?? [])
    .filter((declaration) => declaration.getSourceFile().fileName.startsWith(src))
    .flatMap((declaration) =>
      ts.isClassDeclaration(declaration)
        ? declaration.members.filter(ts.isConstructorDeclaration).flatMap(bodyOf)
        : bodyOf(declaration),
    );
}

function bodyOf(declaration: ts.Node): ts.Node[] {
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  return value !== undefined && ts.isFunctionLike(value) && 'body' in value && value.body !== undefined ? [value.body] : [];
}

function behindAlias(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** What a function does itself: not what functions and methods inside of it do that have names of their own, nor what it catches. */
function nodesOf(node: ts.Node): ts.Node[] {
  const isOwn = (child: ts.Node): boolean =>
    !ts.isFunctionDeclaration(child) &&
    !ts.isMethodDeclaration(child) &&
    !(ts.isTryStatement(node) && node.catchClause && child === node.tryBlock);
  return [node, ...node.getChildren().filter(isOwn).flatMap(nodesOf)];
}
