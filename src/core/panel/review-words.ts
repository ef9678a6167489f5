// The sentences above the rows of the Review view.
export { choiceWords } from '../workorder/choice-words.ts';
export { proofSentence } from './proof-sentence.ts';
export { verdictSentence } from './verdict-section.ts';
