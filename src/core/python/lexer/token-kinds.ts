/** Kinds of token. From NAME on they are part of a statement. */
export const END_OF_FILE = 0;
export const NEWLINE = 1;
export const INDENT = 2;
export const DEDENT = 3;
export const NAME = 4;
export const NUMBER = 5;
export const STRING = 6;
export const OP = 7;
