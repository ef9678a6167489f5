import type { When } from './spot-check-claim.ts';

/** Parts of the patterns of sentences; each captures what its name says. */
export const QUOTE = `['"\`‘’“”]?`;
export const SYMBOL = `${QUOTE}([A-Za-z_][\\w.]*?)(\\(\\))?${QUOTE}`;
export const PLACE = `(?:the )?(?:file |module |package |class )?${QUOTE}([\\w./-]*[\\w/])${QUOTE}`;
export const WHAT =
  '(?:(?:the |a )?(?:(?:public|private|new|old|helper|imported) )?(symbol|function|method|class|constant|variable|attribute|property|name|definition|helper|field|type|dataclass|enum|fixture|test) )?';
export const TIME = '(?: (before|after) the (?:change|edit|move|rename|commands)| (now|currently))?';
export const COUNT =
  '(exactly |only )?(once|twice|one|two|three|four|five|six|seven|eight|nine|ten|no|zero|\\d+)';
const LIST_ITEM = `${QUOTE}[A-Za-z_]\\w*(?:\\(\\))?${QUOTE}`;
export const LIST = `(${LIST_ITEM}(?:(?:,| and|, and| &) ${LIST_ITEM})*)`;
export const ADVERBS = '(?:(still|now|already|currently|also) )?';

export const saysOf = (how: string | undefined): 'exists' | 'defined' =>
  /defined|declared/i.test(how ?? '') ? 'defined' : 'exists';

/** An ordinary word is no name of the code, unless the sentence says so. */
export function isName(
  symbol: string | undefined,
  what: string | undefined,
  call: string | undefined,
): symbol is string {
  if (symbol === undefined || symbol.endsWith('.')) return false;
  return what !== undefined || call !== undefined || /[._]|[a-z][A-Z]|[A-Z]{2}/.test(symbol);
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function numberOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (/^\d{1,6}$/.test(lower)) return Number(lower);
  if (lower === 'zero') return 0;
  if (lower === 'once') return 1;
  if (lower === 'twice') return 2;
  const at = NUMBERS.indexOf(lower);
  return at < 0 ? undefined : at;
}

export function whenOf(word: string | undefined): When {
  switch (word?.toLowerCase()) {
    case 'before':
      return 'before';
    case 'currently':
    case 'already':
      return 'already';
    case 'after':
    case 'now':
    case 'still':
      return 'after';
    case 'also':
      return 'present';
    default:
      return 'either';
  }
}

export const namesOf = (list: string): readonly string[] =>
  list.match(/[A-Za-z_]\w*/g)?.filter(word => word !== 'and') ?? [];

export const unquote = (text: string): string => text.replace(/['"`’”]$/, '').replace(/:$/, '');

/** Beyond this a sentence is prose; each of its parts would be compared with each form of sentence. */
export const LONGEST_SENTENCE = 1000;
