import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { assignedOf } from '../../python/query/header.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isLiteral, isSameText } from './code-text.ts';

/**
 * Whether what is assigned is the same on both sides: of two literals it is known, of anything else that is written in
 * another way (`0xFF`, `10 * 2`) it is not.
 */
export function isSameValue(
  [first, second]: readonly [SymbolRef, SymbolRef],
  [oldFile, newFile]: readonly [PythonFile, PythonFile],
): boolean | undefined {
  const old = assignedOf(first.definition, oldFile.text).value;
  const now = assignedOf(second.definition, newFile.text).value;
  if (old === undefined || now === undefined) return undefined;
  const isSame = isSameText(old, now);
  return isSame === true && !isLiteral(now) ? undefined : isSame;
}

/** `A, B = 1, 2`: what is written there is of others as well. */
export const bindsSeveral = ({ module, definition }: SymbolRef): boolean =>
  module.index.definitions.some(
    each =>
      each !== definition &&
      each.start < definition.end &&
      definition.start < each.end &&
      each.parent === definition.parent,
  );
