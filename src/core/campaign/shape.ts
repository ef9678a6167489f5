import { diffArrays } from 'diff';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';

/** More tokens than that on one side of a place are not compared: the whole place is the edit. */
const MOST_TOKENS = 4000;
const TOKEN = /[\p{L}\p{N}_]+|[^\s]/gu;

/** A diff without what differs from place to place: each distinct edit, `old tokens → new tokens`, sorted. */
export function editsOf(patch: string): readonly string[] {
  const edits = new Set<string>();
  for (const file of patch.split(/^(?=diff --git )/m)) {
    const [head = '', ...hunks] = file.split(/^(?=@@ )/m);
    // Such a file is nothing that repeats, so its name and hashes count.
    if (/^(?:GIT binary patch|Binary files )/m.test(head)) edits.add(head);
    for (const kind of head.match(/^(?:new file|deleted file|old|new) mode .*$/gm) ?? []) edits.add(kind);
    for (const hunk of hunks) for (const edit of editsOfHunk(hunk)) edits.add(edit);
  }
  return [...edits].sort();
}

/** Results with equal edits are reviewed together, wherever and however often these were made. */
export const shapeOf = (patch: string, sha256: Sha256): string =>
  sha256(encodeUtf8(editsOf(patch).join('\n')));

function editsOfHunk(hunk: string): readonly string[] {
  const found: string[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    found.push(...editsOfPlace(removed.join('\n'), added.join('\n')));
    [removed, added] = [[], []];
  };
  for (const line of hunk.split('\n').slice(1)) {
    if (line.startsWith('-')) {
      if (added.length > 0) close();
      removed.push(line.slice(1));
    } else if (line.startsWith('+')) added.push(line.slice(1));
    else if (line.startsWith('\\')) found.push(line);
    else close();
  }
  close();
  return found;
}

function editsOfPlace(removed: string, added: string): readonly string[] {
  if (removed === '' && added === '') return [];
  const [before, after] = [removed.match(TOKEN) ?? [], added.match(TOKEN) ?? []];
  if (before.length > MOST_TOKENS || after.length > MOST_TOKENS) return [`${removed} → ${added}`];
  const edits: string[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const close = () => {
    if (gone.length + come.length > 0) edits.push(`${gone.join(' ')} → ${come.join(' ')}`);
    [gone, come] = [[], []];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) gone.push(...part.value);
    else if (part.added) come.push(...part.value);
    else close();
  }
  close();
  // Only spaces and line ends differ: that is an edit, too.
  return edits.length > 0 ? edits : [`spaces: ${JSON.stringify(removed)} → ${JSON.stringify(added)}`];
}
