/** A string literal in the form in which two spellings of one value are the same text. */
export interface StringLiteral {
  /** Prefix letters that matter, a colon, and the characters between the quotes, mostly as written. */
  readonly text: string;
  /** Literals side by side are one value when both are texts, or both bytes. */
  readonly joins: 'text' | 'bytes' | 'no';
  /** Whether its backslashes begin escapes; `none` where it has none. */
  readonly backslashes: 'none' | 'escapes' | 'raw';
}

const LITERAL = /^([A-Za-z]*)('''|"""|'|")([\s\S]*)\2$/;

/**
 * Which quotes are used, the case of the prefix, its `u` and, without a backslash, the letter `r` change nothing about
 * the value, nor does a backslash before a quote, or how letters in the number of a character are written. Everything
 * else is kept, so equal texts are always equal values.
 *
 * @param keepsExpressions fields of it are written out, in which a backslash may mean another thing, or nothing
 */
export function readStringLiteral(written: string, keepsExpressions = false): StringLiteral {
  const plain = plainContent(written);
  if (plain !== undefined) return { text: `:${plain}`, joins: 'text', backslashes: 'none' };
  const match = LITERAL.exec(written);
  if (match === null) return { text: `?:${written}`, joins: 'no', backslashes: 'none' };
  const [, letters = '', , content = ''] = match;
  const isRaw = /r/i.test(letters);
  // Python reads every line end as `\n`.
  const lines = content.replace(/\r\n?/g, '\n');
  const said = isRaw || keepsExpressions ? lines : withPlainEscapes(lines, /b/i.test(letters));
  const hasBackslash = said.includes('\\');
  const kind = [...letters.toLowerCase()].filter(letter => letter !== 'u' && letter !== 'r').join('');
  const text = `${kind}${isRaw && hasBackslash ? 'r' : ''}:${said}`;
  const backslashes = !hasBackslash ? 'none' : isRaw ? 'raw' : 'escapes';
  // The next literal could go on with the number of a character, and `{` and `}` of a name are none of a field.
  const isOpen = backslashes === 'escapes' && (keepsExpressions || /\\(?:[0-7]{1,2}$|N\{)/.test(said));
  const joins = isOpen ? 'no' : kind === '' || kind === 'f' ? 'text' : kind === 'b' ? 'bytes' : 'no';
  return { text, joins, backslashes };
}

/** Escapes in the form in which formatters write them: quotes as they are, the numbers of characters in small letters. */
const withPlainEscapes = (content: string, isBytes: boolean): string =>
  content.replace(isBytes ? BYTE_ESCAPE : ESCAPE, (escaped: string) => {
    const letter = escaped.charAt(1);
    if (letter === '"' || letter === "'") return letter;
    return `\\${letter}${escaped.slice(2).toLowerCase()}`;
  });

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S])/g;
const BYTE_ESCAPE = /\\(?:x[\da-fA-F]{2}|[\s\S])/g;

/** Whether one can be joined to others that are joined. */
export const canJoin = (others: readonly StringLiteral[], next: StringLiteral): boolean =>
  others.every(
    ({ joins, backslashes }) =>
      joins !== 'no' &&
      joins === next.joins &&
      (backslashes === 'none' || next.backslashes === 'none' || backslashes === next.backslashes),
  );

/** The text of literals side by side that are one value. */
export function joinLiterals(literals: readonly StringLiteral[]): string {
  const [first] = literals;
  if (first === undefined || literals.length === 1) return first?.text ?? '';
  const texts = literals.map(({ text }) => text);
  const raw = literals.some(({ backslashes }) => backslashes === 'raw') ? 'r' : '';
  if (first.joins === 'bytes') return `b${raw}:${texts.map(contentOf).join('')}`;
  if (!texts.some(isFormatted)) return `${raw}:${texts.map(contentOf).join('')}`;
  // In a formatted one a brace stands twice where it is no field.
  const said = (text: string) =>
    isFormatted(text) ? contentOf(text) : contentOf(text).replace(/[{}]/g, '$&$&');
  return `f${raw}:${texts.map(said).join('')}`;
}

/** What is between the quotes of a literal without prefix, escapes and lines that end in `\r`: most have none of them. */
function plainContent(written: string): string | undefined {
  const [first, second] = [written.charCodeAt(0), written.charCodeAt(1)];
  if ((first !== SINGLE && first !== DOUBLE) || written.includes('\\') || written.includes('\r'))
    return undefined;
  const isTriple = second === first && written.charCodeAt(2) === first;
  const width = isTriple ? 3 : 1;
  const isWhole =
    written.length >= 2 * width && written.endsWith(isTriple ? written.slice(0, 3) : written.charAt(0));
  return isWhole ? written.slice(width, -width) : undefined;
}

const SINGLE = 39;
const DOUBLE = 34;

/** What a literal says, without its prefix: `name` of `:name`. */
export const contentOf = (text: string): string => text.replace(/^\w*:/, '');

/** Whether the text of a literal is one with fields: an f-string or a t-string. */
export function isFormatted(text: string): boolean {
  const prefix = text.slice(0, text.indexOf(':'));
  return prefix.includes('f') || prefix.includes('t');
}

/** Literals side by side, which are one text. */
export const JOINED = /["'][\s\\]+[A-Za-z]{0,2}["']/;
