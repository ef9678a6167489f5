/** A piece of code in a sentence: quoted, or written so that it is none of the language's words. */
export interface Code {
  readonly text: string;
  /** The quote around it; `undefined` without one. */
  readonly quote: '`' | '"' | "'" | undefined;
}

/** A sentence with its code taken out: lower case words, and `§0`, `§1` … where code stands. */
export interface SentenceForm {
  readonly words: string;
  readonly codes: readonly Code[];
}

/** Words that begin with a capital and are no names. */
const ENGLISH = new Set(
  (
    'the a an no none both all it its this that these those there after before only every each in of on at for to ' +
    'class function method parameter module file package test tests symbol name attribute property constant import ' +
    'imports docstring signature default nothing everything neither not callers calls exactly two one three four ' +
    'new old also now still when if whether since and or but with without true false python step scope ' +
    'commands edits changes files code qa designer'
  ).split(' '),
);

/** Behind a plain word that begins a sentence these say that it is a function. */
const FUNCTION_VERB = /^ (?:now |still |no longer )?(?:takes?|accepts?|returns|raises|requires|calls) /;

const QUOTED = /^(?:`([^`]+)`|"([^"]*)"|“([^”]*)”|'([^']*)'(?!\w)|‘([^’]*)’)/;
const BARE = /^(?:@?\*{0,2}\.{0,3}[A-Za-z_][\w.*/-]*(?:=[^\s,;]+)?)/;

/** Takes the code out of a sentence, so that what is left are words with known places between them. */
export function readForm(sentence: string): SentenceForm {
  const codes: Code[] = [];
  const words: string[] = [];
  let at = 0;
  const add = (text: string, quote: Code['quote']) => {
    words.push(`§${codes.length}`);
    codes.push({ text, quote });
  };
  while (at < sentence.length) {
    const rest = sentence.slice(at);
    const space = /^\s+/.exec(rest);
    if (space !== null) {
      words.push(' ');
      at += space[0].length;
      continue;
    }
    const before = sentence[at - 1];
    const isFree = before === undefined || /[\s(,:]/.test(before);
    const quoted = isFree || rest[0] === '`' ? QUOTED.exec(rest) : null;
    if (quoted !== null) {
      const [whole, back, double, curly, single, curlySingle] = quoted;
      const after = at + whole.length;
      const more = sentence.slice(after).startsWith('(') ? groupAt(sentence, after) : '';
      add(
        (back ?? double ?? curly ?? single ?? curlySingle ?? '') + more,
        back !== undefined ? '`' : double !== undefined || curly !== undefined ? '"' : "'",
      );
      at = after + more.length;
      continue;
    }
    if (isFree && rest.startsWith('(')) {
      const group = groupAt(sentence, at);
      const result = /^ -> [\w.[\]|, "']+?(?=$|[,;.](?:\s|$)| (?:in|and|now|after|before) )/.exec(
        sentence.slice(at + group.length),
      );
      add(group + (result?.[0] ?? ''), undefined);
      at += group.length + (result?.[0].length ?? 0);
      continue;
    }
    const bare = isFree ? BARE.exec(rest) : null;
    if (bare !== null) {
      let text = withoutStops(bare[0]);
      const group = sentence[at + text.length] === '(' ? groupAt(sentence, at + text.length) : '';
      const isSubject = at === 0 && FUNCTION_VERB.test(rest.slice(text.length)) && !ENGLISH.has(text);
      if (group !== '' || isCode(text) || isSubject) {
        text += group;
        const result = group === '' ? null : /^ -> [\w.[\]|]+(?<!\.)/.exec(sentence.slice(at + text.length));
        text += result?.[0] ?? '';
        add(text, undefined);
      } else words.push(text.toLowerCase());
      at += text.length;
      continue;
    }
    words.push(rest[0] ?? '');
    at++;
  }
  return { words: words.join('').trim(), codes };
}

/** Without what ends a part of a sentence. */
function withoutStops(text: string): string {
  let end = text.length;
  while (end > 0 && '.,/-'.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

function isCode(text: string): boolean {
  if (/[_./*@=]|[a-z][A-Z]|[A-Z]{2}|[A-Z]\d/.test(text)) return true;
  return /^[A-Z][a-z]+$/.test(text) && !ENGLISH.has(text.toLowerCase());
}

/** The brackets that open at `from`, with what is in them; only one when they do not close. */
function groupAt(text: string, from: number): string {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ('([{'.includes(text[i] ?? '')) depth++;
    if (')]}'.includes(text[i] ?? '') && --depth === 0) return text.slice(from, i + 1);
  }
  return text[from] ?? '';
}
