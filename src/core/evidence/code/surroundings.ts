import * as word from '../../python/lexer/keywords.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import type { Use } from './uses.ts';

/** Words of a line that expects what is in it to fail, or that asks first whether it is there. */
const EXPECTS_FAILURE =
  /^(?:raises|assertRaises\w*|assertWarns\w*|warns|suppress|xfail|hasattr|getattr|version_info|TYPE_CHECKING|isinstance|monkeypatch|patch)$/;

const DEFINES: readonly number[] = [word.DEF, word.ASYNC, word.CLASS_WORD];

/** Why a use that cannot work may be meant to fail, or never run; `undefined` where nothing says so. */
export function mayFailThere({ file: { tokens }, at }: Use): string | undefined {
  let depth = 0;
  let isDecorated = false;
  let isHeader = true; // The line itself is looked at like the headers around it.
  for (let i = at; i >= 0; i--) {
    const token = tokens.get(i);
    if (token === undefined) break;
    if (token.kind === DEDENT) depth++;
    else if (token.kind === INDENT) {
      if (depth > 0) depth--;
      else isHeader = true;
    }
    if (!isHeader || token.kind === INDENT || token.kind === DEDENT || token.kind === NEWLINE) continue;
    const end = i;
    while (i > 0 && !isLineEnd(tokens.get(i - 1))) i--;
    // What is asked may stand behind it on the same line: `f() if hasattr(m, "f") else None`.
    let last = end;
    while (end === at && !isLineEnd(tokens.get(last + 1))) last++;
    const line = tokens.slice(i, last + 1);
    if (isDecorated && line[0]?.text !== '@') {
      isDecorated = false;
      isHeader = false;
      continue;
    }
    if (line[0]?.word === word.TRY) return 'it stands under try';
    if (line.some(({ text }) => EXPECTS_FAILURE.test(text))) return 'it may be expected to fail';
    // Above a definition stand its decorators.
    isDecorated = isDecorated || DEFINES.includes(line[0]?.word ?? 0);
    isHeader = isDecorated;
  }
  return undefined;
}

const isLineEnd = (token: CodeToken | undefined): boolean =>
  token === undefined || token.kind === NEWLINE || token.kind === INDENT || token.kind === DEDENT;
