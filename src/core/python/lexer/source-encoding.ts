import { latin1Text } from './name-table.ts';

/** PEP 263: how a file's bytes are to be read. */
export type SourceEncoding =
  | { readonly kind: 'utf-8' | 'latin-1'; readonly start: number }
  /** The declared encoding is of no use here; `reason` says why. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const DECLARATION = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const BLANK_OR_COMMENT = /^[ \t\f]*(?:#.*)?$/;
const UTF8 = /^(?:utf8|u8|utf|cp65001)$/;
const LATIN1 =
  /^(?:(?:iso-?)?8859(?:-1)?|iso-?8859-1-1987|latin-?1|latin|l1|iso-ir-100|ibm819|cp819|csisolatin1)$/;
const ASCII =
  /^(?:ascii|us-ascii|646|ansi-x3\.4-1968|ansi-x3-4-1968|cp367|ibm367|iso646-us|iso-646\.irv-1991|us)$/;
/** Codecs of Python that agree with ASCII on ASCII bytes. */
const KNOWN =
  /^(?:iso-?8859-\d+|(?:windows-|cp)?125\d|cp\d{3,4}|ibm\d{3}|latin-?\d+|l\d|koi8-[rtu]|kz1048|mac-?\w+|big5(?:-?hkscs)?|gb2312|gbk|gb18030|hz|euc-?(?:jp|kr|jis-?2004|jisx0213)|shift-?jis(?:-?2004|x0213)?|sjis|johab|ptcp154|tis-?620|cp93\d|ms93\d|greek|cyrillic|hebrew|arabic)$/;

/** Codecs of Python in which even ASCII bytes may say something else, or that only some systems have. */
const OTHERS =
  /^(?:utf-?7|u7|utf-?(?:16|32)(?:-?[bl]e)?|u(?:16|32)|idna|punycode|(?:raw-)?unicode-?escape|palmos|mbcs|oem|ansi|dbcs|undefined|utf-?8-?\w+|c?p?\d+|ibm\d+|ms-?\w+)$|^hz-?gb|^iso-?2022|latin/;

const MAX_DECLARED_LINE = 1024;

/** Reads the byte order mark and the declaration in the first two lines. */
export function detectEncoding(bytes: Uint8Array): SourceEncoding {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const declared = declaredEncoding(bytes, start);
  if (declared === undefined) return { kind: 'utf-8', start };
  const name = declared.toLowerCase().replaceAll('_', '-');
  if (name === 'utf-8' || name.startsWith('utf-8-')) return { kind: 'utf-8', start };
  // Python allows no other spelling here, not even utf8.
  if (start > 0) return unreadable(`encoding problem: ${declared} declared behind a UTF-8 byte order mark`);
  if (UTF8.test(name)) return { kind: 'utf-8', start };
  if (LATIN1.test(name) || name.startsWith('latin-1-') || name.startsWith('iso-8859-1-'))
    return { kind: 'latin-1', start };
  const isAscii = ASCII.test(name);
  if (!isAscii && OTHERS.test(name) && !KNOWN.test(name)) return unreadable(notRead(declared));
  if (!isAscii && !KNOWN.test(name)) return unreadable(`unknown encoding: ${declared}`);
  if (!bytes.some(byte => byte >= 128)) return { kind: 'utf-8', start };
  return unreadable(isAscii ? 'a byte above 127 in a file declared as ASCII' : notRead(declared));
}

const notRead = (declared: string): string => `encoding ${declared} is not read; save the file as UTF-8`;

/** Whether a file is left out for an encoding that Python reads: it may be right all the same. */
export const isOtherEncoding = (reason: string): boolean => /^encoding \S+ is not read;/.test(reason);

function unreadable(reason: string): SourceEncoding {
  return { kind: 'unreadable', reason };
}

function declaredEncoding(bytes: Uint8Array, start: number): string | undefined {
  // Almost every file begins with a letter or a docstring: then only the second line could matter, and does not.
  const first = lineAt(bytes, start);
  const inFirst = DECLARATION.exec(first.text)?.[1];
  if (inFirst !== undefined) return inFirst;
  if (!BLANK_OR_COMMENT.test(first.text)) return undefined;
  return DECLARATION.exec(lineAt(bytes, first.next).text)?.[1];
}

function lineAt(bytes: Uint8Array, start: number): { readonly text: string; readonly next: number } {
  let end = start;
  while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end++;
  const text = latin1Text(bytes, start, Math.min(end, start + MAX_DECLARED_LINE));
  return { text, next: bytes[end] === 13 && bytes[end + 1] === 10 ? end + 2 : end + 1 };
}
