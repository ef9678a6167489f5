import { readForm } from './sentence-form.ts';

/** With one of these a sentence takes back what it has said. */
const TAKEN_BACK: readonly RegExp[] = [
  /\b(?:not|never|hardly|no longer)(?: (?:really|quite|actually|entirely|fully|strictly|at all))? (?:true|so|the case|correct|right(?! (?:after|behind|before))|accurate|done|valid|happen(?:ed)?|what happened)\b/i,
  /n't(?: (?:really|quite|actually|entirely|fully|strictly|at all))? (?:true|so|the case|correct|right(?! (?:after|behind|before))|accurate|done|valid|happen(?:ed)?|what happened)\b/i,
  /\b(?:the (?:opposite|reverse|contrary)|i doubt|doubtful|disputed|debatable|questionable|reverted|undone|allegedly|supposedly|in theory|to be done|made (?:that|this|it) up)\b/i,
  /[;:,—–-] (?:almost|maybe|perhaps|i think|i guess|not (?:yet|really|quite|entirely)|no\?)$/i,
  /\b(?:wrong|wrongly|incorrect|incorrectly|untrue|inaccurate|mistaken|mistakenly|erroneous|erroneously|disproved|contrary|nope|a lie)\b/i,
  /\b(?:this|that|it|which|claim|statement|sentence|assertion) (?:is|was|would be|proved|turned out to be|seems|seems to be|appears to be)(?: [a-z]+)? false\b/i,
  /\b(?:this|that|it|they|these|which) (?:was|is|were|are|did|does|do|has|have)(?: not|n't|n’t)(?: (?:been|done|made|so|yet|at all|happen))?$/i,
  /^that .* false$/i,
  /^(?:(?:it is|it's) )?false\b/i,
  /(?:\(|[;:,—–-] )(?:false|no|never)\)?$/i,
];
/** What is written as code denies nothing. */
const CODE = /`[^`]*`|"[^"]*"/g;

/** `f takes x (not true)`: no part of it may be taken by itself. */
export function isTakenBack(sentence: string): boolean {
  const plain = sentence.replace(CODE, '§');
  return TAKEN_BACK.some(expression => expression.test(plain));
}

const DENIAL =
  /^(?:(?:and|but|so|though|although|however),? )?(?:(?:not|never|no|none|neither)\b|(?:this|that|it|they|which|these|those)\b.*(?:\bnot\b|\bnever\b|n't\b))/i;

/** What goes on about the sentence, and names nothing, denies what stands in front of it: `…; it was not that way`. */
export const deniesTheFirst = (rest: string): boolean =>
  DENIAL.test(rest) && readForm(rest).codes.length === 0;
