import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { FoundDefinition } from './found-definition.ts';

/**
 * Whether `self` is what the method was called on wherever it stands: it is the first parameter, and asked for members
 * alone, or given back. Nothing else is bound to it then, and nobody else is given it.
 */
export function hasOwnSelf(
  { ref: { definition }, file }: Pick<FoundDefinition, 'ref' | 'file'>,
  mayGiveBack: boolean,
): boolean {
  const { start, head, body, end } = definition;
  const isOfClass = file
    .range(start, head)
    .some(({ text }) => text === 'staticmethod' || text === 'classmethod');
  const header = file.range(head, body);
  const open = header.findIndex(token => token.op === op.PAREN_OPEN);
  if (isOfClass || header[open + 1]?.text !== 'self') return false;
  return file.range(body, end).every(({ text }, i, tokens) => {
    if (text !== 'self') return true;
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const isAsked = before?.op === op.DOT || after?.op === op.DOT;
    return isAsked || (mayGiveBack && before?.word === word.RETURN);
  });
}
