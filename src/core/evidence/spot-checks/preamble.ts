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
  /^(?:it is|it's) (?:also )?(?:true|correct|the case|clear) that /i,
  /^the (?:diff|code|source|result) (?:shows|confirms|reveals) that /i,
  // Marks of a list.
  /^(?:[-*•✓✔] |\d{1,2}[.)] |\[x\] )/i,
  // Said in front of anything. What is only hoped or believed is not among them.
  /^(?:accordingly|additionally|again|basically|certainly|clearly|consequently|conversely|correct|critically|crucially|evidently|finally|first|firstly|furthermore|hence|however|importantly|indeed|interestingly|lastly|likewise|meanwhile|moreover|naturally|nevertheless|next|nonetheless|notably|obviously|ok|okay|second|secondly|similarly|specifically|sure|then|therefore|third|thirdly|thus|true|yes), /i,
  /^(?:in (?:particular|addition|fact|short|summary)|as a result|of course|of note|most importantly|more specifically|sure enough), /i,
  /^(?:as (?:expected|required|requested|planned|intended|specified)),? /i,
];
const ENDINGS =
  /,? (?:as (?:required|requested|planned|intended|specified|claimed|stated)|\((?:confirmed|verified|checked|tested|seen|done|ok|yes|true|correct|fine|good|as expected)\))$/i;

/** `Previously, X was 10`: of what it was, not of what happened to it. */
const ONCE =
  /^(?:Previously|Formerly|Originally|Before)[,:] (.+) was (`[^`]+`|-?\d[\w.]*|True|False|None|an? [a-z]+)$/;

export function withoutPreamble(text: string): string {
  let plain = text;
  // One may stand in front of another, and a mark of a list in front of them.
  for (let i = 0; i < 4; i++) {
    const found = BEGINNINGS.map(each => each.exec(plain)?.[0]).find(each => each !== undefined);
    if (found === undefined) break;
    plain = plain.slice(found.length);
  }
  return plain.replace(ENDINGS, '').replace(ONCE, '$1 is $2 before the change');
}
