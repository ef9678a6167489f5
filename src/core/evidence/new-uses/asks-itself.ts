import { byteAt } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { parametersIn, splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Code } from './code.ts';
import { isInLambda } from './lambda-bodies.ts';
import { readStatements, type Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

const GETTERS = /^(?:builtins\.property|functools\.cached_property)$/;
/** What Python calls for a builtin function of this name. */
const OF_BUILTIN = /^__(len|str|repr|iter|hash|bool|next|int|float|abs|reversed|format)__$/;
const EXCLAMATION = 0x21;

/** A function that runs itself again whenever it runs: `return self.size` in the property `size`, `len(self)` in `__len__`. */
export function asksItself(reader: UseReader, { file, tokens, scope }: Code, statement: Statement): boolean {
  const definition = file.module.index.definitions[scope];
  if (definition === undefined || definition.kind === 'class') return false;
  const { name } = definition;
  const [first, second] = parametersIn(file.range(definition.head, definition.body - 1));
  const self = definition.kind === 'function' ? undefined : first?.[0]?.text;
  const isOwn = (i: number) =>
    tokens[i]?.text === name &&
    (self === undefined
      ? tokens[i - 1]?.op !== op.DOT
      : tokens[i - 1]?.op === op.DOT && tokens[i - 2]?.text === self && tokens[i - 3]?.op !== op.DOT);
  const found = tokens.findIndex(
    (_, i) => isOwn(i) && tokens[i + 1]?.op !== op.ASSIGN && !isInLambda(tokens, i),
  );
  if (found >= 0 && self !== undefined && definition.start < definition.head)
    if (reader.decoratorsOf(file, definition).some(each => GETTERS.test(each ?? ''))) return true;
  if (found >= 0 && tokens[found + 1]?.op === op.PAREN_OPEN && isFirst(file, scope, statement)) return true;
  if (self === undefined) return false;
  const builtin = OF_BUILTIN.exec(name)?.[1];
  if (builtin !== undefined && tokens.some((_, i) => isGiven(tokens, i, builtin, self))) return true;
  const isField = name === '__str__' || name === '__repr__';
  if (isField && tokens.some((_, i) => isShown(name, self, file.source, tokens, i))) return true;
  const other = second?.[0]?.text;
  return (
    name === '__eq__' &&
    tokens.some(
      ({ text }, i) => text === '==' && tokens[i - 1]?.text === self && tokens[i + 1]?.text === other,
    )
  );
}

/** `len(self)` */
const isGiven = (tokens: readonly CodeToken[], i: number, builtin: string, self: string): boolean =>
  tokens[i]?.text === builtin &&
  tokens[i - 1]?.op !== op.DOT &&
  tokens[i + 1]?.op === op.PAREN_OPEN &&
  tokens[i + 2]?.text === self &&
  tokens[i + 3]?.op === op.PAREN_CLOSE;

/** A field of a formatted string that is the object itself: `{self}` asks for `__str__`, `{self!r}` for `__repr__`. */
function isShown(
  name: string,
  self: string,
  source: Uint8Array,
  tokens: readonly CodeToken[],
  i: number,
): boolean {
  if (tokens[i]?.kind !== STRING || tokens[i + 1]?.op !== op.PAREN_OPEN) return false;
  return splitArguments(tokens, i + 1).some(([field, more]) => {
    if (field?.text !== self || more !== undefined || field.end >= source.length) return false;
    const isConverted = byteAt(source, field.end) === EXCLAMATION;
    return isConverted === (name === '__repr__');
  });
}

/** It runs whenever the function does: it stands first, behind the docstring alone, and nothing in it decides. */
function isFirst(file: PythonFile, scope: number, statement: Statement): boolean {
  const [first, second] = readStatements(file).inScope.get(scope) ?? [];
  const isDocstring = first?.tokens.length === 1 && first.tokens[0]?.kind === STRING;
  const own = isDocstring ? second : first;
  return own === statement && SIMPLE.has(statement.firstWord) && statement.allGuards.length === 0;
}

const SIMPLE: ReadonlySet<number> = new Set([0, word.RETURN, word.AWAIT]);
