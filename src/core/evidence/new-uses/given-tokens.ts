import * as op from '../../python/lexer/operators.ts';
import { isName } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import type { Code } from './code.ts';
import { readStatements } from './statements.ts';

/** Code of one name as what one plain statement of the function or the module gives the name; other code as it stands. */
export function codeGiven(code: Code): Code {
  const { file, tokens, scope, inner } = code;
  const [first, second] = tokens;
  if (!isName(first) || second !== undefined || inner.has(first.text)) return code;
  const { definitions } = file.module.index;
  const { bindings } = readStatements(file);
  for (let at = scope; at >= -1; at = at < 0 ? -2 : (definitions[at]?.parent ?? -1)) {
    if (at >= 0 && at !== scope && !isFunction(definitions[at])) continue;
    const found = bindings.get(at)?.get(first.text);
    if (found === undefined) continue;
    const statement = found.length === 1 ? found[0]?.statement : undefined;
    const [name, assign, ...value] = statement?.tokens ?? [];
    const isPlain = name?.text === first.text && assign?.op === op.ASSIGN;
    if (!isPlain || statement === undefined || value.some(token => token.op === op.ASSIGN)) return code;
    return { file, tokens: value, scope: at, inner: statement.innerNames };
  }
  return code;
}
