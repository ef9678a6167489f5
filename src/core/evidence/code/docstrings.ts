import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import { INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';

/** The tokens without the docstrings of classes and functions, and of the module when they are a whole one. */
export function withoutDocstrings(
  tokens: readonly CodeToken[],
  of: 'module' | 'definition',
): readonly CodeToken[] {
  // Without a block there is none.
  if (of === 'definition' && !tokens.some(({ kind }) => kind === INDENT)) return tokens;
  const kept: CodeToken[] = [];
  let isHeader = false;
  let atLineStart = true;
  for (let i = of === 'module' ? behindDocstring(tokens, 0) : 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    kept.push(token);
    if (token.kind >= NAME) {
      if (atLineStart) isHeader = beginsDefinition(tokens, i);
      atLineStart = false;
      continue;
    }
    atLineStart = true;
    if (token.kind === INDENT && isHeader) i = behindDocstring(tokens, i + 1) - 1;
  }
  return kept;
}

/** Index behind the docstring that is at `from`, its line end included; `from` when there is none. */
function behindDocstring(tokens: readonly CodeToken[], from: number): number {
  let i = from;
  while (tokens[i]?.kind === STRING) {
    const { text } = at(tokens, i);
    if (!/^[ru]*:/.test(text)) return from;
    i++;
  }
  if (i === from) return from;
  if (i === tokens.length) return i;
  return tokens[i]?.kind === NEWLINE ? i + 1 : from;
}

function beginsDefinition(tokens: readonly CodeToken[], i: number): boolean {
  const first = tokens[i];
  if (first?.word === word.ASYNC) return tokens[i + 1]?.word === word.DEF;
  return first?.word === word.DEF || first?.word === word.CLASS_WORD;
}
