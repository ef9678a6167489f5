/** Negations and times as people write them, in the words that the grammar has for them. */
export function usualWords(sentence: string): string {
  let text = sentence.replaceAll('’', "'");
  for (const [expression, words] of SHORT) text = text.replace(expression, words);
  const start = START.exec(text);
  if (start !== null) {
    const side = /^b/i.test(start[0]) ? 'before' : 'after';
    text = `${text.slice(start[0].length)}${OF_CHANGE.test(start[0]) ? '' : ` ${side} the change`}`;
  }
  const deed = DEED.exec(text);
  if (deed !== null)
    text = `${text.slice(deed[0].length)} was ${/(?:add|introduc)/.test(deed[0]) ? 'added' : 'removed'}`;
  const moved = MOVED.exec(text);
  if (moved !== null) {
    const [, subject = '', place = '', from = ''] = moved;
    text = `${text.slice(0, text.lastIndexOf(' ('))} and ${subject} moved${from} to ${place}`;
  }
  text = text.replace(END, (_, when?: string) => (when === undefined ? '' : ` ${when} the change`));
  return NO_MORE.test(text) ? noLonger(text.replace(NO_MORE, '')) : text;
}

const OF_CHANGE = /^(?:in|with|by|as|since)/i;

/** It is said of the change, not of the time before or after it. */
export function isOfChange(sentence: string): boolean {
  const end = END.exec(sentence);
  return OF_CHANGE.test(START.exec(sentence)?.[0] ?? '') || (end !== null && end[1] === undefined);
}

/** `is not imported` with `any more` behind it. */
function noLonger(text: string): string {
  return text
    .replace(/ (is|are) not /, ' $1 no longer ')
    .replace(/ does not ([a-z]{2,})(?= |$)/, ' no longer $1s');
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|has|does)n't\b/g, '$1 not'],
  [/\bcontinues to be\b/g, 'is still'],
  [/\bcontinues to have\b/g, 'still has'],
  [
    /\bcontinues to (raise|define|take|require|inherit|subclass|accept|expose|call|import|use|mention|return|default|extend|export|contain|derive|declare)\b/g,
    'still $1s',
  ],
  [/\bstill subclasss\b/g, 'still subclasses'],
  [/^(?:within|inside) (?=`)/i, 'in '],
  [/^(?:all in all|in total|overall),? /i, ''],
  [/^(?:the )?version(?: string| number)? (?:got|was|is|has been) (?:bumped|updated|raised): /i, ''],
  [/ from now on$/, ' now'],
  [/\be\.g\.,? /g, 'for example '],
  [/\bi\.e\.,? /g, 'namely '],
  [/^Several (?=(?:parameters|arguments|functions|methods|classes|names|constants) )/, 'several '],
];
/** Of what a change does, it says nothing that it is said of the change. */
const START =
  /^(?:After|Following|Before|In|With|By|As of|Since) (?:this|the|the same) (?:commit|change|patch|edit),? /;
const DEED = /^(?:The|This) (?:commit|change|patch) (?:removes|drops|deletes|adds|introduces) /;
const END =
  /,? (?:(?:in|with|by|as part of|as of|since)|(before|after)) (?:this|the|the same) (?:commit|change|patch|edit)$/;
/** What is said in brackets behind a place is said of what the sentence is about. */
const MOVED =
  /^(?:The |the )?((?:(?:function|class|method) )?(?:`[^`]+`|[A-Za-z_][\w.]*)) (?:is (?:now )?defined|is now|now exists|exists) in (`[^`]+`|[\w./-]+) \(moved(?: there| here)?( from (?:`[^`]+`|[\w./-]+))?\)$/;
const NO_MORE = / any ?(?:more|longer)$/;
