import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** As many characters as a long line, a reply or the output of a tool may have. */
export const LONG = 10_000;

const PUMPS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\n\t',
  '.',
  '/',
  './',
  '0',
  '1 ',
  'a',
  'A',
  '_',
  '-',
  '#',
  '*',
  '`',
  '"',
  "'",
  '\\',
  '\\"',
  '<',
  '[',
  '(',
  '{',
  '[]',
  '()',
  '[[',
  'a.',
  'a(',
  'a[',
  'a, ',
  'a[] | ',
  '| ',
  '...',
  '… ',
  '- ',
  '# ',
  ': ',
  'a: ',
  ', ',
  '; ',
  ' and ',
  '0/',
  '0 / ',
  '=',
  '@',
  '~',
  '$',
  '\u00e9',
  '\u200b',
  '\u202e',
  '👍',
] as const;
const ENDS = ['', '\u0001', '\n!', ' x'] as const;

/** `pump` over and over, between a beginning and an end. */
const fill = (beginning: string, pump: string, end: string, length: number): string =>
  beginning + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + end;

/** A maker of inputs of any length. */
export type Crafted = (length: number) => string;

export const commonInputs: readonly Crafted[] = PUMPS.flatMap(pump =>
  ['', 'x'].flatMap(beginning => ENDS.map(end => (length: number) => fill(beginning, pump, end, length))),
);

const CANDIDATES = [...' a0A_-./,:;[](){}|\'"`*#+=<>@~\n\t\\!?$%&^é\u200b\u2028\u{1f44d}\u0001'];

/** Inputs from what a pattern itself looks for: each run of its parts, repeated behind what comes before it. */
export function derivedInputs(source: string, flags: string): readonly Crafted[] {
  const pumps = new Map<string, string>();
  const visit = (alternatives: readonly AST.Alternative[], before: string) => {
    for (const { elements } of alternatives) {
      const texts = elements.map(element => sampleOf(element, flags));
      for (let from = 0; from < texts.length; from++)
        for (let to = from + 1; to <= texts.length; to++) {
          const isShortOrOuter = to - from <= 3 || from === 0 || to === texts.length;
          const pump = texts.slice(from, to).join('');
          if (isShortOrOuter && pump !== '') pumps.set(pump, before + texts.slice(0, from).join(''));
        }
      for (const [i, element] of elements.entries())
        visit(alternativesOf(element), before + texts.slice(0, i).join(''));
    }
  };
  visit(parseRegExpLiteral(`/${source}/${flags}`).pattern.alternatives, '');
  return [...pumps].flatMap(([pump, beginning]) =>
    [...new Set(['', beginning])].flatMap(first =>
      ENDS.map(end => (length: number) => fill(first, pump, end, length)),
    ),
  );
}

function alternativesOf(element: AST.Element): readonly AST.Alternative[] {
  if (element.type === 'Quantifier') return alternativesOf(element.element);
  return 'alternatives' in element ? element.alternatives.filter(one => one.type === 'Alternative') : [];
}

/** A short text that this part of a pattern takes. */
function sampleOf(element: AST.Element, flags: string): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'Quantifier':
      return sampleOf(element.element, flags).repeat(Math.min(3, Math.max(1, element.min)));
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map(one => sampleOf(one, flags)).join('');
    case 'CharacterSet':
    case 'CharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''));
      return CANDIDATES.find(candidate => one.test(candidate)) ?? '';
    }
    default:
      return '';
  }
}
