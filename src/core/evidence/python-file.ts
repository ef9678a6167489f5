import type { ModuleText } from '../python/header.ts';
import { LineTable } from '../python/line-table.ts';
import { moduleText } from '../python/module-text.ts';
import type { WorkspaceModule } from '../python/workspace-module.ts';
import { type CodeToken, readCodeTokens, tokensOfRange } from './code-tokens.ts';

/** One version of a Python file that could be read: before the change, or after it. */
export interface PythonFile {
  readonly module: WorkspaceModule;
  readonly source: Uint8Array;
  readonly text: ModuleText;
  readonly tokens: readonly CodeToken[];
  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number;
  /** The code tokens of a byte range. */
  range(start: number, end: number): readonly CodeToken[];
}

export function openPythonFile(module: WorkspaceModule, source: Uint8Array): PythonFile {
  const text = moduleText(module, source);
  const lines = new LineTable();
  lines.measure(text.bytes, source.length);
  const tokens = readCodeTokens(text);
  return {
    module,
    source,
    text,
    tokens,
    lineOf: offset => lines.lineOf(Math.min(offset, Math.max(0, source.length - 1))),
    range: (start, end) => tokensOfRange(tokens, start, end),
  };
}
