import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type BlockLine, colonOf, stepsTo } from '../code/blocks.ts';
import { parametersIn } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ScopeAround, scopesAround, scopesIn } from '../code/scopes-around.ts';
import { placesOf } from '../code/uses.ts';

/** These copy a name and a docstring, and run nothing. */
const COPYING = /^(?:wraps|update_wrapper)$/;
const HARMLESS_MEMBERS = /^(?:__name__|__qualname__)$/;

/**
 * Whether a function leaves alone what it is given as one of its parameters, as far as it runs at once: it gives it
 * back, copies its name, sets a member of it, keeps it in what it makes, or uses it in functions inside. Calling it,
 * reading another member of it and giving it to anything else is not that.
 */
export function leavesAlone(file: PythonFile, definition: Definition, parameter: number): boolean {
  const name = parameterOf(file, definition, parameter);
  return areHarmless(file, scopeOf(file, definition), name);
}

/** The same of a function that makes decorators: what the functions inside of it do with their first parameters. */
export function makesHarmless(file: PythonFile, definition: Definition): boolean {
  const own = scopeOf(file, definition);
  const inside = own?.header.below;
  if (own === undefined || inside === undefined) return false;
  const made = functionsIn(file, inside);
  return (
    made.length > 0 &&
    made.every(scope => {
      const { from } = scope.header;
      const [first] = parametersOf(file.tokens.slice(from, colonOf(file, scope.header)));
      return first === undefined || areHarmless(file, scope, nameOf(first));
    })
  );
}

/** Those in `if`, `with` and the like, too. */
function functionsIn(file: PythonFile, block: readonly BlockLine[]): readonly ScopeAround[] {
  const own = scopesIn(file, block).filter(({ isClass }) => !isClass);
  const headers = new Set(own.map(({ header }) => header));
  const below = block.flatMap(line =>
    line.below === undefined || headers.has(line) ? [] : functionsIn(file, line.below),
  );
  return [...own, ...below];
}

function scopeOf(file: PythonFile, { name, body }: Definition): ScopeAround | undefined {
  const around = scopesAround(file, file.tokens.firstFrom(body));
  return around.findLast(each => each.name === name);
}

function parameterOf(file: PythonFile, { head, body }: Definition, index: number): string | undefined {
  return nameOf(parametersOf(file.range(head, body))[index]);
}

const parametersOf = (header: readonly CodeToken[]): readonly (readonly CodeToken[])[] =>
  parametersIn(header).filter(([first]) => first?.op !== op.SLASH);

/** Of `*functions` none: what is done with its members is not followed. */
function nameOf([first]: readonly CodeToken[] = []): string | undefined {
  return first !== undefined && isName(first) ? first.text : undefined;
}

function areHarmless(file: PythonFile, scope: ScopeAround | undefined, name: string | undefined): boolean {
  if (scope === undefined || name === undefined) return false;
  const { from, to, below } = scope.header;
  const body = colonOf(file, scope.header);
  const last = below === undefined ? to : lastOf(below);
  return placesOf(file, name).every(at => {
    if (at < body || at > last) return true;
    const nearest = scopesAround(file, at).at(-1);
    return nearest?.header.from !== from || file.tokens.op(at - 1) === op.DOT || isHarmless(file, at);
  });
}

function lastOf(block: readonly BlockLine[]): number {
  const last = block.at(-1);
  return last === undefined ? -1 : last.below === undefined ? last.to : lastOf(last.below);
}

/** `return f`, `@wraps(f)`, `f.marked = True`, `self.f = f`, `if f is None`, `f.__name__` */
function isHarmless(file: PythonFile, at: number): boolean {
  const { tokens } = file;
  const [before, next] = [tokens.op(at - 1), tokens.op(at + 1)];
  const isLast = tokens.kind(at + 1) < NAME || at + 1 >= tokens.length;
  if (next === op.DOT)
    return (
      tokens.op(at + 3) === op.ASSIGN ||
      (HARMLESS_MEMBERS.test(tokens.text(at + 2)) && tokens.op(at + 3) !== op.DOT)
    );
  if (next === op.PAREN_OPEN || next === op.BRACKET_OPEN || next === op.ASSIGN) return false;
  if (tokens.word(at - 1) === word.RETURN) return isLast;
  if (tokens.word(at + 1) === word.IS) return true;
  if (before === op.PAREN_OPEN)
    return /^(?:callable)$/.test(tokens.text(at - 2)) || COPYING.test(tokens.text(at - 2));
  if (before === op.COMMA) return isCopied(file, at);
  if (before !== op.ASSIGN || !isLast) return false;
  // `self.f = f`, and nothing else on the line.
  const step = stepsTo(file, at).at(-1);
  const from = step?.block[step.index]?.from ?? at;
  return at - from === 4 && tokens.op(from + 1) === op.DOT;
}

/** `update_wrapper(wrapper, f)` */
function isCopied({ tokens }: PythonFile, at: number): boolean {
  return COPYING.test(tokens.text(tokens.opening(at) - 1));
}
