import type { WorkOrder } from '../../generated/contracts.ts';
import { reasonNotToShow } from '../changes/secret-looking.ts';
import { estimateTokens } from '../conversation/estimate-usage.ts';
import { NEVER, throwIfCancelled } from '../kernel/cancel.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';

/** Tokens of the Designer's first prompt with the sources in it, estimated. */
const PROMPT_BUDGET = 60_000;
/** However long the order is, so much is left for sources. */
const LEAST_BUDGET = 20_000;
/** The part of the budget that names what does not fit; behind it nothing is read, or a prompt would grow with the workspace. */
const LIST_SHARE = 1 / 12;

/** Tokens left for sources in a prompt that has so many characters without them. */
export const sourceBudget = (characters: number): number =>
  Math.max(LEAST_BUDGET, PROMPT_BUDGET - estimateTokens(characters));

export interface Sources {
  /** The labelled, numbered text for the prompt. */
  readonly text: string;
  /** SHA-256 of each file shown, as it was when the Designer saw it. */
  readonly seen: ReadonlyMap<string, string>;
}

interface SourceFile {
  readonly path: string;
  readonly numbered: string;
  readonly sha256: string;
}

/**
 * The files in scope with line numbers, whole or not at all. Files whose path or name is in the step's text
 * come first, then the others by path; a file that no longer fits the budget is named with its size, smaller
 * ones behind it may still fit, and the Designer can look into the others with its tools.
 *
 * @param budget tokens, estimated, line numbers and the names of what is left out included
 * @param signal rejects with `Cancelled` between two files
 */
export async function collectSources(
  order: WorkOrder,
  files: Files,
  budget = PROMPT_BUDGET,
  signal: AbortSignal = NEVER,
): Promise<Sources> {
  const created = new Set(order.new_files ?? []);
  const paths = new Set<string>();
  for (const entry of order.scope_allowlist) {
    throwIfCancelled(signal);
    for (const path of await files.walk(entry)) if (!created.has(path)) paths.add(path);
  }
  const isNamed = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return order.step_text.includes(path) || (name !== '__init__.py' && order.step_text.includes(name));
  };
  const sorted = [...paths].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (a < b ? -1 : 1));

  const shown: SourceFile[] = [];
  const leftOut: string[] = [];
  const listBudget = budget * LIST_SHARE;
  let used = 0;
  let listed = 0;
  const leaveOut = (sentence: string) => {
    leftOut.push(sentence);
    listed += estimateTokens(sentence.length + 1);
  };
  for (const [i, path] of sorted.entries()) {
    throwIfCancelled(signal);
    if (listed >= listBudget) {
      leftOut.push(`and ${sorted.length - i} more files of the scope, which were not looked at`);
      break;
    }
    const result = await files.read(path);
    const real = result.kind === 'file' ? (result.file.realPath ?? result.file.path) : path;
    const hidden = reasonNotToShow(path, files.secretsAllowed) ?? reasonNotToShow(real, files.secretsAllowed);
    if (hidden !== undefined) {
      leaveOut(hidden);
      continue;
    }
    if (result.kind !== 'file') {
      leaveOut(`${onOneLine(path)}: ${result.kind === 'refused' ? result.reason : 'does not exist'}`);
      continue;
    }
    const text = decodeUtf8(result.file.bytes);
    if (text?.includes('\0') !== false) {
      leaveOut(`${path}: not a UTF-8 text file`);
      continue;
    }
    const numbered = numberLines(path, text);
    const tokens = estimateTokens(numbered.length);
    if (used + tokens > budget - listBudget) {
      leaveOut(`${path}: about ${tokens} tokens, does not fit`);
    } else {
      used += tokens;
      shown.push({ path, numbered, sha256: result.file.sha256 });
    }
  }

  const parts = shown.map(({ numbered }) => numbered);
  for (const path of created) parts.push(`=== ${path} (will exist, empty, before your first command) ===`);
  if (leftOut.length > 0) parts.push(`${notShown(budget)}\n${leftOut.join('\n')}`);
  if (parts.length === 0) parts.push('(no file in the scope exists yet)');
  return { text: parts.join('\n\n'), seen: new Map(shown.map(f => [f.path, f.sha256])) };
}

/** A name with a line break in it could pass for the head of another file. */
const onOneLine = (path: string): string => (/\p{Cc}/u.test(path) ? JSON.stringify(path) : path);

const notShown = (budget: number): string =>
  `=== not shown (files that the step names come first, then by path, up to about ${budget} tokens; use read_file, get_source or discover_api for these) ===`;

function numberLines(path: string, text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const width = String(lines.length).length;
  const body = lines.map((line, i) => `${String(i + 1).padStart(width)}| ${line}`);
  return [`=== ${path} (${lines.length} ${lines.length === 1 ? 'line' : 'lines'}) ===`, ...body].join('\n');
}
