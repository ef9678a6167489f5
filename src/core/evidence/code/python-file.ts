import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { LineTable } from '../../python/lexer/line-table.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { moduleText } from '../../python/query/module-text.ts';
import { type CodeToken, readCodeTokens, tokensOfRange } from './code-tokens.ts';
import { type Held, OpenFiles } from './open-files.ts';

/** One version of a Python file that could be read: before the change, or after it. */
export interface PythonFile {
  readonly module: WorkspaceModule;
  readonly source: Uint8Array;
  readonly text: ModuleText;
  /** Read when they are first asked for, and again after they were released. */
  readonly tokens: readonly CodeToken[];
  /** Whether the word is anywhere in the file: a quick look before the tokens are read. */
  mentions(word: string): boolean;
  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number;
  /** The code tokens of a byte range. */
  range(start: number, end: number): readonly CodeToken[];
  /** What is computed once, and forgotten with the tokens; the function is what it is known by. */
  once<T>(compute: (file: PythonFile) => T): T;
}

/** What is read of a file when it is looked at. */
interface Contents {
  readonly lines: LineTable;
  /** All of it, in ASCII. */
  readonly whole: string | undefined;
  readonly text: ModuleText;
  readonly mentioned: Map<string, boolean>;
  /** Made when many words are looked for. */
  words?: ReadonlySet<string>;
  readonly computed: Map<unknown, unknown>;
  tokens?: readonly CodeToken[];
}

/** From so many on, all words of a file are read once instead of looking through it for each. */
const MANY_WORDS = 64;

/**
 * Each run of word characters, and those that begin behind an escape: in the text of "\\nname" the name follows a letter.
 */
function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}\p{Pc}]+/gu)) {
    const [word] = match;
    words.add(word);
    if (text[match.index - 1] === '\\')
      for (let cut = 1; cut <= LONGEST_ESCAPE; cut++) words.add(word.slice(cut));
  }
  return words;
}

/** The characters of `U0010ffff` behind its backslash. */
const LONGEST_ESCAPE = 9;

/** @param open what bounds the files that are kept side by side */
export function openPythonFile(
  module: WorkspaceModule,
  source: Uint8Array,
  open: OpenFiles = new OpenFiles(),
): PythonFile {
  let contents: Contents | undefined;
  let held: Held | undefined;
  const release = () => {
    contents = undefined;
    held = undefined;
  };
  const read = (): Contents => {
    if (contents === undefined) {
      contents = readContents(module, source);
      held = { size: source.length, lastUsed: 0, release };
      open.add(held);
    } else if (held !== undefined) held.lastUsed = open.clock;
    return contents;
  };
  const file: PythonFile = {
    module,
    source,
    get text() {
      return read().text;
    },
    get tokens() {
      const of = read();
      of.tokens ??= readCodeTokens(of.text);
      return of.tokens;
    },
    mentions(word) {
      const of = read();
      const { mentioned, whole, text } = of;
      const known = mentioned.get(word);
      if (known !== undefined) return known;
      // A name may be written in letters of other shapes.
      const all = whole ?? text.text(0, source.length).normalize('NFKC');
      const isMany = mentioned.size >= MANY_WORDS && /^\w+$/.test(word);
      if (isMany) of.words ??= wordsIn(all);
      const isThere = isMany ? of.words?.has(word) === true : all.includes(word);
      mentioned.set(word, isThere);
      return isThere;
    },
    lineOf: offset => read().lines.lineOf(Math.min(offset, Math.max(0, source.length - 1))),
    range: (start, end) => tokensOfRange(file.tokens, start, end),
    once<T>(compute: (file: PythonFile) => T): T {
      const { computed } = read();
      if (!computed.has(compute)) computed.set(compute, compute(file));
      return computed.get(compute) as T;
    },
  };
  return file;
}

function readContents(module: WorkspaceModule, source: Uint8Array): Contents {
  const lines = new LineTable();
  const isAscii = lines.measure(source, source.length);
  const whole = isAscii ? (decodeUtf8(source) ?? '') : undefined;
  const text = whole === undefined ? moduleText(module, source) : asciiText(source, whole);
  return { lines, whole, text, mentioned: new Map(), computed: new Map() };
}

/** In ASCII bytes and characters are the same, so that a text is cut out instead of decoded. */
function asciiText(source: Uint8Array, whole: string): ModuleText {
  return { bytes: withZeroByte(source), text: (start, end) => whole.slice(start, end), isAscii: true };
}
