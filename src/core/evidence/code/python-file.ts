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
import type { Kept, OpenFiles } from './open-files.ts';
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
export const openPythonFile = (module: WorkspaceModule, source: Uint8Array, open: OpenFiles): PythonFile =>
  new OpenedFile(module, source, open);

/** There are thousands of them: what of one is not asked for takes no more than its fields. */
class OpenedFile implements PythonFile {
  readonly module: WorkspaceModule;
  readonly source: Uint8Array;
  readonly #open: OpenFiles;
  readonly #contents: Kept<Contents>;
  readonly #looked: Kept<Looked>;
  readonly #tokens: Kept<CodeTokens>;
  #ascii: boolean | undefined;

  constructor(module: WorkspaceModule, source: Uint8Array, open: OpenFiles) {
    this.module = module;
    this.source = source;
    this.#open = open;
    this.#contents = open.contents.hold(source.length);
    this.#looked = open.looked.hold(source.length);
    this.#tokens = open.tokens.hold(source.length);
  }

  get text(): ModuleText {
    const of = this.#read();
    of.text ??= this.#isAscii
      ? asciiText(withZeroByte(this.source), () => this.#whole.whole)
      : moduleText(this.module, this.source);
    return of.text;
  }

  get tokens(): CodeTokens {
    return this.#tokens.get() ?? this.#tokens.put(this.#readTokens());
  }

  mentions(text: string): boolean {
    const { whole, mentioned } = this.#whole;
    if (whole.length < WORTH_REMEMBERING) return whole.includes(text);
    const known = mentioned.get(text);
    if (known !== undefined) return known;
    const isThere = whole.includes(text);
    mentioned.set(text, isThere);
    return isThere;
  }

  matches(pattern: RegExp): boolean {
    return pattern.test(this.#whole.whole);
  }

  mentionsName(name: string): boolean {
    if (!IS_WORD.test(name)) return this.mentions(name);
    const of = this.#whole;
    if (of.namesAsked++ < MANY_WORDS && this.#contents.peek()?.words === undefined) {
      if (of.isPlain) return hasWord(of.whole, name);
      if (!of.whole.includes(name)) return false;
    }
    const kept = this.#read();
    kept.words ??= wordsIn(of);
    return kept.words.has(name);
  }

  mentionedOf(names: ReadonlySet<string>): readonly string[] {
    if (names.size < MANY_WORDS) return [...names].filter(name => this.mentionsName(name));
    const words = this.names();
    const others = noWordsOf(names).filter(name => !words.has(name) && this.mentions(name));
    return [...words].filter(name => names.has(name)).concat(others);
  }

  names(): ReadonlySet<string> {
    return this.#contents.peek()?.words ?? wordsIn(this.#whole);
  }

  lineOf(offset: number): number {
    const of = this.#read();
    of.lines ??= measured(this.source);
    return of.lines.lineOf(Math.min(offset, Math.max(0, this.source.length - 1)));
  }

  copy(start: number, end: number): string {
    return this.#isAscii ? latin1Text(this.source, start, end) : this.text.text(start, end);
  }

  range(start: number, end: number): readonly CodeToken[] {
    return tokensOfRange(this.tokens, start, end);
  }

  once<T>(compute: (file: PythonFile) => T): T {
    const { computed } = this.#read();
    if (!computed.has(compute)) computed.set(compute, compute(this));
    return computed.get(compute) as T;
  }

  get #isAscii(): boolean {
    this.#ascii ??= isPlain(this.source);
    return this.#ascii;
  }

  #read(): Contents {
    return this.#contents.get() ?? this.#contents.put({ computed: new Map() });
  }

  get #whole(): Looked {
    return this.#looked.get() ?? this.#looked.put(this.#look());
  }

  #look(): Looked {
    // A name may be written in letters of other shapes.
    const text = this.#isAscii
      ? (decodeUtf8(this.source) ?? '')
      : moduleText(this.module, this.source).text(0, this.source.length).normalize('NFKC');
    return { whole: text, isPlain: PLAIN.test(text), mentioned: new Map(), namesAsked: 0 };
  }

  #readTokens(): CodeTokens {
    const { columns } = this.#open;
    if (!this.#isAscii) return readCodeTokens(this.text, columns);
    return readCodeTokens(
      asciiText(this.#open.lend(this.source), () => this.#whole.whole),
      columns,
    );
  }
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
