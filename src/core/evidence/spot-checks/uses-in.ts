import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isInImport } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { bindsElsewhere, boundInLine, linesOf } from '../facts/bound-names.ts';
import { hasWord } from './code-text.ts';
import type { Lookup } from './lookup.ts';

/** How a file uses a name: what certainly is a use, and what may be one. */
export interface Uses {
  readonly sure: readonly CodeToken[];
  readonly possible: readonly CodeToken[];
}

/** Without the name where it is bound: it is defined there, or given a value, which is no use of it. */
export function usesIn(file: PythonFile, name: string): Uses {
  const sure: CodeToken[] = [];
  const possible: CodeToken[] = [];
  if (!file.mentions(name)) return { sure, possible };
  const isOwn = !bindsElsewhere(file, name);
  const isBound = boundAt(file, name);
  for (const [i, token] of [...file.tokens].entries()) {
    if (token.kind === STRING && hasWord(token.text, name)) possible.push(token);
    if (token.text !== name || !isName(token) || isDefinedAt(file, i, token)) continue;
    // A member of that name may be another's.
    const isOther = isImported(file, token) || isKeyword(file, i) || file.tokens.op(i - 1) === op.DOT;
    if (isOther || !isOwn || isBound(token)) possible.push(token);
    else sure.push(token);
  }
  return { sure, possible };
}

function isDefinedAt(file: PythonFile, i: number, { text, start }: CodeToken): boolean {
  const { definitions } = file.module.index;
  return (
    file.tokens.word(i - 1) === word.DEF ||
    file.tokens.text(i - 1) === 'class' ||
    definitions.some(each => each.name === text && each.head === start)
  );
}

/** Whether a statement binds the name, wherever it stands in it: `X = X or 1`. */
function boundAt(file: PythonFile, name: string): (token: CodeToken) => boolean {
  const lines = linesOf(file.tokens).filter(line => boundInLine(line).includes(name));
  const ranges = lines.map(({ tokens, from, to }) => [tokens.start(from), tokens.start(to)] as const);
  return ({ start }) => ranges.some(([from, to]) => from <= start && start < to);
}

const isImported = ({ module }: PythonFile, { start }: CodeToken): boolean => isInImport(module, start);

/** `f(name=1)` */
function isKeyword({ tokens }: PythonFile, i: number): boolean {
  const before = tokens.op(i - 1);
  return tokens.op(i + 1) === op.ASSIGN && (before === op.COMMA || before === op.PAREN_OPEN);
}

/** Wherever the name stands, as a name or in a text. */
export function mentionsIn(file: PythonFile, name: string): Uses {
  if (!file.mentions(name)) return { sure: [], possible: [] };
  const all = [...file.tokens];
  // A member of that name may be another's.
  const isOther = (i: number) => file.tokens.op(i - 1) === op.DOT || isKeyword(file, i);
  const named = [...all.entries()].filter(([, token]) => token.text === name && isName(token));
  const sure = named.flatMap(([i, token]) => (isOther(i) ? [] : [token]));
  const others = named.flatMap(([i, token]) => (isOther(i) ? [token] : []));
  const [first] = all;
  const isText =
    named.length === 0 && first !== undefined && hasWord(file.text.text(0, file.source.length), name);
  return { sure, possible: isText ? [first] : others };
}

/** Whether a bare name of the file is that of one of these definitions, by its imports or its own. */
export function leadsTo(
  look: Lookup,
  file: PythonFile,
  name: string,
  definitions: readonly SymbolRef[],
): boolean {
  const target = bindsElsewhere(file, name) ? undefined : look.version.graph.resolve(file.module, name);
  return (
    target?.kind === 'definition' &&
    definitions.some(({ module, index }) => module === target.module && index === target.index)
  );
}

/** Where the name certainly is that of one of these definitions, used so or at all; `undefined` where it may be. */
export function sureUse(
  look: Lookup,
  file: PythonFile,
  name: string,
  definitions: readonly SymbolRef[],
  how: 'called' | 'used' | undefined,
  /** With its module it is said of these alone. */
  isExact = false,
): CodeToken | undefined {
  const named = usesIn(file, name);
  const isOther = isExact && !leadsTo(look, file, name, definitions);
  const sure = isOther ? [] : named.sure;
  const possible = isOther ? [...named.sure, ...named.possible] : named.possible;
  const indexes = new Map([...file.tokens].map(({ start }, i) => [start, i]));
  const at = ({ kind, start }: CodeToken) => (kind === STRING ? -1 : (indexes.get(start) ?? -1));
  const isUsedSo = (token: CodeToken) =>
    how !== 'called' || (at(token) >= 0 && file.tokens.op(at(token) + 1) === op.PAREN_OPEN);
  const isIts = (token: CodeToken) => isOfModule(look, file, at(token), definitions);
  const found = sure.find(isUsedSo) ?? possible.find(token => isUsedSo(token) && isIts(token));
  if (found !== undefined || how !== undefined || isOther) return found;
  return possible.find(token => token.kind !== STRING && isImported(file, token));
}

/** `m.f`, where `m` is the module that defines `f`. */
function isOfModule(look: Lookup, file: PythonFile, at: number, definitions: readonly SymbolRef[]): boolean {
  const around = file.tokens.text(at - 2);
  if (at < 0 || file.tokens.op(at - 1) !== op.DOT || file.tokens.op(at - 3) === op.DOT) return false;
  const target = bindsElsewhere(file, around) ? undefined : look.version.graph.resolve(file.module, around);
  return (
    target?.kind === 'module' &&
    definitions.some(({ module, definition }) => module === target.module && definition.parent === -1)
  );
}
