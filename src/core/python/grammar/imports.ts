import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import type { ImportedName } from './module-index.ts';
import type { Scope } from './scope.ts';

/** `import a.b as c, d`. */
export function importStatement(lexer: Lexer, scope: Scope): void {
  const start = lexer.start;
  const names: ImportedName[] = [];
  do {
    lexer.next();
    names.push({ name: dottedName(lexer, scope), alias: optionalAlias(lexer, scope) });
  } while (lexer.isOp(op.COMMA));
  scope.outline.import(scope, 'import', 0, '', names, start, lexer.previousEnd);
}

/** `from ..a.b import (c as d, e)` and `from a import *`. */
export function fromStatement(lexer: Lexer, scope: Scope): void {
  const start = lexer.start;
  lexer.next();
  let level = 0;
  for (;;) {
    if (lexer.isOp(op.DOT)) level++;
    else if (lexer.isOp(op.ELLIPSIS)) level += 3;
    else break;
    lexer.next();
  }
  const module = level > 0 && lexer.isWord(word.IMPORT) ? '' : dottedName(lexer, scope);
  lexer.expectWord(word.IMPORT);
  const names = importedNames(lexer, scope);
  scope.outline.import(scope, 'from', level, module, names, start, lexer.previousEnd);
}

function importedNames(lexer: Lexer, scope: Scope): readonly ImportedName[] {
  if (lexer.isOp(op.STAR)) {
    lexer.next();
    return [{ name: '*', alias: undefined }];
  }
  const isGroup = lexer.isOp(op.PAREN_OPEN);
  if (isGroup) lexer.next();
  const names: ImportedName[] = [];
  for (;;) {
    const name = scope.outline.text(lexer.start, lexer.end);
    lexer.expectName();
    names.push({ name, alias: optionalAlias(lexer, scope) });
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
    if (isGroup && lexer.isOp(op.PAREN_CLOSE)) break;
  }
  if (isGroup) lexer.expect(op.PAREN_CLOSE);
  return names;
}

function optionalAlias(lexer: Lexer, scope: Scope): string | undefined {
  if (!lexer.isWord(word.AS)) return undefined;
  lexer.next();
  const alias = scope.outline.text(lexer.start, lexer.end);
  lexer.expectName();
  return alias;
}

function dottedName(lexer: Lexer, scope: Scope): string {
  let name = scope.outline.text(lexer.start, lexer.end);
  lexer.expectName();
  while (lexer.isOp(op.DOT)) {
    lexer.next();
    name += `.${scope.outline.text(lexer.start, lexer.end)}`;
    lexer.expectName();
  }
  return name;
}
