/** Operators as the lexer numbers them: their bytes, the first one lowest. */
const code = (text: string) =>
  (text.charCodeAt(0) | ((text.charCodeAt(1) || 0) << 8) | ((text.charCodeAt(2) || 0) << 16)) >>> 0;

export const EXCLAMATION = 33;
export const PERCENT = 37;
export const PAREN_OPEN = 40;
export const PAREN_CLOSE = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const ASSIGN = 61;
export const AT = 64;
export const BRACKET_OPEN = 91;
export const BRACKET_CLOSE = 93;
export const BAR = 124;
export const BRACE_OPEN = 123;
export const BRACE_CLOSE = 125;
export const TILDE = 126;
export const WALRUS = 0x3d3a;
export const ARROW = 0x3e2d;
export const DOUBLE_STAR = 0x2a2a;
export const ELLIPSIS = 0x2e2e2e;

export const opens = (op: number): boolean => op === PAREN_OPEN || op === BRACKET_OPEN || op === BRACE_OPEN;
export const closes = (op: number): boolean =>
  op === PAREN_CLOSE || op === BRACKET_CLOSE || op === BRACE_CLOSE;

const BINARY = ['+', '-', '*', '/', '//', '%', '@', '|', '&', '^', '<<', '>>', '**'];
const COMPARISON = ['<', '>', '==', '>=', '<=', '!='];
const AUGMENTED = ['+=', '-=', '*=', '/=', '%=', '@=', '|=', '&=', '^='];

/** Role of each operator of one or two bytes; a table, because the question is asked for every token. */
const roles = new Uint8Array(0x10000);
for (const text of BINARY) roles[code(text)] = 1;
for (const text of COMPARISON) roles[code(text)] = 2;
for (const text of AUGMENTED) roles[code(text)] = 3;

export const isBinary = (op: number) => op < 0x10000 && roles[op] === 1;
/** Arithmetic and comparison: what may be between two operands. */
export const isInfix = (op: number) => op < 0x10000 && (roles[op] === 1 || roles[op] === 2);
/** Operators of three bytes are `**=`, `//=`, `<<=`, `>>=` and the ellipsis. */
export const isAugmented = (op: number) => (op < 0x10000 ? roles[op] === 3 : op !== ELLIPSIS);
/** `=` and `+=`; an annotation and `:=` are none. */
export const assigns = (op: number) => op === ASSIGN || isAugmented(op);
