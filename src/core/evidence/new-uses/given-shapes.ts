import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import { whyOtherKeys } from './asked-keys.ts';
import { formsOf, givenBy, keysOf, NOTHING, OTHER, SEVERAL } from './given-forms.ts';
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
  // Of overloads the last one is the function.
  const old = new Map(functionsOf(before));
  for (const [name, scope] of new Map(functionsOf(after))) {
    const was = old.get(name);
    if (was === undefined) continue;
    const now = statementsIn(after, scope);
    const known = statementsIn(before, was);
    const { gone, fresh } = withoutEnds(known, now);
    const refused = whyRefused(after, scope, gone, fresh);
    if (gone.length === 0 && refused === undefined) continue;
    const reason =
      refused ??
      (fresh.length === 0 ? undefined : whyOther(shapesOf(gone), shapesOf(fresh))) ??
      whyOtherForm(known, now, fresh, gone) ??
      whyOtherKeys(after, scope, known, now);
    const { head = 0 } = after.module.index.definitions[scope] ?? {};
    if (reason !== undefined) yield { start: fresh[0]?.start ?? head, reason: `${name}: ${reason}` };
  }
}

/** What stands between the statements that are the same at the start and at the end. */
function withoutEnds(old: readonly Statement[], now: readonly Statement[]) {
  const isSame = (i: number, j: number) => old[i]?.text === now[j]?.text;
  const least = Math.min(old.length, now.length);
  let from = 0;
  while (from < least && isSame(from, from)) from++;
  let behind = 0;
  while (behind < least - from && isSame(old.length - 1 - behind, now.length - 1 - behind)) behind++;
  return { gone: old.slice(from, old.length - behind), fresh: now.slice(from, now.length - behind) };
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

/** What Python takes from methods that it calls itself, as far as that is written out. */
const TAKEN: readonly (readonly [name: RegExp, forms: RegExp])[] = [
  [/^__init__$/, /^nothing$/],
  [/^__(?:iter|aiter|reversed)__$/, /^(?:other|nothing)$/],
  [/^__(?:len|hash|index|int|bool)__$/, /^(?:other|number|bool)$/],
  [/^__(?:str|repr|format)__$/, /^(?:other|text)$/],
];

/** Python refuses what it gives now, or that it gives control a second time. */
function whyRefused(
  file: PythonFile,
  scope: number,
  gone: readonly Statement[],
  fresh: readonly Statement[],
): string | undefined {
  const { name, start, head } = at(file.module.index.definitions, scope);
  const taken = TAKEN.find(([method]) => method.test(name))?.[1];
  const results = taken && formsOf(fresh.filter(({ firstWord }) => firstWord === word.RETURN));
  if (results?.some(form => !taken?.test(form)) === true) return 'Python does not take what it gives';
  const yields = (statements: readonly Statement[]) =>
    statements.filter(({ tokens }) => tokens.some(token => token.word === word.YIELD)).length;
  return yields(fresh) > yields(gone) && file.range(start, head).some(({ text }) => MANAGER.test(text))
    ? 'it may yield more than once'
    : undefined;
}

const MANAGER = /contextmanager$/;

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
  for (let i = lambda + 1; i < tokens.length; i++) {
    const token = at(tokens, i);
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
