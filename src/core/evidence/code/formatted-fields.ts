const LITERAL = /^([A-Za-z]*)('''|"""|'|")([\s\S]*)\2$/;
/** Whether Python takes these depends on what is around the string, or on the version of Python. */
const UNREAD = /\\|#|:=|\b(?:yield|await|async|lambda)\b/;
/** Arguments with a name: one is no repetition of another. */
const KEYWORD = /(?<![=!<>])=(?!=)/g;
const PLAIN_KEYWORD = /[(,]\s*[\p{L}_][\p{L}\p{N}_]*\s*=$/u;

/**
 * Whether every replacement field of a string literal, as it is written, is of the kind that each version of Python
 * takes wherever it stands: no quotes of the string itself, no backslash, no `yield` or `await`, no generator of its own, no nested formats.
 */
export function hasPlainFields(written: string): boolean {
  const match = LITERAL.exec(written);
  if (match === null) return false;
  const [, prefix = '', quote = '', content = ''] = match;
  if (!/[ft]/i.test(prefix)) return true;
  if (/t/i.test(prefix)) return false;
  for (let i = 0; i < content.length; i++) {
    if (content[i] !== '{') continue;
    if (content[i + 1] === '{') {
      i++;
      continue;
    }
    const end = fieldEnd(content, i + 1);
    if (end === undefined || !isPlainField(content.slice(i + 1, end), quote)) return false;
    i = end;
  }
  return true;
}

/** The `}` that closes a field, by matching brackets; strings in it are skipped. */
function fieldEnd(content: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < content.length; i++) {
    const c = content[i] ?? '';
    if (c === "'" || c === '"') {
      const close = content.indexOf(c, i + 1);
      if (close < 0) return undefined;
      i = close;
    } else if ('([{'.includes(c)) depth++;
    else if (c === '}' && depth === 0) return i;
    else if (')]}'.includes(c)) depth--;
  }
  return undefined;
}

function isPlainField(field: string, quote: string): boolean {
  if (field.includes(quote) || (quote.length === 1 && /[\r\n]/.test(field))) return false;
  const { expression, conversion, spec } = fieldParts(field);
  if (UNREAD.test(expression) || /^\s*\*/.test(expression) || isGenerator(expression)) return false;
  if (conversion !== undefined && !/^[ars]$/.test(conversion)) return false;
  const named = [...expression.matchAll(KEYWORD)].filter(
    ({ index }) => index < expression.trimEnd().length - 1,
  );
  if (named.length > 1) return false;
  if (named.some(({ index }) => !PLAIN_KEYWORD.test(expression.slice(0, index + 1)))) return false;
  // A format may have fields, and these no formats of their own.
  const inner = spec?.match(/\{[^{}]*\}/g) ?? [];
  const outside = (spec ?? '').replace(/\{[^{}]*\}/g, '');
  return !/[{}\\]/.test(outside) && inner.every(each => /^\{[\p{L}\p{N}_.]+\}$/u.test(each));
}

/** `x for x in y` without parentheses, which newer versions refuse. */
function isGenerator(expression: string): boolean {
  let depth = 0;
  let outside = '';
  for (const c of withoutTexts(expression)) {
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (depth === 0) outside += c;
  }
  return /\bfor\b/.test(outside);
}

const withoutTexts = (expression: string): string => expression.replace(/'[^']*'|"[^"]*"/g, '');

interface Parts {
  readonly expression: string;
  readonly conversion?: string;
  readonly spec?: string;
}

function fieldParts(field: string): Parts {
  let depth = 0;
  for (let i = 0; i < field.length; i++) {
    const c = field[i] ?? '';
    if (c === "'" || c === '"') {
      const close = field.indexOf(c, i + 1);
      i = close < 0 ? field.length : close;
    } else if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (depth === 0 && c === ':') return { expression: field.slice(0, i), spec: field.slice(i + 1) };
    else if (depth === 0 && c === '!' && field[i + 1] !== '=') {
      const rest = field.slice(i + 1);
      const colon = rest.indexOf(':');
      const expression = field.slice(0, i);
      return colon < 0
        ? { expression, conversion: rest }
        : { expression, conversion: rest.slice(0, colon), spec: rest.slice(colon + 1) };
    }
  }
  return { expression: field };
}
