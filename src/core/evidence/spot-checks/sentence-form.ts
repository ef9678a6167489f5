import { groupAt, typeAt, typedParameterAt } from './code-in-text.ts';

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
    'commands edits changes files code qa designer five six seven eight nine ten inside within besides ' +
    'outside additionally furthermore moreover finally similarly likewise overall instead unlike given as by'
  ).split(' '),
);

/** Behind a plain word that begins a sentence these say that it is a function. */
const FUNCTION_VERB = /^ (?:now |still |no longer )?(?:takes?|accepts?|returns|raises|requires|calls) /;

/** `b"."`, with its letter. */
const PREFIXED = /^[bruf]{1,2}(?:"[^"]*"|'[^']*')/;
const SELF = /^[`'"](?:self|cls)[`'"]$/;
const QUOTED = /^(?:``?([^`]+)``?|"([^"]*)"|“([^”]*)”|'([^']*)'(?!\w)|‘([^’]*)’)/;
/** `(default 88)`, `(keyword-only)`. */
const REMARK = /^\((?:[a-z][a-z-]* [^,=:(]*|keyword-only|positional-only|optional|required)\)$/;
/** `(a/b.py)`, and code in backticks. */
const NAMED = /^\((?:`([^`]+)`|([\w./-]+\.py))\)$/;
const STATEMENT = /^from [\w.]+ import \w+(?:, \w+)*(?: as \w+)?/;
const VERSION = /^\d+\.\d+\.\w+(?:\.\w+)*/;
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
    const written = isFree ? (PREFIXED.exec(rest)?.[0] ?? typedParameterAt(sentence, at)) : undefined;
    if (written !== undefined) {
      add(written, undefined);
      at += written.length;
      continue;
    }
    const version = isFree ? VERSION.exec(rest)?.[0] : undefined;
    if (version !== undefined) {
      add(version, '"');
      at += version.length;
      continue;
    }
    const statement = isFree && rest.startsWith('from ') ? STATEMENT.exec(rest)?.[0] : undefined;
    if (statement !== undefined) {
      add(statement, undefined);
      at += statement.length;
      continue;
    }
    const quoted = isFree || rest[0] === '`' ? QUOTED.exec(rest) : null;
    if (quoted !== null) {
      const [whole, back, double, curly, single, curlySingle] = quoted;
      const after = at + whole.length;
      // What a method is called on is a word of the grammar.
      if (SELF.test(whole)) {
        words.push(whole.slice(1, -1));
        at = after;
        continue;
      }
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
      // Words are none; a path or a name in brackets is what is said by it.
      if (REMARK.test(group)) {
        words.push('(');
        at++;
        continue;
      }
      const named = NAMED.exec(group);
      if (named !== null) {
        add(named[1] ?? named[2] ?? '', named[1] === undefined ? undefined : '`');
        at += group.length;
        continue;
      }
      const result = resultAt(sentence, at + group.length);
      add(group + result, undefined);
      at += group.length + result.length;
      continue;
    }
    const bare = isFree ? BARE.exec(rest) : null;
    if (bare !== null) {
      let text = withoutStops(bare[0]);
      // `dict[str, int] | None`
      const type = text === '' ? '' : typeAt(sentence, at);
      if (type.length > text.length && type.startsWith(text) && /[[|]/.test(type)) {
        add(type, undefined);
        at += type.length;
        continue;
      }
      const group = sentence[at + text.length] === '(' ? groupAt(sentence, at + text.length) : '';
      const isSubject = at === 0 && FUNCTION_VERB.test(rest.slice(text.length)) && !ENGLISH.has(text);
      if (group !== '' || isCode(text) || isSubject) {
        text += group;
        if (group !== '') text += resultAt(sentence, at + text.length);
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

/** ` -> dict[str, int]` behind brackets; nothing where none stands there. */
function resultAt(text: string, at: number): string {
  if (!text.startsWith(' -> ', at)) return '';
  const type = typeAt(text, at + 4);
  return type === '' ? '' : ` -> ${type}`;
}
