/** Operators as the lexer numbers them: their bytes, the first one lowest. */
const code = (text: string) =>
  (text.charCodeAt(0) | ((text.charCodeAt(1) || 0) << 8) | ((text.charCodeAt(2) || 0) << 16)) >>> 0;

export const EXCLAMATION = 33;
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

const BINARY = new Set(['+', '-', '*', '/', '//', '%', '@', '|', '&', '^', '<<', '>>', '**'].map(code));
const COMPARISON = new Set(['<', '>', '==', '>=', '<=', '!='].map(code));
const AUGMENTED = new Set(
  ['+=', '-=', '*=', '/=', '//=', '%=', '@=', '|=', '&=', '^=', '<<=', '>>=', '**='].map(code),
);

export const isBinary = (op: number) => BINARY.has(op);
export const isComparison = (op: number) => COMPARISON.has(op);
export const isAugmented = (op: number) => AUGMENTED.has(op);
