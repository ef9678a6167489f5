import type { WorkOrder } from '../../generated/contracts.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';

/** Characters of numbered source given to the Designer, about 60,000 tokens. */
export const SOURCE_BUDGET = 240_000;

export interface Sources {
  /** The labelled, numbered text for the prompt. */
  readonly text: string;
  /** SHA-256 of each file shown, as it was when the Designer saw it. */
  readonly seen: ReadonlyMap<string, string>;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

/**
 * The files in scope with line numbers. Files whose path or name stands in the step's text come first, then
 * the others by path; a file that no longer fits the budget is named with its size, and the Designer can read
 * it with `read_file`.
 */
export async function collectSources(
  order: WorkOrder,
  files: Files,
  budget = SOURCE_BUDGET,
): Promise<Sources> {
  const created = new Set(order.new_files ?? []);
  const paths = new Set<string>();
  for (const entry of order.scope_allowlist) {
    for (const path of await files.walk(entry)) if (!created.has(path)) paths.add(path);
  }
  const isNamed = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return order.step_text.includes(path) || (name !== '__init__.py' && order.step_text.includes(name));
  };
  const sorted = [...paths].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (a < b ? -1 : 1));

  const shown: SourceFile[] = [];
  const leftOut: string[] = [];
  let used = 0;
  for (const path of sorted) {
    const result = await files.read(path);
    if (result.kind !== 'file') {
      leftOut.push(`${path}: ${result.kind === 'refused' ? result.reason : 'does not exist'}`);
      continue;
    }
    const text = decodeUtf8(result.file.bytes);
    if (text?.includes('\0') !== false) {
      leftOut.push(`${path}: not a UTF-8 text file`);
    } else if (used + text.length > budget) {
      leftOut.push(`${path}: ${text.length} characters, does not fit here; use read_file`);
    } else {
      used += text.length;
      shown.push({ path, text, sha256: result.file.sha256 });
    }
  }

  const parts = shown.map(numbered);
  for (const path of created) parts.push(`=== ${path} (will exist, empty, before your first command) ===`);
  if (leftOut.length > 0) parts.push(`=== not shown ===\n${leftOut.join('\n')}`);
  if (parts.length === 0) parts.push('(no file in the scope exists yet)');
  return { text: parts.join('\n\n'), seen: new Map(shown.map(f => [f.path, f.sha256])) };
}

function numbered({ path, text }: SourceFile): string {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const width = String(lines.length).length;
  const body = lines.map((line, i) => `${String(i + 1).padStart(width)}| ${line}`);
  return [`=== ${path} (${lines.length} ${lines.length === 1 ? 'line' : 'lines'}) ===`, ...body].join('\n');
}
