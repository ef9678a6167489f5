import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { Unit } from '../code/units.ts';

/**
 * Whether functions of a class run while it is made: its body calls one or decorates by it, or it is an enumeration,
 * which makes its members by methods of its own.
 */
export function runsOwnFunctions(unit: Unit): boolean {
  const { content, file } = unit;
  if (content.kind !== 'definition' || content.definition.kind !== 'class') return false;
  const { definitions } = file.module.index;
  const { end, head, body } = content.definition;
  const functions = new Set<string>();
  // They are in the order of their first bytes.
  for (let i = content.index + 1; (definitions[i]?.start ?? end) < end; i++) {
    const { kind = '', name = '' } = definitions[i] ?? {};
    if (kind === 'method' || kind === 'function') functions.add(name);
  }
  if (functions.size === 0) return false;
  const isEnum = file.range(head, body).some(({ text }) => ENUM.test(text));
  if (isEnum && [...functions].some(name => MAKING.test(name))) return true;
  const tokens = importTimeTokens(unit, file);
  return tokens.some(({ text }, i) => {
    const [before, next] = [tokens[i - 1], tokens[i + 1]?.op];
    if (!functions.has(text) || before?.word === word.DEF || before?.op === op.DOT) return false;
    return next === op.PAREN_OPEN || (before?.op === op.AT && next !== op.DOT);
  });
}

const ENUM = /(?:Enum|Flag|Choices)$/;
const MAKING = /^__(?:init|new|init_subclass|set_name)__$|^_(?:generate_next_value|missing)_$/;
