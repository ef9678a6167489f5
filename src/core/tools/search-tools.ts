import type { FindFilesArgs, SearchTextArgs } from '../../generated/contracts.ts';
import type { Staging } from '../gate/staging.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { Result } from '../kernel/result.ts';
import { ok } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { compileLinePattern, type LinePattern } from '../text/pattern/line-pattern.ts';
import { matchesGlob } from '../verification/path-glob.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** Characters of one line that is shown, and of all of them together. */
const MOST_OF_A_LINE = 300;
const MOST_CHARACTERS = 32 * 1024;
const MOST_MATCHES = 100;
const MOST_FILES = 500;
/** A text that is longer is a file of data. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_SKIPPED = 10;

/**
 * What agents find their way by: files by name and lines by pattern, through the run's staging, without what git
 * ignores, environments and files that look like secrets.
 */
export const searchTools = (staging: Staging): readonly Tool[] => [
  tool('search_text', 'read', (args, { signal }) => searchText(staging, args, signal)),
  tool('find_files', 'read', args => findFiles(staging, args)),
];

const failure = (error: string) => ({ error, changed: false as const });

async function findFiles(staging: Staging, args: FindFilesArgs) {
  const files = await filesOf(staging, args);
  if (!files.ok) return failure(files.error);
  const { max_results: most = MOST_FILES } = args;
  const total = files.value.length;
  return {
    files: files.value.slice(0, most),
    total,
    ...(total > most
      ? { truncated: `${most} of ${total} files are shown; give a path or a narrower glob` }
      : {}),
  };
}

interface Match {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

async function searchText(staging: Staging, args: SearchTextArgs, signal: AbortSignal) {
  const { pattern, ignore_case = false, context = 0, max_results: most = MOST_MATCHES } = args;
  const compiled = compileLinePattern(pattern, { ignoreCase: ignore_case });
  if (!compiled.ok) return failure(`the pattern cannot be used: ${compiled.error}`);
  const files = await filesOf(staging, args);
  if (!files.ok) return failure(files.error);
  const matches: Match[] = [];
  const skipped: { file: string; reason: string }[] = [];
  let [total, searched, characters] = [0, 0, 0];
  for (const file of files.value) {
    throwIfCancelled(signal);
    const text = await readText(staging, file);
    if (typeof text !== 'string') {
      skipped.push({ file, reason: text.skipped });
      continue;
    }
    searched++;
    const lines = text.split(/\r\n|\n|\r/u);
    const found = linesWith(compiled.value, lines);
    if (found === undefined)
      return failure(`the search was given up in ${file}: the pattern takes too many steps; make it simpler`);
    total += found.length;
    for (const at of found) {
      if (matches.length >= most || characters >= MOST_CHARACTERS) break;
      const match = describe(file, lines, at, context);
      characters += JSON.stringify(match).length;
      matches.push(match);
    }
  }
  return {
    matches,
    total_matches: total,
    files_searched: searched,
    ...(total > matches.length
      ? {
          truncated: `${matches.length} of ${total} matching lines are shown; give a path, globs or a narrower pattern`,
        }
      : {}),
    skipped_files: skipped.slice(0, MOST_SKIPPED),
    ...(skipped.length > MOST_SKIPPED ? { more_skipped: skipped.length - MOST_SKIPPED } : {}),
  };
}

/** Places of lines with a match, from 0; `undefined` when the pattern may take no more steps. */
function linesWith(pattern: LinePattern, lines: readonly string[]): readonly number[] | undefined {
  const found: number[] = [];
  for (const [at, line] of lines.entries()) {
    const isIn = pattern.isIn(line);
    if (isIn === undefined) return undefined;
    // What comes behind the last line end is no line.
    if (isIn && !(line === '' && at === lines.length - 1)) found.push(at);
  }
  return found;
}

function describe(file: string, lines: readonly string[], at: number, context: number): Match {
  const shown = (from: number, to: number) => lines.slice(Math.max(0, from), to).map(cut);
  return {
    file,
    line: at + 1,
    text: cut(lines[at] ?? ''),
    ...(context > 0 ? { before: shown(at - context, at), after: shown(at + 1, at + 1 + context) } : {}),
  };
}

const cut = (line: string): string =>
  line.length <= MOST_OF_A_LINE
    ? line
    : `${line.slice(0, MOST_OF_A_LINE).replace(/[\ud800-\udbff]$/u, '')} [cut: ${line.length} characters]`;

async function readText(staging: Staging, file: string): Promise<string | { readonly skipped: string }> {
  const hidden = await staging.reasonNotToShow(file);
  if (hidden !== undefined) return { skipped: hidden };
  const read = await staging.read(file);
  if (!read.ok) return { skipped: read.error };
  if (read.value === undefined) return { skipped: `${file} does not exist` };
  if (read.value.length > MOST_BYTES) return { skipped: `larger than ${MOST_BYTES} bytes` };
  const text = decodeUtf8(read.value);
  return text === undefined || text.includes('\0') ? { skipped: 'not a UTF-8 text' } : text;
}

/** Files below the path that one of the globs takes; one that begins with `!` leaves files out. */
async function filesOf(
  staging: Staging,
  { path = '.', globs = [] }: { readonly path?: string; readonly globs?: readonly string[] },
): Promise<Result<readonly string[]>> {
  const below = await staging.filesBelow(path);
  if (!below.ok) return below;
  const taken = globs.filter(glob => !glob.startsWith('!'));
  const left = globs.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1));
  const isTaken = (file: string) =>
    (taken.length === 0 || taken.some(glob => matchesGlob(file, glob))) &&
    !left.some(glob => matchesGlob(file, glob));
  return ok(below.value.filter(isTaken));
}
