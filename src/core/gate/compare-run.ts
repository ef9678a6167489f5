import type { ChangeSet } from '../changes/change-set.ts';
import type { ThreeVersions } from '../changes/three-versions.ts';
import type { Files } from '../ports/files.ts';
import { equalBytes } from '../text/host-bytes.ts';

/**
 * The files of an applied change that are not as it left them, in three versions: what is in the way of
 * taking it back. A file that must not be read now is left out; the reason is reported when it is written.
 */
export async function editedSince(applied: ChangeSet, files: Files): Promise<readonly ThreeVersions[]> {
  const versions = await Promise.all(
    applied.files.map(async ({ path, before, after }): Promise<readonly ThreeVersions[]> => {
      const now = await files.read(path);
      if (now.kind === 'refused') return [];
      const current = now.kind === 'file' ? now.file.bytes : undefined;
      return isSame(after, current) ? [] : [{ path, before, ours: after, current }];
    }),
  );
  return versions.flat();
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return equalBytes(one, other);
}
