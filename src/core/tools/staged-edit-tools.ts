import type { AtomicReplaceArgs, AtomicReplaceFailure, MoveTextArgs } from '../../generated/contracts.ts';
import { canonicalPath } from '../changes/path-policy.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import type { Staging } from '../gate/staging.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { move, moveFailure } from '../text/move.ts';
import { previewOf } from '../text/preview.ts';
import { replace, replaceFailure } from '../text/replace.ts';
import { introducedElisions } from '../verification/elision.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/**
 * `atomic_replace` and `move_text` of agents, over the run's staging: the same engine, texts and line numbers as in a
 * work order, on the file as earlier calls left it.
 */
export const stagedEditTools = (staging: Staging): readonly Tool[] => [
  tool('atomic_replace', 'write', args => replaceStaged(staging, args)),
  tool('move_text', 'write', args => moveStaged(staging, args)),
];

async function replaceStaged(staging: Staging, { file_path: path, replacements }: AtomicReplaceArgs) {
  const before = await readExisting(staging, path);
  if (!before.ok) return replaceFailure(path, [before.error]);
  // What is replaced must be named, so an answer would say whether a guess at a secret was right.
  const hidden = await staging.reasonNotToShow(path);
  if (hidden !== undefined) return replaceFailure(path, [hidden]);
  const outcome = replace(path, before.value, replacements, 'agent');
  if (!outcome.ok) return withAdviceToRead(outcome.response, staging, path, before.value);
  const marker = whyLeftOut(path, before.value, outcome.bytes);
  if (marker !== undefined) return replaceFailure(path, [marker]);
  const staged = await putAll(staging, [{ path, before: before.value, bytes: outcome.bytes }]);
  return staged.ok ? outcome.response : replaceFailure(path, [staged.error]);
}

/** The same is refused of a work order, and of `write_file`, where the agent can say that it is meant. */
function whyLeftOut(path: string, before: Uint8Array, after: Uint8Array): string | undefined {
  const [old, now] = [decodeUtf8(before), decodeUtf8(after)];
  const [found] = now === undefined ? [] : introducedElisions(path, old, now);
  return (
    found &&
    `"${previewOf(found.line.trim(), 60)}" stands for left-out text, which would be lost; write the code in full, or ` +
      'replace a smaller piece; if the line itself is meant, write the file with write_file and markers_are_meant'
  );
}

/** What an agent wants to replace in a file that it was shown nothing of is a guess. */
function withAdviceToRead(
  failure: AtomicReplaceFailure,
  staging: Staging,
  path: string,
  bytes: Uint8Array,
): AtomicReplaceFailure {
  if (staging.shownOf(path, bytes).length > 0) return failure;
  const advice = `you have not read ${path} as it is now: read it with read_file, and copy old_string from what it shows`;
  return { ...failure, validation_errors: [...(failure.validation_errors ?? []), advice] };
}

async function moveStaged(staging: Staging, args: MoveTextArgs) {
  const { file_path: path, target_file: target = path } = args;
  const [source, destination] = [await readExisting(staging, path), await readExisting(staging, target)];
  if (!source.ok) return moveFailure(path, source.error);
  if (!destination.ok) return moveFailure(target, destination.error);
  const hidden =
    canonicalPath(path) === canonicalPath(target) || looksSecret(target)
      ? undefined
      : await staging.reasonNotToShow(path);
  if (hidden !== undefined) return moveFailure(path, hidden);
  const outcome = move(
    { path: canonicalPath(path), bytes: source.value },
    { path: canonicalPath(target), bytes: destination.value },
    args,
  );
  if (!outcome.ok) return outcome.response;
  const edits = outcome.files.map(file => ({
    path: file.path,
    before: file.path === canonicalPath(path) ? source.value : destination.value,
    bytes: file.bytes,
  }));
  const staged = await putAll(staging, edits);
  return staged.ok ? outcome.response : moveFailure(path, staged.error);
}

interface Edit {
  readonly path: string;
  readonly before: Uint8Array;
  readonly bytes: Uint8Array;
}

async function putAll(staging: Staging, edits: readonly Edit[]): Promise<Result<unknown>> {
  const known = edits.filter(({ path, before }) => isWhollyShown(staging, path, before));
  const staged = await staging.change(edits);
  if (!staged.ok) return staged;
  // Whoever knew all of a file knows all of it after a change of its own.
  for (const { path, bytes } of known)
    staging.noteShown(path, bytes, { from: 0, to: decodeUtf8(bytes)?.length ?? 0 });
  return staged;
}

function isWhollyShown(staging: Staging, path: string, bytes: Uint8Array): boolean {
  const [range, ...more] = staging.shownOf(path, bytes);
  const length = decodeUtf8(bytes)?.length ?? 0;
  return range !== undefined && more.length === 0 && range.from === 0 && range.to >= length;
}

async function readExisting(staging: Staging, path: string): Promise<Result<Uint8Array>> {
  const read = await staging.read(path);
  if (!read.ok) return read;
  if (read.value === undefined)
    return fail(`${path} does not exist; list_files shows what does, and write_file makes a new file`);
  return ok(read.value);
}
