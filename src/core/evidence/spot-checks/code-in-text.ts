const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
const STRING = /"[^"]*"|'[^']*'/y;
const VALUE = /[bruf]{0,2}(?:"[^"]*"|'[^']*')|-?\d[\w.]*(?<!\.)|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
const PARAMETER = /\*{0,2}[A-Za-z_]\w*: /y;

/** What an expression finds exactly at a place; nothing where it finds nothing there. */
function found(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? '';
}

/** Behind the bracket that closes the one at `from`. */
export function endOfBrackets(text: string, from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ('([{'.includes(text[i] ?? '')) depth++;
    if (')]}'.includes(text[i] ?? '') && --depth === 0) return i + 1;
  }
  return undefined;
}

/** The brackets that open at `from`, with what is in them; only one when they do not close. */
export const groupAt = (text: string, from: number): string =>
  text.slice(from, endOfBrackets(text, from) ?? from + 1);

/** The type that is written at a place, without quotes around the sentence's code: `dict[str, int] | None`. */
export function typeAt(text: string, from: number): string {
  let at = from;
  for (;;) {
    const atom = found(NAME, text, at) || found(STRING, text, at);
    if (atom === '') return text.slice(from, Math.max(from, at - ' | '.length));
    at += atom.length;
    if (text[at] === '[') {
      const group = groupAt(text, at);
      if (group.length > 1) at += group.length;
    }
    if (!text.startsWith(' | ', at)) return text.slice(from, at);
    at += ' | '.length;
  }
}

/** Words that stand in front of a list: `one argument: str`. */
const NO_PARAMETERS = /^(?:arguments?|parameters?|params?|types?|signature|returns?|result|default|values?)$/;
const PLAIN_TYPE = /^(?:str|bytes|int|float|bool|dict|list|tuple|set|None)$/;

/** `raw: str = ""`, written without backticks. Without its default only what can be nothing but a type is one. */
export function typedParameterAt(text: string, from: number): string | undefined {
  const head = found(PARAMETER, text, from);
  if (head === '' || NO_PARAMETERS.test(head.slice(0, -2).toLowerCase())) return undefined;
  const type = typeAt(text, from + head.length);
  if (type === '') return undefined;
  const end = from + head.length + type.length;
  if (text.startsWith(' = ', end)) {
    const start = end + ' = '.length;
    const value = '([{'.includes(text[start] ?? ' ') ? groupAt(text, start) : found(VALUE, text, start);
    const more =
      value !== '' && text[start + value.length] === '(' ? groupAt(text, start + value.length) : '';
    return value === '' ? undefined : text.slice(from, start) + value + more;
  }
  const isType = PLAIN_TYPE.test(type) || /[[|]/.test(type) || /^[a-z]\w*\.[A-Z]/.test(type);
  return isType ? text.slice(from, end) : undefined;
}
