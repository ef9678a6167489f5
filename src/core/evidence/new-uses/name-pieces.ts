import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';

/** Words by which members are asked for under names that are texts, or listed, or set. */
const ASKING = [
  ...['getattr', 'attrgetter', 'methodcaller', 'hasattr', 'setattr', 'delattr', '__getattribute__'],
  ...['__dict__', 'vars(', 'dir(', 'getmembers', 'eval(', 'exec(', 'resolve_name'],
  // Tests ask for what they replace, and for fixtures.
  ...['patch', 'getfixturevalue', 'usefixtures'],
];

export const asksForNames = (file: PythonFile): boolean => ASKING.some(each => file.mentions(each));

/** What a file writes that may become a part of the name of a member. */
export interface Pieces {
  /** Texts to which something is added in front or behind: `"do_" + name`, `f"{name}_x"`, `"do_%s" % name`. */
  readonly starts: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
  /** Texts that say of themselves that they are a part: `"_do"`, `"do_"` in `startswith("do_")`. */
  readonly words: ReadonlySet<string>;
  /** An underscore alone is put before something: `"_" + name`. */
  readonly addsUnderscore: boolean;
  /** Words, where underscores are put between them: `"_".join(…)`, `"{}_{}"`. */
  readonly joined: ReadonlySet<string>;
  /** Texts of one word, names of arguments, and where names are told as texts all of them: what `"_" + name` may be told. */
  readonly told: ReadonlySet<string>;
}

const FIELD = /\{|%(?:\(\w+\))?[sdr]/g;
const FIELD_BEFORE = /(?:\}|%(?:\(\w+\))?[sdr])(\w+)/g;
const BETWEEN = /[}sdr]_+[{%]/;

/** What tells names of functions, classes and locals as texts. */
const TELLING = ['.__name__', '.__qualname__', 'co_name', '.function', 'locals(', 'vars(', '.__dict__'];

export function piecesIn(file: PythonFile): Pieces {
  const { tokens } = file;
  const tellsNames = TELLING.some(each => file.mentions(each));
  const [starts, ends, words] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [all, told] = [new Set<string>(), new Set<string>()];
  let addsUnderscore = false;
  let isJoined = false;
  const start = (text = '') => {
    if (/^_+$/.test(text)) addsUnderscore = true;
    else if (text.length > 1) starts.add(text);
  };
  const end = (text = '') => {
    if (/[^_]/.test(text) && text.length > 1) ends.add(text);
  };
  for (let i = 0; i < tokens.length; i++) {
    if (tellsNames && tokens.isName(i)) told.add(tokens.text(i));
    if (tokens.kind(i) === NAME && tokens.op(i + 1) === op.ASSIGN) {
      const before = tokens.op(i - 1);
      if (before === op.PAREN_OPEN || before === op.COMMA) told.add(tokens.text(i));
    }
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    const content = text.slice(text.indexOf(':') + 1);
    if (tokens.op(i + 1) === op.PLUS) start(wordBefore(content, content.length));
    if (tokens.op(i - 1) === op.PLUS) end(/^\w+/.exec(content)?.[0]);
    // `n.endswith("x")` chooses among names that are listed.
    if (tokens.op(i - 1) === op.PAREN_OPEN && tokens.text(i - 2) === 'endswith' && content !== '')
      ends.add(content);
    for (const { index } of content.matchAll(FIELD)) start(wordBefore(content, index));
    for (const [, each] of content.matchAll(FIELD_BEFORE)) end(each);
    isJoined ||=
      BETWEEN.test(content) ||
      (/^_+$/.test(content) && (tokens.op(i + 1) === op.DOT || tokens.op(i - 1) === op.PLUS));
    for (const each of content.split(/\W+/)) {
      if (isPart(each)) words.add(each);
      all.add(each);
    }
    if (/^\w+$/.test(content)) told.add(content);
  }
  return { starts, ends, words, addsUnderscore, joined: isJoined ? all : new Set(), told };
}

/** A word with an underscore in front or at its end that is more than underscores. */
const isPart = (word: string): boolean =>
  word.startsWith('_') ? /[^_]/.test(word) : word !== '' && word.endsWith('_');

/** The word that ends at a place, by steps: a pattern would look at each part of a long word. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && /\w/.test(text[start - 1] ?? '')) start--;
  return text.slice(start, end);
}

/** Whether a name may be put together from what a file writes. */
export function mayBecome(name: string, pieces: Pieces): boolean {
  const isShorter = (text: string) => text.length < name.length;
  for (const each of pieces.starts) if (isShorter(each) && name.startsWith(each)) return true;
  for (const each of pieces.ends) if (isShorter(each) && name.endsWith(each)) return true;
  // Between two underscores of it the name is cut.
  for (const each of pieces.words)
    if (isShorter(each) && name.startsWith(each) && (each.endsWith('_') || name[each.length] === '_'))
      return true;
  return name.split('_').some(part => part.length > 1 && pieces.joined.has(part));
}

/** A file that is not asked for its pieces writes none of the name: neither its first word nor its last one. */
export function mayWritePieces(file: PythonFile, name: string): boolean {
  const at = name.indexOf('_', 1);
  if (at < 0) return false;
  const last = name.slice(name.lastIndexOf('_'));
  return (
    file.mentions(name.slice(0, at)) || ['"', "'", '}', 's'].some(each => file.mentions(`${each}${last}`))
  );
}
