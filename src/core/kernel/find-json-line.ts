/**
 * Line (1-indexed) where the value at a JSON Pointer begins in a text that is valid JSON; the nearest
 * enclosing value's line when the pointer leads nowhere. For messages only.
 */
export function findJsonLine(text: string, pointer: string): number {
  const wanted = pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const tokens = text.matchAll(/"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g);
  const stack: { key: string; index: number; isArray: boolean }[] = [];
  let best = { depth: 0, offset: 0 };
  let expectsKey = false;

  const visit = (offset: number) => {
    const path = stack.map(level => (level.isArray ? String(level.index) : level.key));
    const depth = path.length;
    if (depth <= wanted.length && depth > best.depth && path.every((part, i) => part === wanted[i])) {
      best = { depth, offset };
    }
  };

  for (const { 0: token, index } of tokens) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      visit(index);
      stack.push({ key: '', index: 0, isArray: token === '[' });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      stack.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (top?.isArray) top.index++;
      expectsKey = top?.isArray === false;
    } else if (token === ':') {
      expectsKey = false;
    } else if (expectsKey && top) {
      top.key = JSON.parse(token) as string;
    } else {
      visit(index);
    }
  }
  return text.slice(0, best.offset).split('\n').length;
}
