const NAME = /[\w.]+/y;

/** Looks like a type rather than like prose: `int`, `dict[str, list[int]] | None`. In one pass over the text. */
export function isTypeText(text: string): boolean {
  for (let at = 0; ; at += ' | '.length) {
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) return false;
    const end = endOfBrackets(text, at + name.length);
    if (end === text.length) return true;
    if (end === undefined || !text.startsWith(' | ', end)) return false;
    at = end;
  }
}

/** Behind the bracket that closes the one at `start`; `start` itself where none opens, nothing where none closes. */
function endOfBrackets(text: string, start: number): number | undefined {
  if (text[start] !== '[') return start;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '[') depth++;
    if (text[at] === ']' && --depth === 0) return at + 1;
  }
  return undefined;
}
