const EARLIER =
  /(?:^| )(?:before (?:the|this) (?:change|edit|move|rename|commands|refactoring|commit|patch)|previously|formerly|originally|earlier|in (?:the|an?) (?:previous|old|last|earlier|former) (?:version|release|commit|change|code))$/;
const ALREADY = /(?:^| )already /;
const HAPPENED =
  / (?:was|were|is|are|has been|have been|got) (?:[a-z]+ )?(?:removed|added|renamed|moved|dropped|deleted|introduced|replaced|gone|changed|new)(?: |$)| (?:gained|lost|moved|became|disappeared|vanished|no longer|now|newly) | changed (?:its [a-z ]{1,20} )?from /;

/** `f was removed before the change`, `was already added`: what happened earlier is not seen in what there was then. */
export function isOfEarlierChange(words: string): boolean {
  const end = EARLIER.exec(words);
  if (end !== null) return HAPPENED.test(`${words.slice(0, end.index)} `);
  return ALREADY.test(words) && HAPPENED.test(` ${words.replace(/(?:^| )already /, ' ')} `);
}
