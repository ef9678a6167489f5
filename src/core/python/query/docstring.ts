import { Lexer } from '../lexer/lexer.ts';
import { SEMICOLON } from '../lexer/operators.ts';
import { INDENT, NEWLINE, STRING } from '../lexer/token-kinds.ts';
import type { ModuleText } from './header.ts';

const LITERAL = /^([rRuU]*)('''|"""|'|")([\s\S]*)\2$/;

/** First line of the docstring that begins the body at `body`; `null` without one. */
export function firstDocLine(body: number, module: ModuleText): string | null {
  const lexer = new Lexer(module.bytes, body, module.bytes.length - 1);
  do lexer.next();
  while (lexer.is(NEWLINE) || lexer.is(INDENT));
  let text = '';
  while (lexer.is(STRING)) {
    const literal = LITERAL.exec(module.text(lexer.start, lexer.end));
    if (literal === null || lexer.isBytes) return null;
    const [, prefix = '', , content = ''] = literal;
    text += /r/i.test(prefix) ? content : withoutEscapes(content);
    lexer.next();
  }
  if (!lexer.is(NEWLINE) && !lexer.isOp(SEMICOLON)) return null;
  return (
    text
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.trimEnd() || null
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '', '\r\n': '' };

function withoutEscapes(text: string): string {
  return text.replace(/\\(\r\n|[ntr\n\\'"])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
