/** What a byte can begin outside strings and comments; the lexer's first decision. */
export const END = 0;
export const SPACE = 1;
export const LINE_END = 2;
export const LETTER = 3;
export const DIGIT = 4;
export const QUOTE = 5;
export const OPEN = 6;
export const CLOSE = 7;
export const HASH = 8;
export const BACKSLASH = 9;
export const OPERATOR = 10;
export const DOT = 11;
export const OTHER = 12;

/** Class of each byte. A zero byte is the end: Python source cannot contain one. */
export const CLASS = buildClasses();

/** 1 for bytes that continue a name; all bytes above ASCII do, they are checked as a whole name later. */
export const NAME_BYTE = buildNameBytes();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(256).fill(OTHER);
  const mark = (characters: string, kind: number) => {
    for (const character of characters) classes[character.charCodeAt(0)] = kind;
  };
  mark('\0', END);
  mark(' \t\f', SPACE);
  mark('\r\n', LINE_END);
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', LETTER);
  mark('0123456789', DIGIT);
  mark('\'"', QUOTE);
  mark('([{', OPEN);
  mark(')]}', CLOSE);
  mark('#', HASH);
  mark('\\', BACKSLASH);
  mark('+-*/%@&|^~<>=:;,!', OPERATOR);
  mark('.', DOT);
  classes.fill(LETTER, 128);
  return classes;
}

function buildNameBytes(): Uint8Array {
  const names = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) {
    if (CLASS[byte] === LETTER || CLASS[byte] === DIGIT) names[byte] = 1;
  }
  return names;
}
