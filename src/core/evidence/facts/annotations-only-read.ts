import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { hasLazyAnnotations } from '../code/import-time.ts';
import { lineStart } from '../code/surroundings.ts';
import type { Use } from '../code/uses.ts';

/** In an annotation that Python does not evaluate: of a local variable, or of anything behind the import that says so. */
export const isUnevaluated = (use: Use): boolean =>
  isTypeOfLocal(use) || (use.file.once(hasLazyAnnotations) && (isTypeOfTarget(use) || isTypeInHeader(use)));

/** The annotation of a variable or attribute in a function, which is never evaluated. */
export function isTypeOfLocal(use: Use): boolean {
  if (!isTypeOfTarget(use)) return false;
  const { tokens, module } = use.file;
  const start = tokens.start(use.at);
  return module.index.definitions.some(
    ({ kind, body, end }) =>
      (kind === 'function' || kind === 'method' || kind === 'property') && body <= start && start < end,
  );
}

/** `name: HERE = …`, `self.name: HERE`. */
export function isTypeOfTarget({ file: { tokens }, file, at }: Use): boolean {
  const line = lineStart(file, at);
  if (!tokens.isName(line)) return false;
  let depth = 0;
  let isBehind = false;
  for (let i = line; i < at; i++) {
    const operator = tokens.op(i);
    if (op.closes(operator)) depth--;
    else if (op.opens(operator)) depth++;
    else if (depth === 0 && operator === op.ASSIGN) return false;
    else if (depth === 0 && operator === op.COLON) isBehind = true;
  }
  return isBehind;
}

/** `def f(a: HERE = …) -> HERE`, and no default. */
function isTypeInHeader({ file: { tokens }, file, at }: Use): boolean {
  const line = lineStart(file, at);
  if (tokens.word(line) !== word.DEF && tokens.word(line + 1) !== word.DEF) return false;
  let depth = 0;
  let isType = false;
  for (let i = line; i < at; i++) {
    const operator = tokens.op(i);
    if (op.closes(operator)) depth--;
    else if (op.opens(operator)) depth++;
    else if (depth === 0 && operator === op.ARROW) isType = true;
    else if (depth === 0 && operator === op.COLON) return false;
    else if (depth === 1 && operator === op.COLON) isType = true;
    else if (depth === 1 && (operator === op.COMMA || operator === op.ASSIGN)) isType = false;
  }
  return isType;
}
