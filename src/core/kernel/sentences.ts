/** A sentence with its full stop, once. */
export const withStop = (sentence: string): string => (hasEnd(sentence) ? sentence : `${sentence}.`);

/** Reasons as one sentence, also those with an end of their own, as words from outside have: `a; b`, `is it a? b`. */
export const joinReasons = (reasons: readonly string[]): string =>
  reasons.map((reason, i) => (i === reasons.length - 1 ? reason : betweenOthers(reason))).join(' ');

const betweenOthers = (reason: string): string =>
  /[?!…]$/.test(reason) ? reason : `${reason.replace(/[.;]$/, '')};`;

const hasEnd = (sentence: string): boolean => /[.!?…]$/.test(sentence);
