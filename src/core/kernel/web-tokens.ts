const IN_TOKEN = /[\w-]/;

/** What begins each of the first two parts of a JSON Web Token, and how long a part is at least. */
const BEGINNING = 'eyJ';
const SHORTEST_PART = BEGINNING.length + 10;

/** The text with every JSON Web Token (`eyJ….eyJ….…`) replaced, in one pass over it. */
export function replaceWebTokens(text: string, placeholder: string): string {
  let clean = '';
  let from = 0;
  for (let dot = text.indexOf(`.${BEGINNING}`); dot >= 0; dot = text.indexOf(`.${BEGINNING}`, dot + 1)) {
    const start = startOfToken(text, from, dot);
    const second = endOfPart(text, dot + 1);
    const end = text[second] === '.' ? endOfPart(text, second + 1) : second;
    if (start === undefined || second - dot - 1 < SHORTEST_PART || end <= second + 1) continue;
    clean += text.slice(from, start) + placeholder;
    from = end;
    dot = end - 1;
  }
  return clean + text.slice(from);
}

/** Where the first part begins that ends before `dot`; a word may run into it. */
function startOfToken(text: string, from: number, dot: number): number | undefined {
  let start = dot;
  while (start > from && IN_TOKEN.test(text[start - 1] ?? '')) start--;
  const at = text.slice(start, dot).search(/\beyJ/);
  return at >= 0 && dot - start - at >= SHORTEST_PART ? start + at : undefined;
}

function endOfPart(text: string, start: number): number {
  let end = start;
  while (end < text.length && IN_TOKEN.test(text[end] ?? '')) end++;
  return end;
}
