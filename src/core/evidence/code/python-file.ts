import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { LineTable } from '../../python/lexer/line-table.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { moduleText } from '../../python/query/module-text.ts';
import { type CodeToken, readCodeTokens, tokensOfRange } from './code-tokens.ts';

/** One version of a Python file that could be read: before the change, or after it. */
export interface PythonFile {
  readonly module: WorkspaceModule;
  readonly source: Uint8Array;
  readonly text: ModuleText;
  /** Read when they are first asked for. */
  readonly tokens: readonly CodeToken[];
  /** Whether the word is anywhere in the file: a quick look before the tokens are read. */
  mentions(word: string): boolean;
  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number;
  /** The code tokens of a byte range. */
  range(start: number, end: number): readonly CodeToken[];
}

export function openPythonFile(module: WorkspaceModule, source: Uint8Array): PythonFile {
  const lines = new LineTable();
  const isAscii = lines.measure(source, source.length);
  const whole = isAscii ? (decodeUtf8(source) ?? '') : undefined;
  const text = whole === undefined ? moduleText(module, source) : asciiText(source, whole);
  let tokens: readonly CodeToken[] | undefined;
  const mentioned = new Map<string, boolean>();
  const file: PythonFile = {
    module,
    source,
    text,
    get tokens() {
      tokens ??= readCodeTokens(text);
      return tokens;
    },
    mentions(word) {
      const isThere = mentioned.get(word) ?? (whole ?? text.text(0, source.length)).includes(word);
      mentioned.set(word, isThere);
      return isThere;
    },
    lineOf: offset => lines.lineOf(Math.min(offset, Math.max(0, source.length - 1))),
    range: (start, end) => tokensOfRange(file.tokens, start, end),
  };
  return file;
}

/** In ASCII bytes and characters are the same, so that a text is cut out instead of decoded. */
function asciiText(source: Uint8Array, whole: string): ModuleText {
  return { bytes: withZeroByte(source), text: (start, end) => whole.slice(start, end) };
}
