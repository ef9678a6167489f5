import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { parametersAt, readArguments, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, tokenBefore } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import { isFunction, readStatements, type Statement, scopeName } from './statements.ts';

/** Calls that give a function or a class, which takes or has what they were given. */
const MAKERS: ReadonlySet<string> = new Set(
  'partial partialmethod type new_class namedtuple make_dataclass create_model TypedDict SimpleNamespace'.split(
    ' ',
  ),
);

/**
 * What a changed function gives to whoever calls it is called or taken apart there, under no name that could be looked
 * for: a lambda takes other parameters, `partial` is given something else, a tuple is of another length, a
 * dictionary lacks a key, nothing is given any more. Likewise what it takes by keys: `options["b"]` of a parameter.
 * New ones beside those that stay are nobody's yet.
 */
export function* givenShapeDoubts(
  before: PythonFile | undefined,
  after: PythonFile,
): Generator<{ readonly start: number; readonly reason: string }> {
  if (before === undefined) return;
  const old = new Map(functionsOf(before));
  for (const [name, scope] of functionsOf(after)) {
    const was = old.get(name);
    if (was === undefined) continue;
    const now = statementsIn(after, scope);
    const known = statementsIn(before, was);
    const stays = new Set(known.map(({ text }) => text));
    const left = new Set(now.map(({ text }) => text));
    const fresh = now.filter(({ text }) => !stays.has(text));
    const gone = known.filter(({ text }) => !left.has(text));
    if (gone.length === 0) continue;
    const reason =
      (fresh.length === 0 ? undefined : whyOther(shapesOf(gone), shapesOf(fresh))) ??
      whyOtherForm(known, now, fresh, gone) ??
      whyOtherKeys(parametersOfScope(after, scope), known, now);
    const { head = 0 } = after.module.index.definitions[scope] ?? {};
    if (reason !== undefined) yield { start: fresh[0]?.start ?? head, reason: `${name}: ${reason}` };
  }
}

function* functionsOf(file: PythonFile): Generator<readonly [string, number]> {
  const { definitions } = file.module.index;
  for (const scope of readStatements(file).inScope.keys())
    if (isFunction(definitions[scope])) yield [scopeName(file, scope), scope];
}

const statementsIn = (file: PythonFile, scope: number): readonly Statement[] =>
  readStatements(file).inScope.get(scope) ?? [];

/** What of it others take by its form. */
interface Shapes {
  /** The parameters of each lambda, without their names. */
  readonly lambdas: readonly string[];
  /** Calls of makers, as they are written. */
  readonly made: readonly string[];
  /** The keys of a dictionary that is given. */
  readonly keys: readonly string[];
}

function whyOther(old: Shapes, now: Shapes): string | undefined {
  const differ = (key: keyof Shapes) => missing(old[key], now[key]) && missing(now[key], old[key]);
  if (differ('lambdas')) return 'a lambda takes other parameters, and who calls it is not known';
  if (differ('made')) return 'it makes something of another form, and who uses it is not known';
  return now.keys.length > 0 && missing(old.keys, now.keys)
    ? 'the dictionary that it gives lacks a key, and who asks for that is not known'
    : undefined;
}

/** It gives something that is written in another form than all that it gave, or nothing any more. */
function whyOtherForm(
  known: readonly Statement[],
  now: readonly Statement[],
  fresh: readonly Statement[],
  gone: readonly Statement[],
): string | undefined {
  const lost = formsOf(gone);
  if (lost.length === 0) return undefined;
  const forms = new Set(formsOf(known));
  // What was worked out may have been a list or a text before, too, but hardly two values between commas.
  const isOpen = lost.every(form => form === OTHER);
  const other = formsOf(fresh).find(
    form => !forms.has(form) && form !== NOTHING && (isOpen ? SEVERAL.test(form) : form !== OTHER),
  );
  if (other !== undefined) return 'it gives something of another form, and who takes it apart is not known';
  const isNothing = (given: readonly string[]) => given.every(form => form === NOTHING);
  const isRaised = fresh.some(({ firstWord }) => firstWord === word.RAISE);
  return isNothing(formsOf(now)) && !isNothing([...forms]) && !isRaised
    ? 'it gives nothing any more, and who uses what it gave is not known'
    : undefined;
}

const OTHER = 'other';
const NOTHING = 'nothing';
const SEVERAL = /^\d+ values$/;

/** In which form each `return` and `yield` gives something, as far as that is written out. */
const formsOf = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(({ tokens }) => {
    const given = givenBy(tokens);
    return given === undefined ? [] : [formOf(given)];
  });

function formOf(given: readonly CodeToken[]): string {
  const [first, second] = given;
  if (first === undefined) return NOTHING;
  const values = listed(given);
  if (values > 0) return `${values} values`;
  if (second === undefined) {
    if (first.text === 'None') return NOTHING;
    if (first.text === 'True' || first.text === 'False') return 'bool';
    if (first.kind === NUMBER) return 'number';
    return first.kind === STRING ? (first.text.split(':')[0]?.includes('b') ? 'bytes' : 'text') : OTHER;
  }
  const isWhole = isOpening(first) && closingOf(given) === given.length - 1;
  if (!isWhole || first.op === op.PAREN_OPEN) return OTHER;
  if (first.op === op.BRACKET_OPEN) return 'list';
  return given.some((token, i) => token.op === op.COLON && depthOf(given, i) === 1) ||
    second.op === op.BRACE_CLOSE
    ? 'dictionary'
    : 'set';
}

function depthOf(tokens: readonly CodeToken[], index: number): number {
  let depth = 0;
  for (const token of tokens.slice(0, index)) depth += isOpening(token) ? 1 : isClosing(token) ? -1 : 0;
  return depth;
}

/** Callers give it other keys than it asks for now, of whatever it takes. */
function whyOtherKeys(
  parameters: ReadonlyMap<string, string>,
  known: readonly Statement[],
  now: readonly Statement[],
): string | undefined {
  if (parameters.size === 0) return undefined;
  const [old, is] = [keysAsked(known, parameters), keysAsked(now, parameters)];
  const fresh = [...is].find(each => !old.has(each));
  if (fresh !== undefined) return `it newly takes ${fresh}, and whether callers give that is not known`;
  const gone = [...old].find(each => each.startsWith('**') && !is.has(each));
  return gone && `it no longer takes ${gone}, and whether callers give that is not known`;
}

/** The names of the parameters of a function; those by `*` and `**` with the stars in front. */
function parametersOfScope(file: PythonFile, scope: number): ReadonlyMap<string, string> {
  const definition = file.module.index.definitions[scope];
  if (definition === undefined) return new Map();
  const header = file.range(definition.head, definition.body - 1);
  return new Map(
    splitArguments(header, parametersAt(header)).flatMap(([first, second]) => {
      const isStarred = first?.op === op.STAR || first?.op === op.DOUBLE_STAR;
      const name = isStarred ? second?.text : first?.text;
      return name === undefined || first === undefined ? [] : [[name, isStarred ? first.text : ''] as const];
    }),
  );
}

/** `options["key"]`, and of `**options` also `options.pop("key")`; how many values `*args` is taken apart into. */
function keysAsked(
  statements: readonly Statement[],
  parameters: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { tokens } of statements)
    for (const [i, token] of tokens.entries()) {
      const stars = parameters.get(token.text);
      if (stars === undefined || tokenBefore(tokens, i)?.op === op.DOT) continue;
      const [open, key] = [tokens[i + 1], tokens[i + 2]];
      const isCalled = stars === '**' && open?.op === op.DOT && tokens[i + 3]?.op === op.PAREN_OPEN;
      const asked = open?.op === op.BRACKET_OPEN ? key : isCalled ? tokens[i + 4] : undefined;
      if (asked?.kind === STRING && !isSetAt(tokens, i))
        found.add(`${stars}${token.text}["${asked.text.slice(asked.text.indexOf(':') + 1)}"]`);
      const isTakenApart =
        stars === '*' && i === tokens.length - 1 && tokenBefore(tokens, i)?.op === op.ASSIGN;
      if (isTakenApart && listed(tokens.slice(0, i - 1)) > 0)
        found.add(`${listed(tokens.slice(0, i - 1))} values of *${token.text}`);
    }
  return found;
}

/** `options["key"] = …` asks for nothing. */
const isSetAt = (tokens: readonly CodeToken[], i: number): boolean =>
  tokens[i + 3]?.op === op.BRACKET_CLOSE && tokens[i + 4]?.op === op.ASSIGN;

/** Whether something of the first is not in the second. */
function missing(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return some.some(each => !known.has(each));
}

function shapesOf(statements: readonly Statement[]): Shapes {
  const lambdas: string[] = [];
  const made: string[] = [];
  const keys: string[] = [];
  for (const { tokens } of statements) {
    for (const [i, token] of tokens.entries()) {
      if (token.word === word.LAMBDA) lambdas.push(parametersOf(tokens, i));
      const isMade = MAKERS.has(token.text) && tokens[i + 1]?.op === op.PAREN_OPEN;
      if (isMade)
        made.push(
          splitArguments(tokens, i + 1)
            .map(codeKey)
            .join('\u0001'),
        );
    }
    const given = givenBy(tokens);
    if (given === undefined) continue;
    keys.push(...keysOf(given));
  }
  return { lambdas, made, keys };
}

/** Equal for two lambdas that take as many in the same ways. */
function parametersOf(tokens: readonly CodeToken[], lambda: number): string {
  const kinds: string[] = [''];
  let depth = 0;
  for (const token of tokens.slice(lambda + 1)) {
    if (depth === 0 && token.op === op.COLON) break;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth > 0) continue;
    else if (token.op === op.COMMA) kinds.push('');
    else if (token.op === op.ASSIGN) kinds.push(`${kinds.pop()}=`);
    else if (token.op !== 0) kinds.push(`${kinds.pop()}${token.text}`);
    else if (!kinds.at(-1)?.includes('=')) kinds.push(`${kinds.pop()}_`);
  }
  return kinds.join();
}

/** The tokens behind a `return` or a `yield` at the start of a statement, without parentheses around all of them. */
function givenBy(tokens: readonly CodeToken[]): readonly CodeToken[] | undefined {
  const [first, second] = tokens;
  if (first?.word !== word.RETURN && first?.word !== word.YIELD) return undefined;
  if (second?.word === word.FROM) return undefined;
  const given = tokens.slice(1);
  return second?.op === op.PAREN_OPEN && closingOf(given) === given.length - 1 ? given.slice(1, -1) : given;
}

/** Index of the bracket that closes the one at the start. */
function closingOf(tokens: readonly CodeToken[]): number {
  let depth = 0;
  return tokens.findIndex(token => {
    if (isOpening(token)) depth++;
    return isClosing(token) && --depth === 0;
  });
}

/** How many values stand between commas; 0 where one of them may be any number. */
function listed(given: readonly CodeToken[]): number {
  if (given.some(token => token.word === word.LAMBDA || token.word === word.FOR)) return 0;
  let depth = 0;
  let commas = 0;
  let isStart = true;
  for (const token of given) {
    if (isStart && token.op === op.STAR) return 0;
    isStart = depth === 0 && token.op === op.COMMA;
    if (isStart) commas++;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
  }
  return commas === 0 ? 0 : commas + (isStart ? 0 : 1);
}

/** The texts that are keys of the dictionary, where nothing else is given. */
function keysOf(given: readonly CodeToken[]): readonly string[] {
  const [first] = given;
  if (
    first?.text === 'dict' &&
    given[1]?.op === op.PAREN_OPEN &&
    closingOf(given.slice(1)) === given.length - 2
  )
    return readArguments(given, 1).names;
  if (first?.op !== op.BRACE_OPEN || closingOf(given) !== given.length - 1) return [];
  return splitArguments(given, 0).flatMap(([key, colon]) =>
    key?.kind === STRING && colon?.op === op.COLON ? [key.text.slice(key.text.indexOf(':') + 1)] : [],
  );
}
