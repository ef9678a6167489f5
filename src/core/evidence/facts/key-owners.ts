import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { ChangedModule, Side } from '../code/two-versions.ts';

/** What the name at a token belongs to, and whether it is given there: a parameter, a target, an argument, a key. */
export type OwnerOf = (file: PythonFile, at: number) => string;

/**
 * A name that belongs to something else is another one: where `A(user_id)` became `A(owner_id)` beside a new
 * `B(user_id)`, that of `A` is gone. What is there on one side only may have had any name, and belongs to what is
 * around it.
 */
export function ownersOf(changed: readonly ChangedModule[], side: Side): OwnerOf {
  const other = side === 'before' ? 'after' : 'before';
  const elsewhere = new Set<string>();
  const twins = new Map<PythonFile, PythonFile | undefined>();
  for (const module of changed) {
    for (const name of module[other]?.once(qualifiedNames) ?? []) elsewhere.add(name);
    if (module[side] !== undefined) twins.set(module[side], module[other]);
  }
  return (file, at) => {
    const { index, path } = file.module;
    const { find, around } = file.once(nesting);
    const innermost = find(file.tokens.start(at));
    const given = howGiven(file.tokens, at, index.definitions[innermost]);
    const twin = twins.get(file);
    const kept = twin?.once(qualifiedNames);
    for (let each = innermost; each >= 0; each = around[each] ?? -1) {
      const name = qualifiedName(index.definitions, each);
      if (kept?.has(name)) return `${path}:${name}${given}`;
      if (elsewhere.has(name)) return `${name}${given}`;
    }
    return `${twin === undefined ? '' : path}${given}`;
  };
}

const qualifiedNames = ({ module: { index } }: PythonFile): ReadonlySet<string> =>
  new Set(index.definitions.map((_, at) => qualifiedName(index.definitions, at)));

/** By place: an attribute that a method sets stands in the method. */
function nesting({ module }: PythonFile) {
  const { definitions } = module.index;
  const order = [...definitions.keys()].sort((a, b) => startOf(definitions, a) - startOf(definitions, b));
  const around: number[] = [];
  const open: number[] = [];
  for (const each of order) {
    const start = startOf(definitions, each);
    while (open.length > 0 && endOf(definitions, open.at(-1)) <= start) open.pop();
    around[each] = open.at(-1) ?? -1;
    open.push(each);
  }
  const find = (offset: number): number => {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (startOf(definitions, order[middle]) <= offset) low = middle + 1;
      else high = middle;
    }
    let found = order[low - 1] ?? -1;
    while (found >= 0 && endOf(definitions, found) <= offset) found = around[found] ?? -1;
    return found;
  };
  return { find, around };
}

const startOf = (definitions: readonly Definition[], at = -1) => definitions[at]?.start ?? 0;
const endOf = (definitions: readonly Definition[], at = -1) => definitions[at]?.end ?? 0;

function howGiven(tokens: CodeTokens, at: number, around: Definition | undefined): string {
  const [before, behind] = [tokens.op(at - 1), tokens.op(at + 1)];
  const start = tokens.start(at);
  const isInHeader =
    (around?.kind === 'function' || around?.kind === 'method') && around.head <= start && start < around.body;
  if (isInHeader && BEFORE_PARAMETERS.has(before)) return ' as a parameter';
  if (behind === op.ASSIGN) return ' as a target';
  if (behind !== op.COLON) return '';
  const isTarget =
    tokens.kind(at) === STRING ? before === op.BRACE_OPEN || before === op.COMMA : tokens.kind(at - 1) < NAME;
  return isTarget ? ' as a target' : '';
}

const BEFORE_PARAMETERS: ReadonlySet<number> = new Set([op.PAREN_OPEN, op.COMMA, op.STAR, op.DOUBLE_STAR]);
