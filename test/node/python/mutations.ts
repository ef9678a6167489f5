import { Lexer } from '../../../src/core/python/lexer/lexer.ts';
import { NAME } from '../../../src/core/python/lexer/token-kinds.ts';
import { withZeroByte } from '../../../src/core/python/lexer/token-list.ts';

/** Numbers that look random and are the same in every run. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The functions of an ASCII source, each with its indentation taken away. */
export function functionsOf(source: string): readonly string[] {
  const found: string[] = [];
  for (const match of source.matchAll(/^( *)(?:async )?def .*(?:\n(?:\1 .*|\s*))*$/gm)) {
    const [text, indentation = ''] = match;
    if (text.length < 3000) found.push(`${text.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')}\n`);
  }
  return found;
}

type Range = readonly [start: number, end: number];

function tokensOf(source: string): readonly Range[] {
  const bytes = withZeroByte(new TextEncoder().encode(source));
  const lexer = new Lexer(bytes, 0, bytes.length - 1);
  const found: Range[] = [];
  while (lexer.next() !== 0) if (lexer.kind >= NAME) found.push([lexer.start, lexer.end]);
  return found;
}

const CHARACTERS = '()[]{}:,;=*\'"\\ \n\t.f@!<>-~0e1';

/** The source with one token removed, doubled, replaced or swapped, or one character removed or added. */
export function mutate(source: string, random: (below: number) => number): string {
  const tokens = tokensOf(source);
  const at = random(Math.max(1, tokens.length - 1));
  const [start, end] = tokens[at] ?? [0, 0];
  const [from, to] = tokens[random(Math.max(1, tokens.length))] ?? [0, 0];
  const [nextStart, nextEnd] = tokens[at + 1] ?? [end, end];
  const place = random(source.length);
  switch (random(6)) {
    case 0:
      return source.slice(0, start) + source.slice(end);
    case 1:
      return source.slice(0, start) + source.slice(from, to) + source.slice(end);
    case 2:
      return `${source.slice(0, start) + source.slice(from, to)} ${source.slice(start)}`;
    case 3:
      return `${source.slice(0, start) + source.slice(nextStart, nextEnd)} ${source.slice(start, end)}${source.slice(nextEnd)}`;
    case 4:
      return source.slice(0, place) + source.slice(place + 1);
    default:
      return source.slice(0, place) + CHARACTERS[random(CHARACTERS.length)] + source.slice(place);
  }
}
