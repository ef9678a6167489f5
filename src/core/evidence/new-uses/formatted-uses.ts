import { encodeUtf8 } from '../../kernel/utf8.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import { type CodeToken, readCodeTokens } from '../code/code-tokens.ts';
import { fieldEnd, fieldParts } from '../code/formatted-fields.ts';
import { TokenColumns } from '../code/token-columns.ts';

const ASCII = /^[\x20-\x7e]*$/;

export type Expressions = readonly (readonly CodeToken[])[];

/** Reads the fields of formatted strings; the same string stands in both versions of a file. */
export class FormattedFields {
  readonly #known = new Map<string, Expressions | undefined>();
  #columns: TokenColumns | undefined;

  /** The expressions in a formatted string, as `text` of its token has them; `undefined` where they are not plain. */
  read(text: string): Expressions | undefined {
    if (this.#known.has(text)) return this.#known.get(text);
    this.#columns ??= new TokenColumns();
    const found = readFields(text.slice(text.indexOf(':') + 1), this.#columns);
    this.#known.set(text, found);
    return found;
  }

  /** Those of the expressions that are given a format, and are not made a text before. */
  specified(text: string): Expressions {
    this.#columns ??= new TokenColumns();
    return readFields(text.slice(text.indexOf(':') + 1), this.#columns, true) ?? [];
  }
}

/** @param isSpecified only expressions with a format */
function readFields(content: string, columns: TokenColumns, isSpecified = false): Expressions | undefined {
  const found: (readonly CodeToken[])[] = [];
  for (let i = 0; i < content.length; i++) {
    if (content[i] !== '{') continue;
    if (content[i + 1] === '{') {
      i++;
      continue;
    }
    const end = fieldEnd(content, i + 1);
    if (end === undefined) return undefined;
    const { expression, conversion, spec = '' } = fieldParts(content.slice(i + 1, end));
    i = end;
    if (isSpecified && (spec === '' || conversion !== undefined)) continue;
    const source = expression.trim().replace(/=$/, '');
    const inner = isSpecified ? [] : readFields(spec, columns);
    if (!ASCII.test(source) || source.includes('\\') || inner === undefined) return undefined;
    const bytes = withZeroByte(encodeUtf8(source));
    const tokens = readCodeTokens(
      { bytes, text: (from, to) => source.slice(from, to), isAscii: true },
      columns,
    );
    found.push(
      [...tokens].filter(({ kind }) => kind >= NAME),
      ...inner,
    );
  }
  return found;
}
