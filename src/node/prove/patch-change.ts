import { checkReadPath } from '../../core/changes/path-policy.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Files } from '../../core/ports/files.ts';
import { applyToFiles, type Patch, readPatch } from '../../core/prove/read-patch.ts';
import type { FoundPath, FoundSide } from './changed-files.ts';

export interface PatchedPaths {
  readonly found: readonly FoundPath[];
  readonly preface: string;
  /** The files have the patch already, so that they are what is after it. */
  readonly isDone: boolean;
}

/** What a unified diff changes of the files on the disk, whether they have it already or not. */
export async function patchedPaths(files: Files, bytes: Uint8Array): Promise<Result<PatchedPaths>> {
  const patch = readPatch(bytes);
  if (!patch.ok) return patch;
  const now = await readNamed(files, patch.value);
  if (!now.ok) return now;
  const applied = applyToFiles(patch.value, now.value);
  if (!applied.ok) return applied;
  const modes = new Map(patch.value.files.map(({ to, isExecutable }) => [to, isExecutable]));
  const found = applied.value.applied.map(({ path, from, before, after }): FoundPath => {
    const executable = modes.get(path);
    return {
      path,
      from,
      before: sideOf(before, executable === undefined ? undefined : !executable && before !== undefined),
      after: sideOf(after, executable),
    };
  });
  const closed = patch.value.files.flatMap(({ from, to, closed: missing }): FoundPath[] =>
    missing === undefined
      ? []
      : [
          {
            path: to ?? from ?? '',
            before: from === undefined ? { mode: 'none' } : { mode: 'file', missing },
            after: to === undefined ? { mode: 'none' } : { mode: 'file', missing },
          },
        ],
  );
  return ok({ found: [...found, ...closed], preface: patch.value.preface, isDone: applied.value.isDone });
}

function sideOf(bytes: Uint8Array | undefined, isExecutable: boolean | undefined): FoundSide {
  return bytes === undefined ? { mode: 'none' } : { mode: isExecutable ? 'executable' : 'file', bytes };
}

/** The files that the patch names; a name that leads out of the folder is an error. */
async function readNamed(
  files: Files,
  patch: Patch,
): Promise<Result<ReadonlyMap<string, Uint8Array | undefined>>> {
  const now = new Map<string, Uint8Array | undefined>();
  for (const path of patch.files.flatMap(({ from, to }) => [from, to])) {
    if (path === undefined || now.has(path)) continue;
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return fail(`the patch names ${path}: ${verdict.reason}`);
    const read = await files.read(path);
    if (read.kind === 'refused') return fail(`${path} cannot be read: ${read.reason}`);
    now.set(path, read.kind === 'file' ? read.file.bytes : undefined);
  }
  return ok(now);
}
