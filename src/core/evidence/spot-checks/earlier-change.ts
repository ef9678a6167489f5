const BEFORE = / before (?:the|this) (?:change|edit|move|rename|commands|refactoring|commit|patch)$/;
const HAPPENED =
  / (?:was|were|is|are|has been|have been|got) (?:[a-z]+ )?(?:removed|added|renamed|moved|dropped|deleted|introduced|replaced|gone|changed|new)(?: |$)| (?:gained|lost|moved|became|disappeared|vanished|no longer|now|newly) /;

/** `f was removed before the change`: what happened earlier is not seen in what there was then. */
export const isOfEarlierChange = (words: string): boolean => {
  const end = BEFORE.exec(words);
  return end !== null && HAPPENED.test(`${words.slice(0, end.index)} `);
};
