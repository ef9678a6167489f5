import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing, isClosing, isOpening, lastAssign } from '../code/brackets.ts';
import { readParameters, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isName, tokenBefore } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { definitionsInside, definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { ChangedScope } from './changed-scopes.ts';
import type { ClassLines } from './class-lines.ts';
import { namesBound } from './statement-names.ts';
import { isAlwaysEntered, readStatements, type Statement } from './statements.ts';

/** One attribute that a function sets of an object. */
interface Setting {
  /** The object as it is named there, and the attribute; or that it is a name of the module. */
  readonly root: string;
  readonly name: string;
  readonly guards: readonly string[];
  /** The conditions of those above it that leave the function or the round of a loop. */
  readonly exits: readonly string[];
  /** It is taken away there: `del self.x`. */
  readonly isTaken: boolean;
}

/** Methods that run whenever an object is made. What they set is looked at on its own, in its order. */
const MAKING: readonly string[] = [
  '__init__',
  '__post_init__',
  '__attrs_post_init__',
  'setUp',
  'setup_method',
];
/** Methods that make an object, or a further one, without these. */
const MADE_OTHERWISE = /^__(?:new|setstate|copy|deepcopy|replace|setattr)__$/;
/** So far calls of other methods of the object are followed. */
const MOST_STEPS = 3;
const MOST_SETTINGS = 500;
/** Behind so many the conditions of further ones do not count. */
const MOST_EXITS = 100;

/**
 * Why an object may be without an attribute that a function set before, though others set it still: not always there is
 * not there for whoever called just this function. What making an object sets is always there.
 */
export async function whyNotSet(
  { known, now }: ChangedScope,
  classes: ClassLines,
): Promise<string | undefined> {
  if (MAKING.includes(now.definition.name) || isAsBefore(known.statements, now.statements)) return undefined;
  // What the functions that it calls no longer set is told of there.
  if (outlineOf(known) === outlineOf(now)) return undefined;
  const old = settingsOf(known.file, known.scope);
  const is = settingsOf(now.file, now.scope);
  for (const each of is)
    if (each.isTaken && !old.some(other => isNoLess(other, each)))
      return `${each.root}.${each.name} may be deleted, and who asks for it then is not known`;
  for (const each of old) {
    if (each.isTaken || is.some(other => isNoLess(other, each))) continue;
    if (await isMadeAnyway(each, now, classes)) continue;
    const shown = each.root === OF_MODULE ? each.name : `${each.root}.${each.name}`;
    return `${shown} is not always set any more, and who asks for it then is not known`;
  }
  return undefined;
}

/** What it sets and calls itself, and under which conditions; equal for most functions that differ. */
const outlineOf = ({ file, scope, statements }: ChangedScope['now']): string => {
  const own = settingsOf(file, scope, MOST_STEPS).map(keyOf);
  const calls = statements.flatMap(({ tokens, guards, firstWord }) => {
    const exit = LEAVING.has(firstWord) ? [['exit', ...guards].join('\u0001')] : [];
    const called = tokens.flatMap((token, i) => {
      const isDefined = token.word === word.DEF;
      if (!isDefined && (tokens[i + 1]?.op !== op.PAREN_OPEN || !isName(token))) return [];
      // With the object it is asked of, and what it is given.
      return [codeKey(tokens.slice(Math.max(0, i - 2), i + 6)), ...guards].join('\u0001');
    });
    return [...called, ...exit];
  });
  return [...own, '', ...calls].join('\u0002');
};

const isAsBefore = (old: readonly Statement[], now: readonly Statement[]): boolean =>
  old.length === now.length &&
  old.every(({ text, guards }, i) => text === now[i]?.text && guards.join() === now[i]?.guards.join());

/** Whether the one happens whenever the other does. */
const isNoLess = (now: Setting, old: Setting): boolean =>
  now.name === old.name &&
  now.root === old.root &&
  now.isTaken === old.isTaken &&
  now.exits.every(exit => old.exits.includes(exit)) &&
  now.guards.every(guard => old.guards.includes(guard) || isAlwaysDone(guard));

/** A block that is entered, and that lets nothing pass over what is in it. */
const isAlwaysDone = (guard: string): boolean =>
  isAlwaysEntered(guard) && !/except|suppress|raises/.test(guard);

/** What a function sets, also by the methods of its object that it calls. */
function settingsOf(file: PythonFile, scope: number, steps = 0): readonly Setting[] {
  const known = file.once(settingsRead);
  const key = `${scope} ${steps}`;
  const found = known.get(key) ?? readSettings(file, scope, steps);
  known.set(key, found);
  return found;
}

const keyOf = ({ root, name, isTaken, exits, guards }: Setting): string =>
  [root, name, isTaken, ...exits, '', ...guards].join('\u0001');

/** Many methods may call the same one. */
const settingsRead = (): Map<string, readonly Setting[]> => new Map();

function readSettings(file: PythonFile, scope: number, steps: number): readonly Setting[] {
  const found = new Map<string, Setting>();
  const add = (each: Setting) => found.set(keyOf(each), each);
  let exits: readonly string[] = [];
  const globals = globalsOf(file, scope);
  for (const { tokens, guards, firstWord, isImport } of readStatements(file).inScope.get(scope) ?? []) {
    if (LEAVING.has(firstWord) && exits.length < MOST_EXITS) exits = [...exits, guards.join('\u0002')];
    const isTaken = firstWord === word.DEL;
    for (const [root, name] of isTaken ? takenBy(tokens) : setBy(tokens))
      add({ root, name, guards, exits, isTaken });
    for (const name of globals.size === 0 ? [] : namesBound({ tokens, isImport }))
      if (
        globals.has(name) &&
        firstWord !== word.GLOBAL &&
        firstWord !== word.NONLOCAL &&
        firstWord !== word.DEL
      )
        add({ root: OF_MODULE, name, guards, exits, isTaken: false });
    if (steps >= MOST_STEPS) continue;
    if (found.size > MOST_SETTINGS) {
      // What more it sets is not told apart: any other text of it is a doubt.
      const { body = 0, end = 0 } = file.module.index.definitions[scope] ?? {};
      add({ root: 'self', name: codeKey(file.range(body, end)), guards: [], exits: [], isTaken: false });
      break;
    }
    for (const [index, rename, more] of calledIn(file, scope, tokens)) {
      if (index === scope) continue;
      for (const inner of settingsOf(file, index, steps + 1)) {
        const root = inner.root === OF_MODULE ? OF_MODULE : renamed(inner.root, rename);
        if (root === undefined) continue;
        add({
          ...inner,
          root,
          guards: [...guards, ...more, ...inner.guards],
          exits: [...exits, ...inner.exits],
        });
      }
    }
    for (const name of askedAbove(tokens)) add({ root: 'super()', name, guards, exits, isTaken: false });
  }
  return [...found.values()];
}

const OF_MODULE = 'global';
const LEAVING: ReadonlySet<number> = new Set([word.RETURN, word.CONTINUE, word.BREAK]);

/** Names of the module, or of the function around, that a function says it sets. */
function globalsOf(file: PythonFile, scope: number): ReadonlySet<string> {
  if (!file.mentions('global') && !file.mentions('nonlocal')) return NO_NAMES;
  const said = (readStatements(file).inScope.get(scope) ?? []).filter(
    ({ firstWord }) => firstWord === word.GLOBAL || firstWord === word.NONLOCAL,
  );
  return new Set(said.flatMap(({ tokens }) => tokens.flatMap(token => (isName(token) ? token.text : []))));
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** `a.x = …`, `a.x, b.y = …`, `for a.x in …`, `with … as a.x`, `setattr(a, "x", …)`. */
function* setBy(tokens: readonly CodeToken[]): Generator<readonly [root: string, name: string]> {
  const last = tokens.some(token => token.op === op.ASSIGN) ? lastAssign(tokens) : -1;
  /** Brackets that are open: those of calls and subscripts hold no targets. */
  const brackets: boolean[] = [];
  // `+=` makes nothing.
  const targets = tokens[last]?.op === op.ASSIGN ? last : -1;
  let isBound = false;
  for (const [i, token] of tokens.entries()) {
    const before = tokenBefore(tokens, i);
    if (isOpening(token)) brackets.push(isName(before) || (before !== undefined && isClosing(before)));
    if (isClosing(token)) brackets.pop();
    isBound = (isBound || token.word === word.AS || token.word === word.FOR) && token.word !== word.IN;
    if (/^(?:setattr|__setattr__)$/.test(token.text) && tokens[i + 1]?.op === op.PAREN_OPEN) {
      const [object, , text] = tokens.slice(i + 2);
      if (isName(object) && text?.kind === STRING) yield [object.text, contentOf(text.text)];
    }
    if (!isName(token) || before?.op === op.DOT) continue;
    const [root, name, end] = chainAt(tokens, i);
    const next = tokens[end]?.op;
    const isWhole = next !== op.PAREN_OPEN && next !== op.BRACKET_OPEN;
    // An annotation alone makes nothing.
    const isTarget = (i < targets && !brackets.includes(true)) || isBound;
    if (name !== undefined && isWhole && isTarget) yield [root, name];
  }
}

/** `del a.x, b.y` */
function* takenBy(tokens: readonly CodeToken[]): Generator<readonly [root: string, name: string]> {
  for (const [i, token] of tokens.entries()) {
    if (!isName(token) || tokenBefore(tokens, i)?.op === op.DOT) continue;
    const [root, name, end] = chainAt(tokens, i);
    if (name !== undefined && tokens[end]?.op !== op.BRACKET_OPEN) yield [root, name];
  }
}

/** `a.b` and `x` of `a.b.x`, and the index behind it. */
function chainAt(
  tokens: readonly CodeToken[],
  from: number,
): readonly [root: string, name: string | undefined, end: number] {
  const names = [tokens[from]?.text ?? ''];
  let end = from + 1;
  for (; tokens[end]?.op === op.DOT && isName(tokens[end + 1]); end += 2)
    names.push(tokens[end + 1]?.text ?? '');
  const name = names.length > 1 ? names.pop() : undefined;
  return [names.join('.'), name, end];
}

/** `job.log` as the caller has it, where it has the job by another name. */
function renamed(root: string, names: ReadonlyMap<string, string>): string | undefined {
  const [first = '', ...others] = root.split('.');
  const name = names.get(first);
  return name && [name, ...others].join('.');
}

type Called = readonly [index: number, rename: ReadonlyMap<string, string>, guards: readonly string[]];

/** Functions of the file that may run there, and what the objects are called that they set something of. */
function* calledIn(file: PythonFile, scope: number, tokens: readonly CodeToken[]): Generator<Called> {
  const { index } = file.module;
  const owner = index.definitions[scope]?.parent ?? -1;
  const [first, second] = tokens;
  // A function in it sees its names, and may be called later.
  const inner = first?.word === word.DEF ? definitionsInside(index, scope, second?.text ?? '')[0] : undefined;
  if (inner !== undefined) yield [inner, new Map([['self', 'self']]), [`def ${second?.text}`]];
  for (const [i, token] of tokens.entries()) {
    if (!isName(token) || tokenBefore(tokens, i)?.op === op.DOT) continue;
    const [dot, name, open] = tokens.slice(i + 1);
    if (dot?.op === op.PAREN_OPEN) {
      const [called] = definitionsNamed(index, token.text);
      if (called !== undefined && isFunction(index.definitions[called]))
        yield [called, argumentsOf(file, called, tokens, i + 1), []];
    } else if (owner >= 0 && dot?.op === op.DOT && isName(name) && open?.op === op.PAREN_OPEN) {
      const [called] = definitionsInside(index, owner, name.text);
      if (called !== undefined) yield [called, new Map([['self', token.text]]), []];
    }
  }
}

/** By the parameter what it is given, as far as that is a name. */
function argumentsOf(
  file: PythonFile,
  called: number,
  tokens: readonly CodeToken[],
  open: number,
): ReadonlyMap<string, string> {
  const { head = 0, body = 0 } = file.module.index.definitions[called] ?? {};
  const { positional } = readParameters(file.range(head, body - 1));
  const given = splitArguments(tokens, open);
  return new Map(
    positional.flatMap(({ name }, i) => {
      const [argument, ...others] = given[i] ?? [];
      return isName(argument) && others.length === 0 ? [[name, argument.text] as const] : [];
    }),
  );
}

/** `super().reset()`: what a base sets. */
function* askedAbove(tokens: readonly CodeToken[]): Generator<string> {
  for (const [i, { text }] of tokens.entries()) {
    if (text !== 'super' || tokens[i + 1]?.op !== op.PAREN_OPEN) continue;
    const end = closing(tokens, i + 1);
    if (tokens[end + 1]?.op === op.DOT && tokens[end + 3]?.op === op.PAREN_OPEN)
      yield `${tokens[end + 2]?.text}()`;
  }
}

/** Every object that may be meant has it from where it is made. */
async function isMadeAnyway(
  { root, name }: Setting,
  { file, definition }: ChangedScope['now'],
  classes: ClassLines,
): Promise<boolean> {
  if (/^(?:return_value|side_effect)$/.test(name)) return true;
  if (MADE_OTHERWISE.test(definition.name)) return false;
  const { definitions } = file.module.index;
  if (root === OF_MODULE) return isBoundAtTop(file, name);
  const owner = definition.parent;
  if (root !== 'self' || definitions[owner]?.kind !== 'class') return false;
  const line = await classes.of({ module: file.module, index: owner });
  return line.classes.some(each => attributesMadeIn(each.file, each.index).has(name));
}

const isBoundAtTop = (file: PythonFile, name: string): boolean =>
  (readStatements(file).inScope.get(-1) ?? []).some(
    statement =>
      statement.guards.length === 0 && namesBound(statement).has(name) && statement.firstWord !== word.DEL,
  );

/** What the body of a class sets, and what its objects are always given when they are made. */
function attributesMadeIn(file: PythonFile, owner: number): ReadonlySet<string> {
  const { index } = file.module;
  const found = new Set<string>();
  for (const i of namesOfModule(index).inside.get(owner) ?? []) {
    const each = index.definitions[i];
    if (each === undefined) continue;
    if (each.kind === 'property') found.add(each.name);
    if (!MAKING.includes(each.name)) continue;
    for (const { root, name, guards, exits, isTaken } of settingsOf(file, i))
      if (root === 'self' && !isTaken && exits.length === 0 && guards.every(isAlwaysDone)) found.add(name);
  }
  for (const { firstWord, tokens, guards } of readStatements(file).inScope.get(owner) ?? []) {
    const isSet = isName(tokens[0]) && tokens.some(token => token.op === op.ASSIGN);
    if (isSet && firstWord === 0 && guards.length === 0) found.add(tokens[0]?.text ?? '');
  }
  return found;
}
