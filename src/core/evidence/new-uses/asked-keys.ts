import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { parametersIn } from '../code/call-shape.ts';
import { type CodeToken, tokenBefore } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { listed } from './given-forms.ts';
import { namesBound } from './statement-names.ts';
import type { Statement } from './statements.ts';

/** Why callers may give a function other keys than it asks for now: `options["b"]` of a parameter. */
export function whyOtherKeys(
  file: PythonFile,
  scope: number,
  known: readonly Statement[],
  now: readonly Statement[],
): string | undefined {
  const parameters = parametersOfScope(file, scope);
  if (parameters.size === 0) return undefined;
  const [old, is] = [keysAsked(known, parameters), keysAsked(now, parameters)];
  const fresh = [...is.keys()].find(each => !old.has(each));
  if (fresh !== undefined) return `it newly takes ${fresh}, and whether callers give that is not known`;
  const needed = [...is].find(([each, isNeeded]) => isNeeded && old.get(each) === false)?.[0];
  if (needed !== undefined) return `it newly needs ${needed}, and whether callers give that is not known`;
  const gone = [...old.keys()].find(each => each.startsWith('**') && !is.has(each));
  return gone && `it no longer takes ${gone}, and whether callers give that is not known`;
}

/** What callers give a function by its parameters: their names, and the stars in front of them. */
function parametersOfScope(file: PythonFile, scope: number): ReadonlyMap<string, string> {
  const definition = file.module.index.definitions[scope];
  if (definition === undefined) return new Map();
  const header = file.range(definition.head, definition.body - 1);
  return new Map(
    parametersIn(header).flatMap(([first, second]) => {
      const isStarred = first?.op === op.STAR || first?.op === op.DOUBLE_STAR;
      const name = isStarred ? second?.text : first?.text;
      const isGiven = name !== undefined && name !== 'self' && name !== 'cls';
      return isGiven && first !== undefined ? [[name, isStarred ? first.text : ''] as const] : [];
    }),
  );
}

/**
 * `options["key"]`, and of `**options` also `options.pop("key")`, each with whether it must be there; how many values
 * `*args` is taken apart into.
 */
function keysAsked(
  statements: readonly Statement[],
  parameters: ReadonlyMap<string, string>,
): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const statement of statements) {
    const { tokens } = statement;
    for (const [i, token] of tokens.entries()) {
      const stars = parameters.get(token.text);
      if (stars === undefined || tokenBefore(tokens, i)?.op === op.DOT) continue;
      const [open, key] = [tokens[i + 1], tokens[i + 2]];
      const isCalled = stars === '**' && open?.op === op.DOT && tokens[i + 3]?.op === op.PAREN_OPEN;
      const asked = open?.op === op.BRACKET_OPEN ? key : isCalled ? tokens[i + 4] : undefined;
      if (asked?.kind === STRING && !isSetAt(tokens, i)) {
        const key = `${stars}${token.text}["${asked.text.slice(asked.text.indexOf(':') + 1)}"]`;
        const isNeeded = isCalled ? isPopped(tokens, i) : !isLookedFor(token.text, statement);
        found.set(key, found.get(key) === true || isNeeded);
      }
      // `values[0]`; where something asks whether there are any it may be left out.
      if (stars === '*' && open?.op === op.BRACKET_OPEN && key?.kind === NUMBER && isNeededAt(statement, i))
        found.set(`*${token.text}[${key.text}]`, true);
      const isTakenApart =
        stars === '*' && i === tokens.length - 1 && tokenBefore(tokens, i)?.op === op.ASSIGN;
      if (isTakenApart && listed(tokens.slice(0, i - 1)) > 0)
        found.set(`${listed(tokens.slice(0, i - 1))} values of *${token.text}`, true);
    }
  }
  return found;
}

const isNeededAt = (statement: Statement, i: number): boolean =>
  statement.tokens[i + 3]?.op === op.BRACKET_CLOSE &&
  statement.allGuards.length === statement.guards.length &&
  !isLookedFor(statement.tokens[i]?.text ?? '', statement);

/** `options.pop("key")` without a default fails where the key is not there. */
const isPopped = (tokens: readonly CodeToken[], i: number): boolean =>
  tokens[i + 2]?.text === 'pop' && tokens[i + 5]?.op === op.PAREN_CLOSE;

/** What stands around it asks whether the key is there (`if "key" in options`), or catches that it is not. */
const isLookedFor = (name: string, { tokens, guards }: Statement): boolean =>
  tokens.some(({ word: each }, i) => each === word.IN && tokens[i + 1]?.text === name) ||
  guards.some(guard =>
    guard.split('\u0000').some(part => {
      const said = part.replace(/^\W*\d+/, '');
      return said === name || CATCHING.test(said);
    }),
  );

const CATCHING = /^(?:KeyError|IndexError|LookupError|Exception|BaseException)$/;

/** `options["key"] = …` asks for nothing. */
const isSetAt = (tokens: readonly CodeToken[], i: number): boolean =>
  tokens[i + 3]?.op === op.BRACKET_CLOSE && tokens[i + 4]?.op === op.ASSIGN;

/** Why a call may be given another number of arguments: what it is given by `*` or `**` is another value there. */
export function whyOtherStars(now: readonly Statement[], fresh: readonly Statement[]): string | undefined {
  const bound = new Set(fresh.flatMap(each => [...namesBound(each)]));
  if (bound.size === 0) return undefined;
  for (const { tokens } of now)
    for (const [i, token] of tokens.entries()) {
      const [star, before] = [tokens[i - 1], tokens[i - 2]];
      const isStarred = star?.op === op.STAR || star?.op === op.DOUBLE_STAR;
      const isArgument = before?.op === op.PAREN_OPEN || before?.op === op.COMMA;
      if (isStarred && isArgument && bound.has(token.text) && tokens[0]?.word !== word.DEF)
        return `${token.text} is given by stars and is another value, and how many it has is not known`;
    }
  return undefined;
}
