import type { ChangeSet } from '../changes/change-set.ts';

/** Characters `[from, to)` of a text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What one agent was shown of the workspace, or wrote itself: what it never saw it must not overwrite.
 */
export class ShownFiles {
  /** By path, then by the SHA-256 of the content: the ranges that were shown, sorted, apart from each other. */
  readonly #ranges = new Map<string, Map<string, readonly TextRange[]>>();
  /** The content on disk that the agent saw last. */
  readonly #onDisk = new Map<string, string>();

  noteShown(path: string, sha256: string, range: TextRange, isOnDisk: boolean): void {
    const texts = this.#ranges.get(path) ?? new Map<string, readonly TextRange[]>();
    texts.set(sha256, joinRanges([...(texts.get(sha256) ?? []), range]));
    this.#ranges.set(path, texts);
    if (isOnDisk) this.#onDisk.set(path, sha256);
  }

  /** The ranges of this content that were shown; none when the agent never saw it. */
  shownOf(path: string, sha256: string): readonly TextRange[] {
    return this.#ranges.get(path)?.get(sha256) ?? [];
  }

  /** Whether the agent saw the file at all, with this content or another. */
  has(path: string): boolean {
    return this.#ranges.has(path);
  }

  /** The agent knows a file under its new name, too. */
  noteMoved(from: string, to: string): void {
    const texts = this.#ranges.get(from);
    if (texts) this.#ranges.set(to, new Map([...(this.#ranges.get(to) ?? []), ...texts]));
  }

  noteApplied(changes: ChangeSet): void {
    for (const { path, afterSha256 } of changes.files) {
      if (afterSha256 === undefined) this.#onDisk.delete(path);
      else this.#onDisk.set(path, afterSha256);
    }
  }

  /** Files of the change whose content on disk is no longer what the agent was shown. */
  staleIn(changes: ChangeSet): readonly string[] {
    return changes.files
      .filter(({ path, beforeSha256 }) => {
        const seen = this.#onDisk.get(path);
        return seen !== undefined && beforeSha256 !== undefined && beforeSha256 !== seen;
      })
      .map(f => f.path);
  }
}

function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || range.from > last.to) joined.push(range);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return joined;
}
