import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { innerIn } from '../code/definitions-by-kind.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readStatements, type Statement, scopeName } from './statements.ts';

/** Methods that run when an object is made, or before each test: all others take for granted what they set. */
const MAKING: ReadonlySet<string> = new Set([
  '__init__',
  '__post_init__',
  '__attrs_post_init__',
  'setUp',
  'setup_method',
]);

/**
 * What objects are given when they are made, and no longer always, or only after something else that may ask for it:
 * an attribute is set under a condition, below a `return` or below what it stood above; `super().__init__()` is gone.
 */
export function* settingDoubts(
  before: PythonFile | undefined,
  after: PythonFile,
): Generator<{ readonly start: number; readonly reason: string }> {
  if (before === undefined) return;
  const now = new Map(makingMethods(after));
  const setters = settersIn(before);
  for (const [name, scope] of makingMethods(before)) {
    const twin = now.get(name);
    const [old, is] = [statementsIn(before, scope), twin === undefined ? [] : statementsIn(after, twin)];
    if (twin === undefined || textOf(old) === textOf(is)) continue;
    const properties = propertiesIn(after, twin);
    const reason =
      whyOther(old, is, properties) ??
      whyNotAsked(old, is, setters) ??
      whyTooEarly(old, is, after, twin, properties);
    if (reason !== undefined) yield { start: after.module.index.definitions[twin]?.head ?? 0, reason };
  }
}

function* makingMethods(file: PythonFile): Generator<readonly [string, number]> {
  const { definitions } = file.module.index;
  const isMethod = ({ kind, name }: Definition) => kind === 'method' && MAKING.has(name);
  for (let i = 0; i < definitions.length; i++)
    if (isMethod(at(definitions, i))) yield [scopeName(file, i), i];
}

/** Attributes of the class that run code where they are set. */
function propertiesIn({ module: { index } }: PythonFile, method: number): ReadonlySet<string> {
  const owner = index.definitions[method]?.parent ?? -1;
  const inside = namesOfModule(index).inside.get(owner) ?? [];
  return new Set(
    inside.flatMap(i =>
      index.definitions[i]?.kind === 'property' ? (index.definitions[i]?.name ?? []) : [],
    ),
  );
}

const statementsIn = (file: PythonFile, scope: number): readonly Statement[] =>
  readStatements(file).inScope.get(scope) ?? [];

const textOf = (statements: readonly Statement[]): string =>
  statements.map(({ text, guards }) => [text, ...guards].join('\u0001')).join('\u0002');

/** Methods that set something of their object. */
function settersIn({ module }: PythonFile): ReadonlySet<string> {
  const { definitions } = module.index;
  const found = new Set<string>();
  let method: Definition | undefined;
  // Of one kind or the other is only what is inside of a class.
  for (const i of innerIn(module.index)) {
    const each = at(definitions, i);
    if (each.kind === 'method') method = each;
    else if (each.kind === 'attribute' && method !== undefined && each.start >= method.start)
      if (each.end <= method.end) found.add(method.name);
  }
  return found;
}

/** A method that sets something, or a function that is given the object, is no longer called when it is made. */
function whyNotAsked(
  old: readonly Statement[],
  now: readonly Statement[],
  setters: ReadonlySet<string>,
): string | undefined {
  const left = new Set(now.flatMap(statement => callsOfObject(statement, setters)));
  const gone = old.flatMap(statement => callsOfObject(statement, setters)).find(each => !left.has(each));
  return gone === undefined ? undefined : `objects are made without ${gone}, which may set something of them`;
}

/** `self._prepare()` and `fill(self)`, as they are shown. */
function callsOfObject({ tokens }: Statement, setters: ReadonlySet<string>): readonly string[] {
  return tokens.flatMap(({ text }, i) => {
    const [before, next, name, open] = [tokens[i - 1], tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (text !== 'self' || before?.op === op.DOT) return [];
    if (next?.op === op.DOT && open?.op === op.PAREN_OPEN && setters.has(name?.text ?? ''))
      return [`self.${name?.text}()`];
    const isGiven = before?.op === op.PAREN_OPEN && (next?.op === op.PAREN_CLOSE || next?.op === op.COMMA);
    const called = tokens[i - 2]?.text ?? '';
    return isGiven && called !== '__init__' && isName(tokens[i - 2]) ? [`${called}(self)`] : [];
  });
}

function whyOther(
  old: readonly Statement[],
  now: readonly Statement[],
  properties: ReadonlySet<string>,
): string | undefined {
  const setNow = new Map<string, number[]>();
  for (const [i, statement] of now.entries()) for (const what of setBy(statement)) addTo(setNow, what, i);
  const lastBelow = lastOldAbove(old, now, properties);
  const [exitsBefore, exitsNow] = [exitsAbove(old), exitsAbove(now)];
  const seen = new Set<string>();
  for (const [i, statement] of old.entries()) {
    for (const what of setBy(statement)) {
      if (seen.has(what)) continue;
      seen.add(what);
      const shown = what === SUPER ? 'the call of super().__init__' : `self.${what}`;
      const around = new Set(statement.guards);
      const places = setNow.get(what) ?? [];
      const place = places.find(each => at(now, each).guards.every(guard => around.has(guard)));
      if (place === undefined) {
        if (what === SUPER || places.length > 0)
          return `${shown} is not always there any more when an object is made`;
        // Whether anything asks for it then is looked at elsewhere, unless another method sets it.
        return `objects are made without ${shown}`;
      }
      if (at(lastBelow, place) > i || at(exitsNow, place) > at(exitsBefore, i))
        return `${shown} stands below what it stood above`;
    }
  }
  return undefined;
}

/** A new statement asks for what is set further down, or calls a method that does. */
function whyTooEarly(
  old: readonly Statement[],
  now: readonly Statement[],
  file: PythonFile,
  method: number,
  properties: ReadonlySet<string>,
): string | undefined {
  const known = new Set(old.map(({ text }) => text));
  if (now.every(({ text }) => known.has(text))) return undefined;
  const { definitions } = file.module.index;
  const owner = definitions[method]?.parent ?? -1;
  const functions = new Map<string, Definition>();
  for (const i of namesOfModule(file.module.index).inside.get(owner) ?? []) {
    const each = at(definitions, i);
    if (each.kind === 'method' || each.kind === 'property') functions.set(each.name, each);
  }
  const firstSet = new Map<string, number>();
  let last = -1;
  for (const [i, statement] of now.entries())
    for (const name of setBy(statement))
      if (name !== SUPER && !firstSet.has(name)) {
        firstSet.set(name, i);
        last = i;
      }
  const latest = new Map<string, number>();
  /** The last place that sets what is asked for, or what the method of this name mentions. */
  const latestOf = (name: string): number => {
    const found = latest.get(name);
    if (found !== undefined) return found;
    const { body = 0, end = 0 } = functions.get(name) ?? {};
    let most = name === '' ? last : (firstSet.get(name) ?? -1);
    for (const { text } of body < end ? file.range(body, end) : [])
      most = Math.max(most, functions.has(text) ? last : (firstSet.get(text) ?? -1));
    latest.set(name, most);
    return most;
  };
  for (const [i, statement] of now.entries()) {
    if (known.has(statement.text)) continue;
    const early = askedOfSelf(statement, properties).find(name => latestOf(name) >= i);
    if (early !== undefined)
      return `${early === '' ? 'self' : `self.${early}`} is asked for above where something of it is set`;
  }
  return undefined;
}

/**
 * The names of `self.name` that are asked for behind the last `=`, and of properties that are set; an empty one where
 * `self` is given as a whole, also as a key.
 */
function askedOfSelf({ tokens }: Statement, properties: ReadonlySet<string>): readonly string[] {
  const assign = tokens.findLastIndex(token => token.op === op.ASSIGN);
  return tokens.flatMap(({ text }, i) => {
    if (text !== 'self' || tokens[i - 1]?.op === op.DOT) return [];
    const name = tokens[i + 1]?.op === op.DOT ? (tokens[i + 2]?.text ?? '') : '';
    return i > assign || name === '' || properties.has(name) ? [name] : [];
  });
}

/** For each statement of now: the last place that one above it had before, of those that may ask for what is set; -1: none. */
function lastOldAbove(
  old: readonly Statement[],
  now: readonly Statement[],
  properties: ReadonlySet<string>,
): readonly number[] {
  const lastPlace = new Map<string, number>();
  for (const [i, statement] of old.entries())
    if (asksObject(statement, properties)) lastPlace.set(statement.text, i);
  let last = -1;
  return now.map(({ text }) => {
    const above = last;
    last = Math.max(last, lastPlace.get(text) ?? -1);
    return above;
  });
}

/** For each statement, how many above it leave the method. */
function exitsAbove(statements: readonly Statement[]): readonly number[] {
  let exits = 0;
  return statements.map(({ firstWord }) => {
    const above = exits;
    if (firstWord === word.RETURN) exits++;
    return above;
  });
}

const SUPER = 'super()';

/** The attributes of `self` that a statement sets, and the making of a base. */
function setBy({ tokens }: Statement): readonly string[] {
  const found: string[] = [];
  const last = tokens.findLastIndex(token => token.op === op.ASSIGN);
  let isBound = false;
  for (const [i, token] of tokens.entries()) {
    if (token.text === '__init__' && tokens[i - 1]?.op === op.DOT) found.push(SUPER);
    const [dot, name, next] = [tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    const isMember = token.text === 'self' && tokens[i - 1]?.op !== op.DOT && dot?.op === op.DOT;
    const isWhole = next?.op !== op.DOT && next?.op !== op.PAREN_OPEN && next?.op !== op.BRACKET_OPEN;
    if (isMember && isWhole && (isBound || i < last) && name !== undefined) found.push(name.text);
    isBound ||= isBinding(token);
  }
  return found;
}

const isBinding = ({ word: each }: CodeToken): boolean => each === word.AS || each === word.FOR;

/** Something in the statement may look at the object: it is more than a value that is set. */
function asksObject(statement: Statement, properties: ReadonlySet<string>): boolean {
  const { tokens } = statement;
  const assign = tokens.findLastIndex(token => token.op === op.ASSIGN);
  return (
    tokens.slice(assign + 1).some(({ text }) => text === 'super') ||
    askedOfSelf(statement, properties).length > 0
  );
}
