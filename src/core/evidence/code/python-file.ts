import { byteAt } from '../../kernel/at.ts';
import { once } from '../../kernel/once.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { LineTable } from '../../python/lexer/line-table.ts';
import { latin1Text } from '../../python/lexer/name-table.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { moduleText } from '../../python/query/module-text.ts';
import { type CodeToken, readCodeTokens, tokensOfRange } from './code-tokens.ts';
import type { OpenFiles } from './open-files.ts';
import type { CodeTokens } from './token-columns.ts';

/** One version of a Python file that could be read: before the change, or after it. */
export interface PythonFile {
  readonly module: WorkspaceModule;
  readonly source: Uint8Array;
  readonly text: ModuleText;
  /** Read when they are first asked for, and again after they were released. */
  readonly tokens: CodeTokens;
  /** Whether the text is anywhere in the file, also inside of a word: a quick look before the tokens are read. */
  mentions(text: string): boolean;
  /** The same of what a pattern fits. */
  matches(pattern: RegExp): boolean;
  /** Whether the name is anywhere in the file as a whole word. */
  mentionsName(name: string): boolean;
  /** Those of these names that are anywhere in the file. */
  mentionedOf(names: ReadonlySet<string>): readonly string[];
  /** All names in it, and all words of its texts and comments. */
  names(): ReadonlySet<string>;
  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number;
  /** The text of a byte range, to be kept: a part of the whole text would keep all of it. */
  copy(start: number, end: number): string;
  /** The code tokens of a byte range. */
  range(start: number, end: number): readonly CodeToken[];
  /** What is computed once, and forgotten with the text; the function is what it is known by. */
  once<T>(compute: (file: PythonFile) => T): T;
}

/** What is read of a file when it is asked for. */
interface Contents {
  lines?: LineTable;
  text?: ModuleText;
  /** Made when many names are looked for. */
  words?: ReadonlySet<string>;
  readonly computed: Map<unknown, unknown>;
}

/** What quick looks need, which is far less: of many small files all of it can be kept. */
interface Looked {
  /** All of it; of a file that is not ASCII, in the form in which Python compares names. */
  readonly whole: string;
  /** Without escapes and letters whose classes need not be looked up. */
  readonly isPlain: boolean;
  readonly mentioned: Map<string, boolean>;
  namesAsked: number;
}

/** A shorter text is searched again: of thousands of files hundreds of words are asked, whose answers take more. */
const WORTH_REMEMBERING = 4000;

/** From so many on, all words of a file are read once instead of looking through it for each. */
const MANY_WORDS = 64;

/**
 * Each run of word characters that is no number, and those that begin behind an escape: in the text of "\\nname" the name
 * follows a letter.
 */
function wordsIn({ whole: text, isPlain }: Looked): ReadonlySet<string> {
  if (isPlain) return new Set(text.match(/\b\d*[A-Za-z_]\w*/g));
  const words = new Set<string>();
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}\p{Pc}\p{XID_Continue}]+/gu)) {
    const [word] = match;
    words.add(word);
    if (text[match.index - 1] === '\\')
      for (let cut = 1; cut <= LONGEST_ESCAPE; cut++) words.add(word.slice(cut));
  }
  return words;
}

/** Whether a word stands in a text as a whole one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside = isWordAt(text, at - 1) || isWordAt(text, at + word.length);
    if (!isInside) return true;
  }
  return false;
}

const isWordAt = (text: string, at: number): boolean => /^\w/.test(text.charAt(at));

const PLAIN = /^[^\\\u0080-\uffff]*$/;
/** What `wordsIn` finds: other names are looked for as texts. */
const IS_WORD = /^\d*[A-Za-z_]\w*$/;
/** Those that `wordsIn` may not find; of each file the same ones are asked. */
const noWordsOf = once((names: ReadonlySet<string>) => [...names].filter(name => !IS_WORD.test(name)));
/** The characters of `U0010ffff` behind its backslash. */
const LONGEST_ESCAPE = 9;

/** @param open what bounds the files that are kept side by side */
export function openPythonFile(module: WorkspaceModule, source: Uint8Array, open: OpenFiles): PythonFile {
  let ascii: boolean | undefined;
  const isAscii = (): boolean => {
    ascii ??= isPlain(source);
    return ascii;
  };
  const contents = open.contents.hold(source.length, (): Contents => ({ computed: new Map() }));
  const looked = open.looked.hold(source.length, (): Looked => {
    // A name may be written in letters of other shapes.
    const text = isAscii()
      ? (decodeUtf8(source) ?? '')
      : moduleText(module, source).text(0, source.length).normalize('NFKC');
    return { whole: text, isPlain: PLAIN.test(text), mentioned: new Map(), namesAsked: 0 };
  });
  const tokens = open.tokens.hold(source.length, () =>
    readCodeTokens(isAscii() ? asciiText(open.lend(source), whole) : file.text, open.columns),
  );
  const whole = () => looked.get().whole;
  const file: PythonFile = {
    module,
    source,
    get text() {
      const of = contents.get();
      of.text ??= isAscii() ? asciiText(withZeroByte(source), whole) : moduleText(module, source);
      return of.text;
    },
    get tokens() {
      return tokens.get();
    },
    mentions(text) {
      const of = looked.get();
      if (of.whole.length < WORTH_REMEMBERING) return of.whole.includes(text);
      const known = of.mentioned.get(text);
      if (known !== undefined) return known;
      const isThere = of.whole.includes(text);
      of.mentioned.set(text, isThere);
      return isThere;
    },
    matches: pattern => pattern.test(looked.get().whole),
    mentionsName(name) {
      if (!IS_WORD.test(name)) return file.mentions(name);
      const of = looked.get();
      if (of.namesAsked++ < MANY_WORDS && contents.peek()?.words === undefined) {
        if (of.isPlain) return hasWord(of.whole, name);
        if (!of.whole.includes(name)) return false;
      }
      const kept = contents.get();
      kept.words ??= wordsIn(of);
      return kept.words.has(name);
    },
    mentionedOf(names) {
      if (names.size < MANY_WORDS) return [...names].filter(name => file.mentionsName(name));
      const words = file.names();
      const others = noWordsOf(names).filter(name => !words.has(name) && file.mentions(name));
      return [...words].filter(name => names.has(name)).concat(others);
    },
    names: () => contents.peek()?.words ?? wordsIn(looked.get()),
    lineOf(offset) {
      const of = contents.get();
      of.lines ??= measured(source);
      return of.lines.lineOf(Math.min(offset, Math.max(0, source.length - 1)));
    },
    copy: (start, end) => (isAscii() ? latin1Text(source, start, end) : file.text.text(start, end)),
    range: (start, end) => tokensOfRange(file.tokens, start, end),
    once<T>(compute: (file: PythonFile) => T): T {
      const { computed } = contents.get();
      if (!computed.has(compute)) computed.set(compute, compute(file));
      return computed.get(compute) as T;
    },
  };
  return file;
}

function isPlain(source: Uint8Array): boolean {
  for (let i = 0; i < source.length; i++) if (byteAt(source, i) > 127) return false;
  return true;
}

function measured(source: Uint8Array): LineTable {
  const lines = new LineTable(source.length >> 5);
  lines.measure(source, source.length);
  return lines;
}

/** In ASCII bytes and characters are the same, so that a text is cut out instead of decoded. */
function asciiText(bytes: Uint8Array, whole: () => string): ModuleText {
  return { bytes, text: (start, end) => whole().slice(start, end), isAscii: true };
}
