const RETURNS = /\breturns? (?:an? )?[`'"]?/g;
const ENDS_RESULT = /[`'";]/g;
const INSTEAD = ' instead of ';
/** What may be between a quoted result and the end of the sentence, which is all that is long. */
const AFTER_QUOTE = /^(?: now)?[.]?$/;

/**
 * What a sentence says that something returns: ``f now returns `int` instead of `str`.`` says `int`. One pass over
 * it.
 */
export function claimedResult(sentence: string): string | undefined {
  const nextStop = lookAhead(start => {
    ENDS_RESULT.lastIndex = start;
    return ENDS_RESULT.exec(sentence)?.index ?? sentence.length;
  });
  const nextInstead = lookAhead(start => {
    const at = sentence.indexOf(INSTEAD, start);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  });
  for (const match of sentence.matchAll(RETURNS)) {
    const start = match.index + match[0].length;
    const stop = nextStop(start + 1);
    const instead = nextInstead(start + 1);
    const isQuoted = stop < sentence.length && sentence[stop] !== ';';
    if (instead <= stop) return sentence.slice(start, instead);
    if (isQuoted && instead === stop + 1) return sentence.slice(start, stop);
    if (isQuoted && sentence.length - stop <= 6 && AFTER_QUOTE.test(sentence.slice(stop + 1)))
      return sentence.slice(start, stop);
    if (stop === sentence.length && start < stop)
      return sentence.slice(start).replace(/\.$/, '').replace(/ now$/, '');
  }
  return undefined;
}

/** Finds forward and remembers: places that ascend cost one pass together. */
function lookAhead(find: (start: number) => number): (start: number) => number {
  let found = -1;
  return start => {
    if (found < start) found = find(start);
    return found;
  };
}
