/**
 * Every place of a source file where one small mistake can be planted, and the mistakes: an operator, a comparison, a constant, a
 * negation, a choice of the wrong branch. Types, imports, texts and the arguments of `throw` are left alone: no law can see them.
 *
 * Source of the kinds of mistakes: Offutt et al., An experimental determination of sufficient mutant operators (1996).
 */
import ts from 'typescript';

/** One mistake: the characters `start` to `end` of the file are replaced. */
export interface Mutant {
  /** Relative to the project's root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Text of that line, without its indentation. */
  readonly text: string;
  /** What of it stands before the place. */
  readonly before: string;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  /** The expression that is evaluated where the mistake matters, in characters of the file. */
  readonly from: number;
  readonly to: number;
}

const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>>'],
  '>>>': ['<<'],
  '^': ['&'],
};

const CALLS: Readonly<Record<string, string | undefined>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  log1p: 'log',
  expm1: 'exp',
  log: 'log1p',
  exp: 'expm1',
  abs: 'sign',
  sign: 'abs',
  round: 'floor',
};

/** All mutants of a file, in the order of their places. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Mutant[] = [];
  const plant = (node: ts.Node, replacements: readonly string[], evaluated = node): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    for (const replacement of replacements)
      found.push({
        file,
        line,
        text: lines[line - 1].trim(),
        before: text.slice(text.lastIndexOf('\n', start) + 1, start).trimStart(),
        start,
        end: node.end,
        original: text.slice(start, node.end),
        replacement,
        from: evaluated.getStart(source),
        to: evaluated.end,
      });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && !isOfText(node))
      plant(node.operatorToken, SWAPS[node.operatorToken.getText(source)] ?? [], node);
    if (ts.isNumericLiteral(node) && !isTakenApart(node))
      plant(
        node,
        constantsNear(node.text),
        ts.isPropertyAssignment(node.parent) && node.parent.name === node ? node.parent.initializer : node,
      );
    if (ts.isPrefixUnaryExpression(node)) {
      const operand = node.operand.getText(source);
      if (node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken) plant(node, [operand]);
      if (node.operator === ts.SyntaxKind.PlusPlusToken) plant(node, [`--${operand}`]);
    }
    if (ts.isPostfixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusPlusToken && !isLoopStep(node))
      plant(node, [`${node.operand.getText(source)}--`]);
    if (node.kind === ts.SyntaxKind.TrueKeyword) plant(node, ['false']);
    if (node.kind === ts.SyntaxKind.FalseKeyword) plant(node, ['true']);
    if (ts.isConditionalExpression(node)) plant(node.condition, [`!(${node.condition.getText(source)})`]);
    if (ts.isIfStatement(node)) plant(node.expression, [`!(${node.expression.getText(source)})`]);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText(source) === 'Math') {
      const other = CALLS[node.name.text];
      if (other !== undefined) plant(node.name, [other], node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Concatenation of texts: what a message says. */
function isOfText(node: ts.BinaryExpression): boolean {
  const isText = (side: ts.Node): boolean =>
    ts.isStringLiteralLike(side) || ts.isTemplateExpression(side) || (ts.isBinaryExpression(side) && isOfText(side));
  return isText(node.left) || isText(node.right);
}

/** The name of what a pattern takes out of a value, `{ 0: first }`: nothing is evaluated there. */
function isTakenApart(node: ts.Node): boolean {
  return ts.isBindingElement(node.parent) && node.parent.propertyName === node;
}

/** The step of a counting loop: taken backwards it never ends. */
function isLoopStep(node: ts.Node): boolean {
  return ts.isForStatement(node.parent) && node.parent.incrementor === node;
}

function constantsNear(written: string): readonly string[] {
  const value = Number(written);
  if (value === 0) return ['1'];
  return value === 1
    ? ['0', '2']
    : [String(value * 2), Number.isInteger(value) && value < 1e15 ? String(value + 1) : String(value * 1.01)];
}
