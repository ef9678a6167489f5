/** A string literal in the form in which two spellings of one value are the same text. */
export interface StringLiteral {
  /** Prefix letters that matter, a colon, and the characters between the quotes as written. */
  readonly text: string;
  /** Literals side by side are one value when both are texts, or both bytes. */
  readonly joins: 'text' | 'bytes' | 'no';
}

const LITERAL = /^([A-Za-z]*)('''|"""|'|")([\s\S]*)\2$/;

/**
 * Which quotes are used, the case of the prefix and, without a backslash, the letter `r` change nothing about
 * the value. Everything else is kept, so equal texts are always equal values.
 */
export function readStringLiteral(written: string): StringLiteral {
  const plain = plainContent(written);
  if (plain !== undefined) return { text: `:${plain}`, joins: 'text' };
  const match = LITERAL.exec(written);
  if (match === null) return { text: `?:${written}`, joins: 'no' };
  const [, prefix = '', , content = ''] = match;
  const hasEscape = content.includes('\\');
  const letters = [...prefix.toLowerCase()].filter(letter => letter !== 'r' || hasEscape).sort();
  const kind = letters.join('');
  // Python reads every line end as `\n`.
  const text = `${kind}:${content.replace(/\r\n?/g, '\n')}`;
  if (hasEscape) return { text, joins: 'no' };
  return { text, joins: kind === '' || kind === 'f' ? 'text' : kind === 'b' ? 'bytes' : 'no' };
}

export const canJoin = (a: StringLiteral, b: StringLiteral): boolean =>
  a.joins !== 'no' && a.joins === b.joins;

/** The text of literals side by side that are one value. */
export function joinLiterals(literals: readonly StringLiteral[]): string {
  const [first] = literals;
  if (first === undefined || literals.length === 1) return first?.text ?? '';
  const texts = literals.map(({ text }) => text);
  if (!texts.some(isFormatted)) return first.text + texts.slice(1).map(contentOf).join('');
  // In a formatted one a brace stands twice where it is no field.
  const said = (text: string) =>
    isFormatted(text) ? contentOf(text) : contentOf(text).replace(/[{}]/g, '$&$&');
  return `f:${texts.map(said).join('')}`;
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
