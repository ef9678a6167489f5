import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { basesOf } from '../../python/query/header.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { lastOf } from '../code/dotted-names.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { bindsElsewhere, boundPlacesBetween, isBoundByImportsOnly } from '../facts/bound-names.ts';

import { type Home, offersHomes } from './home-of-name.ts';
import { definitionsAround, nameOf } from './places-of-name.ts';

/** `self.name` and `cls.name` in the class and below it, and `Class.name`: of other objects it is not known what they are. */
export function isOwnMember(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
  const { tokens, module } = file;
  if (tokens.op(at - 3) === op.DOT) return false;
  const owner = tokens.text(at - 2);
  const isHere = module.path === home.path;
  if (owner === home.around)
    return isHere
      ? isDefinedOnce(file.module, owner) && !bindsElsewhere(file, owner)
      : isBoundByImportsOnly(file, owner) && offersHomes(module, owner, home, version);
  if (owner !== 'self' && owner !== 'cls') return false;
  const scopes = definitionsAround(file, at);
  const around = scopes.findLast(({ kind }) => kind === 'class');
  const method = around && scopes[scopes.lastIndexOf(around) + 1];
  if (around === undefined || !isOfMethod(file, method, scopes, owner)) return false;
  if (isHere && nameOf(file, around) === home.around) return true;
  const bases = basesOf(around, file.text);
  const own = bases.findIndex(base =>
    isHere
      ? base === home.around && isDefinedOnce(module, base)
      : base === lastOf(home.around) && offersHomes(module, base, home, version),
  );
  // A base that comes first may have the member, too.
  return own >= 0 && bases.slice(0, own).every(base => isOfWorkspace(file, base));
}

const isDefinedOnce = ({ index }: WorkspaceModule, name: string): boolean =>
  definitionsNamed(index, name).length === 1;

/** A class of this file that has no base from elsewhere, however far up; another class of the file was asked for the name. */
function isOfWorkspace(file: PythonFile, base: string, known = new Set<string>()): boolean {
  if (base === 'object' || base === 'ABC' || known.has(base)) return true;
  known.add(base);
  const { index } = file.module;
  const [found, ...others] = definitionsNamed(index, base).map(each => index.definitions[each]);
  if (found?.kind !== 'class' || others.length > 0) return false;
  return basesOf(found, file.text).every(each => isOfWorkspace(file, each, known));
}

/** `self` is the first parameter of the method, and nothing in it, nor a function inside, binds the name anew. */
function isOfMethod(
  file: PythonFile,
  method: Definition | undefined,
  scopes: readonly Definition[],
  name: string,
): boolean {
  // In the body of the class itself it is whatever stands there.
  if (method === undefined || !isFunction(method)) return false;
  const { tokens } = file;
  if (file.range(method.start, method.head).some(({ text }) => text === 'staticmethod')) return false;
  const headers = scopes.slice(scopes.indexOf(method) + 1).filter(isFunction);
  if (headers.some(each => file.range(each.head, each.body).some(({ text }) => text === name))) return false;
  const first = file.range(method.head, method.body).find((_, i, all) => all[i - 1]?.op === op.PAREN_OPEN);
  if (first?.text !== name) return false;
  const known = file.once(newMethods);
  const key = `${name} ${method.start}`;
  const isBound =
    known.get(key) ?? bindsName(tokens, tokens.firstFrom(method.body), tokens.firstFrom(method.end), name);
  known.set(key, isBound);
  return !isBound;
}

/** Whether a method binds the name of its first parameter anew, by both. */
const newMethods = () => new Map<string, boolean>();

/** Whether a statement between two tokens may make another thing of the name, or delete it. */
function bindsName(tokens: CodeTokens, first: number, end: number, name: string): boolean {
  let from = first;
  for (let i = first; i <= end; i++) {
    if (i < end && tokens.kind(i) >= NAME) continue;
    const isWhole = WHOLE.has(tokens.word(from)) || tokens.text(from) === 'case';
    const places = isWhole ? indices(from, i) : boundPlacesBetween(tokens, from, i);
    const isTarget = (at: number) =>
      tokens.text(at) === name &&
      tokens.op(at - 1) !== op.DOT &&
      tokens.op(at + 1) !== op.DOT &&
      (isWhole || !isInCall(tokens, at));
    if (places.some(isTarget)) return true;
    from = i + 1;
  }
  return false;
}

/** Statements of which each name is bound, or deleted. */
const WHOLE: ReadonlySet<number> = new Set([word.DEL, word.IMPORT, word.FROM, word.GLOBAL, word.NONLOCAL]);

const indices = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

/** `a[HERE] = 1`, `f(HERE).x = 1`: no target. */
function isInCall(tokens: CodeTokens, at: number): boolean {
  for (let open = tokens.opening(at); open >= 0; open = tokens.opening(open))
    if (tokens.isName(open - 1) || op.closes(tokens.op(open - 1))) return tokens.op(at + 1) !== op.WALRUS;
  return false;
}
