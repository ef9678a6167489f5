import { at } from '../../kernel/at.ts';
import { DamagedArchive, isText, parseOrNothing } from './index-text.ts';

/** A file as it was when its index was made. */
export interface FileVersion {
  /** Changes whenever the file's bytes do: size, times and the like. */
  readonly stamp: string;
  readonly sha256: string;
}

/** What an archive says of one file; its index is read from the text when it is asked for. */
export interface ArchivedFile extends FileVersion {
  readonly archived: string;
}

/** Raised whenever the meaning of an index changes, so that old archives are left unread. */
export const VERSION = 'python-index/3';

/** The lines of an archive: its version, then two for each file. */
export function* encodeArchive(
  files: Iterable<readonly [path: string, file: ArchivedFile]>,
): Generator<string> {
  yield VERSION;
  for (const [path, { stamp, sha256, archived }] of files) {
    yield JSON.stringify([path, stamp, sha256]);
    yield archived;
  }
}

/** `undefined` when the text is of another version, damaged or not an archive: then all files are read again. */
export function decodeArchive(text: string): ReadonlyMap<string, ArchivedFile> | undefined {
  const lines = text.split('\n');
  if (lines[0] !== VERSION || lines.length % 2 === 0) return undefined;
  return parseOrNothing(() => {
    const files = new Map<string, ArchivedFile>();
    for (let i = 1; i < lines.length; i += 2) {
      const head: unknown = JSON.parse(at(lines, i));
      if (!Array.isArray(head) || head.length !== 3 || !head.every(isText)) throw new DamagedArchive();
      const [path, stamp, sha256] = head as [string, string, string];
      files.set(path, { stamp, sha256, archived: at(lines, i + 1) });
    }
    return files;
  });
}
