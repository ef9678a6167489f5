const TOOL = '`?[\\w.]+`?(?:\\(\\))?(?: and `?[\\w.]+`?(?:\\(\\))?)?';
const WITH = `(?: (?:with|via|using|by|through|in|from) (?:the )?${TOOL})`;
const DEED = '(?:checked|verified|confirmed|double-checked|made sure|ensured|can confirm|found)';

/** How QA came to know it says nothing of the code. What it did not look at, or only believes, stays. */
export const BEGINNINGS: readonly RegExp[] = [
  new RegExp(`^(?:I|We|QA)(?:'ve| have)? (?:also )?${DEED}${WITH}? that `, 'i'),
  new RegExp(`^(?:also )?${DEED}${WITH}? that `, 'i'),
  /^(?:I|We|QA)(?:'ve| have)? (?:verified|confirmed|double-checked|can confirm) (?=`)/i,
  new RegExp(`^${DEED}${WITH}?: ?`, 'i'),
  new RegExp(`^(?:passing|passed|pass|ok|yes)(?:${WITH}| \\(${TOOL}\\))?: ?`, 'i'),
  /^(?:according to|per|via|using|with) (?:get_source|locate_symbol|discover_api|search_text|read_file|`(?:get_source|locate_symbol|discover_api|search_text|read_file)`)[,:] ?/i,
  /^`?(?:get_source|locate_symbol|discover_api|search_text|read_file)`?(?: (?:shows|confirms|reports|says)(?: that)?|:) /i,
  /^(?:note|observe) that /i,
  /^(?:as (?:expected|required|requested|planned|intended|specified)),? /i,
];
const ENDINGS =
  /,? (?:as (?:required|requested|planned|intended|specified|claimed|stated)|\((?:confirmed|verified|ok|as expected)\))$/i;

export function withoutPreamble(text: string): string {
  let plain = text;
  // One may stand in front of another.
  for (let i = 0; i < 2; i++) {
    const found = BEGINNINGS.map(each => each.exec(plain)?.[0]).find(each => each !== undefined);
    if (found === undefined) break;
    plain = plain.slice(found.length);
  }
  return plain.replace(ENDINGS, '');
}
