/** A line this long, without its white space, is no marker. */
const LONGEST = 300;

const DOTS = '(?:\\.{3,}|…)';
/** What a model calls the code it leaves out. */
const CODE =
  '(?:code|implementations?|logic|file|functions?|methods?|class|module|component|imports?|tests?|definitions?)';
/** Words that need to be said to stay, or dots, to mean left-out text. */
const TEXT = '(?:contents?|body|lines?|script|section|block|cases?|fields|values|entries|statements)';
const STAYS =
  '(?:(?:(?:remains?|stays?|is|are) )?(?:the same|unchanged|unmodified|as (?:is|before)|here|omitted|elided|truncated)|(?:goes|stays?|remains?|follows) here|remains?|follows?)';
const WHICH =
  '(?:existing|remaining|previous|other|same|unchanged|(?:rest|remainder) of(?: the| this| your)?)';

const BEGINS_WITH_DOTS = new RegExp(`^${DOTS}`, 'u');
const ENDS_WITH_DOTS = /(?:\.{3}|…)[)\]]?$/u;
/** Behind dots: "... existing code", "... (rest of the file remains unchanged)", "… rest unchanged". */
const LEFT_OUT = /\b(?:existing|rest|remaining|remains?|unchanged|omitted|elided|truncated|snip|same as)\b/u;
/** Between dots: "... other methods ...", "... more code ...". */
const OTHER = new RegExp(`\\b(?:${CODE}|${TEXT}|same|other|more)\\b`, 'u');

/** A marker with dots; these also count behind code on the same line. */
const WITH_DOTS: readonly RegExp[] = [
  new RegExp(`^${DOTS} ?(?:other|more|previous|keep) (?:\\S+ ){0,2}(?:${CODE}|${TEXT})$`, 'u'),
  // "existing imports ...", "rest of the class…"
  new RegExp(`^(?:the )?${WHICH}(?: \\S+)? (?:${CODE}|${TEXT}) ?${DOTS}$`, 'u'),
];

/** A whole line that is a comment and means left-out text without saying it with dots and words. */
const WHOLE_LINE: readonly RegExp[] = [
  new RegExp(`^${DOTS}$`, 'u'),
  new RegExp(`^(?:the |keep (?:the )?)?${WHICH}(?: \\S+)? (?:${CODE}|${TEXT}) ${STAYS}\\.?$`, 'u'),
  new RegExp(`^(?:keep )?(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\\S+ )?${CODE}\\.?$`, 'u'),
  /^existing (?:code|implementation|logic)\.?$/u,
  /^keep (?:the )?existing (?:code|implementation|logic)\.?$/u,
  /^(?:(?:code|rest|the rest|everything else) )?(?:is )?(?:unchanged|omitted)(?: for (?:brevity|clarity))?\.?$/u,
  /^(?:same|unchanged) (?:as|from) (?:before|above|the original|original)\.?$/u,
];

// Comment leaders of the languages a workspace may hold, and the closers that go with them.
const LEADER = /(?:^| )(?:#+|\/\/+|--|;+|%+|\/\*+|<!--|\{\/\*+|rem ) ?/iu;
const CLOSER = / ?(?:\*\/\}?|-->)?$/u;
/** An elision without a comment leader: a line that starts with dots and has words too, or `[...]`. */
const BARE = /^(\[?(?:\.{3,}|…) ?[^\s.,:)\]].*)$/u;

/** How a line stands for left-out text. */
export interface ElisionMarker {
  /** What it says, to compare markers by. */
  readonly words: string;
  /** Says so in words, not by dots alone. */
  readonly isSaid: boolean;
}

/** Without one of these no pattern above can match, which is seen much faster: most lines have none. */
const HINT = /\.{3}|…|existing|remain|previous|other|same|unchanged|rest|omitted/iu;

/** The marker a line holds; `undefined` when it is an ordinary line. */
export function elisionMarkerIn(line: string): ElisionMarker | undefined {
  if (!HINT.test(line)) return undefined;
  const text = line.trim().replace(/\s+/gu, ' ');
  if (text.length > LONGEST) return undefined;
  const leader = LEADER.exec(text);
  const found = leader
    ? text.slice(leader.index + leader[0].length).replace(CLOSER, '')
    : BARE.exec(text)?.[1];
  if (found === undefined || found === '') return undefined;
  const words = found.replace(/^\[/u, '').trim().toLowerCase();
  const isSaid = /[^.…\s]/u.test(words);
  if (hasDots(words) || WITH_DOTS.some(pattern => pattern.test(words))) return { words, isSaid };
  const isWholeLine = leader !== null && text.slice(0, leader.index).trim() === '';
  return isWholeLine && WHOLE_LINE.some(pattern => pattern.test(words)) ? { words, isSaid } : undefined;
}

function hasDots(words: string): boolean {
  const dots = BEGINS_WITH_DOTS.exec(words)?.[0];
  if (dots === undefined) return false;
  const rest = words.slice(dots.length);
  if (LEFT_OUT.test(rest)) return true;
  const end = ENDS_WITH_DOTS.exec(rest);
  return end !== null && OTHER.test(rest.slice(0, end.index));
}
