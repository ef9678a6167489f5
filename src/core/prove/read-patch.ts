import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { fail, ok, type Result } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';

/** One file of a unified diff. */
export interface FilePatch {
  /** `undefined`: the file is new. */
  readonly from: string | undefined;
  /** `undefined`: the file is deleted. */
  readonly to: string | undefined;
  readonly isExecutable: boolean | undefined;
  /** Why it cannot be applied: a binary patch, a link, a submodule. */
  readonly closed: string | undefined;
  readonly structured: StructuredPatch;
}

export interface Patch {
  readonly files: readonly FilePatch[];
  /** What stands before the first file: the message, in a patch that was made for mail. */
  readonly preface: string;
}

/** Bytes as text in which each character is one byte, so that nothing of them is lost. */
const asText = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return parts.join('');
};
const asBytes = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0));

/** Reads a unified diff, as `git diff`, `git format-patch`, `diff -ru` and `hg diff` write it. */
export function readPatch(bytes: Uint8Array): Result<Patch> {
  const text = asText(bytes);
  let parsed: readonly StructuredPatch[];
  try {
    parsed = parsePatch(text);
  } catch (error) {
    return fail(`the patch cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const binary = binaryFiles(text);
  const files = parsed.flatMap(one => describe(one, binary) ?? []);
  if (files.length === 0 && text.trim() !== '') return fail('there is no unified diff in the patch');
  return ok({ files, preface: decodeUtf8(asBytes(prefaceOf(text))) ?? '' });
}

function describe(structured: StructuredPatch, binary: ReadonlySet<string>): FilePatch | undefined {
  const [from, to] = namesOf(structured);
  const name = to ?? from;
  if (name === undefined) return undefined;
  const { isBinary, newMode, oldMode, hunks } = structured;
  const mode = newMode ?? oldMode;
  const closed =
    isBinary || binary.has(name)
      ? 'its patch is binary'
      : mode === '120000'
        ? 'it is a symbolic link'
        : mode === '160000'
          ? 'it is a submodule'
          : undefined;
  const isExecutable = newMode === undefined ? undefined : newMode === '100755';
  const isNothing = hunks.length === 0 && from === to && newMode === undefined && closed === undefined;
  return isNothing ? undefined : { from, to, isExecutable, closed, structured };
}

/** Without the `a/` and `b/` of git; `/dev/null` is no file. */
function namesOf(patch: StructuredPatch): readonly [string | undefined, string | undefined] {
  const [from, to] = [patch.oldFileName, patch.newFileName].map(plainName);
  const isPrefixed = [from, to].every(
    (name, i) => !name || name === NONE || name.startsWith(i === 0 ? 'a/' : 'b/'),
  );
  const [old, now] = [from, to].map(name =>
    !name || name === NONE ? undefined : isPrefixed ? name.slice(2) : name.replace(/^\.\//u, ''),
  );
  return [patch.isCreate ? undefined : old, patch.isDelete ? undefined : now];
}

const NONE = '/dev/null';

/** Names are bytes as the rest; one in quotes was read already. */
function plainName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const [path = ''] = name.split('\t', 1);
  const isBytes = [...path].every(character => character.charCodeAt(0) < 256);
  return (isBytes ? decodeUtf8(asBytes(path)) : undefined) ?? path;
}

/** Files whose part of the patch is in git's own binary form. */
function binaryFiles(text: string): ReadonlySet<string> {
  if (!text.includes('\nGIT binary patch\n')) return new Set();
  const parts = text.split('\ndiff --git ').filter(part => part.includes('\nGIT binary patch\n'));
  const heads = parts.map(part => `diff --git ${part.slice(0, part.indexOf('\nGIT binary patch\n'))}\n`);
  return new Set(
    heads.flatMap(head => parsePatch(head).flatMap(one => namesOf(one).filter(name => name !== undefined))),
  );
}

function prefaceOf(text: string): string {
  const ends = ['diff --git ', '--- ', 'Index: '].flatMap(start =>
    text.startsWith(start) ? [0] : text.includes(`\n${start}`) ? [text.indexOf(`\n${start}`)] : [],
  );
  return ends.length === 0 ? '' : text.slice(0, Math.min(...ends));
}

/** Files with their contents, before and after; `undefined` is no file. */
export interface AppliedFile {
  readonly path: string;
  readonly from: string | undefined;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * What the patch makes of the files as they are; or what they were before, when they have it already. The error says
 * which file does not fit.
 */
export function applyToFiles(
  { files }: Patch,
  now: ReadonlyMap<string, Uint8Array | undefined>,
): Result<{ readonly applied: readonly AppliedFile[]; readonly isDone: boolean }> {
  const open = files.filter(({ closed }) => closed === undefined);
  const forward = applyAll(open, now);
  if (forward.ok) return ok({ applied: forward.value, isDone: false });
  const reversed = open.toReversed().map(
    (one): FilePatch => ({
      ...one,
      from: one.to,
      to: one.from,
      structured: reversePatch(one.structured),
    }),
  );
  const backward = applyAll(reversed, now);
  if (!backward.ok)
    return fail(
      `the patch does not fit ${forward.error} as it is here; check out the commit that it was made for`,
    );
  const applied = backward.value.map(({ path, from, before, after }) => ({
    path: from ?? path,
    from: from === undefined ? undefined : path,
    before: after,
    after: before,
  }));
  return ok({ applied, isDone: true });
}

/** One after the other: a series of patches may change a file more than once. The error is the file that does not fit. */
function applyAll(
  files: readonly FilePatch[],
  now: ReadonlyMap<string, Uint8Array | undefined>,
): Result<readonly AppliedFile[]> {
  const state = new Map(now);
  const moved = new Map<string, string>();
  const touched = new Set<string>();
  for (const { from, to, structured } of files) {
    const source = from === undefined ? undefined : state.get(from);
    const name = to ?? from ?? '';
    if ((from === undefined) === (source !== undefined)) return fail(from ?? name);
    if (from === undefined && to !== undefined && state.get(to) !== undefined) return fail(to);
    const text = applyPatch(source === undefined ? '' : asText(source), structured, {
      autoConvertLineEndings: false,
    });
    if (text === false) return fail(name);
    if (to === undefined && text !== '') return fail(name);
    for (const path of [from, to]) if (path !== undefined) touched.add(path);
    if (from !== undefined && from !== to && structured.isCopy !== true) {
      state.set(from, undefined);
      if (to !== undefined) moved.set(to, moved.get(from) ?? from);
    }
    if (to !== undefined) state.set(to, asBytes(text));
  }
  const sources = new Set(moved.values());
  return ok(
    [...touched].flatMap((path): AppliedFile[] => {
      const from = moved.get(path);
      // It is told with the file that it became.
      if (from === undefined && sources.has(path) && state.get(path) === undefined) return [];
      return [{ path, from, before: now.get(from ?? path), after: state.get(path) }];
    }),
  );
}
