import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { isTestFile } from '../code/test-files.ts';
import { isPython, type TwoVersions } from '../code/two-versions.ts';
import { cancel } from './left-of-both.ts';
import type { OpenTest } from './open-test.ts';

/** Code in a document that tools run as a test (Sybil, pytest-markdown-docs, Sphinx), and what tells them to skip it. */
const FENCE = /^\s*(?:```|~~~)[`~\s{]*(?:py|console|doctest|testcode|code)/i;
const FENCE_END = /^\s*(?:```|~~~)[`~\s]*$/;
const DIRECTIVE =
  /^\s*\.\.\s+(?:(?:invisible-)?code(?:-block)?|sourcecode|ipython|test\w+|doctest|literalinclude|jupyter-execute)::/;
const TELLING = /^\s*(?:<!--|\.\.|;|\[[^\]]{0,9}\]:\s*#).*(?:skip|test|run|exec|sybil|clear|group|continu)/i;

/** Documents of which a part that may be run is not as it was, and those that a test names. */
export async function findLostDocuments(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly OpenTest[]> {
  const others = files.filter(({ path, before }) => before !== undefined && !isPython(path));
  const found = others.flatMap(({ path, before, after }): readonly OpenTest[] => {
    const [old, now] = [before, after].map(bytes => partsOf((bytes && decodeUtf8(bytes)) ?? ''));
    const [gone, fresh] = cancel(old ?? [], now ?? [], part => part);
    if (gone.length === 0 && !fresh.some(part => TELLING.test(part))) return [];
    const reason = `code in ${path}, which may be run as a test, is not as it was`;
    return [{ reason, place: { file: path, line: 1, side: 'before' } }];
  });
  return found.length > 0 || others.length === 0 ? found : findNamed(versions, others);
}

/** A test that names a file may go through what it says. */
async function findNamed(
  { before, open }: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly OpenTest[]> {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  for (const module of before.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await open(module, 'before');
    const name = file && names.find(each => file.mentions(each));
    if (name !== undefined)
      return [
        { reason: `${module.path} names ${name}`, place: { file: module.path, line: 1, side: 'before' } },
      ];
  }
  return [];
}

/** Each block of code with its header, and each comment that says how blocks are run. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let isOpen: 'fence' | 'directive' | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (isOpen === 'fence' ? FENCE_END.test(line) : isOpen && /^\S/.test(line)) isOpen = undefined;
    else if (isOpen !== undefined) {
      if (line.trim() !== '') parts.push(`${parts.pop()}\n${line.trimEnd()}`);
      continue;
    }
    if (FENCE.test(line) || DIRECTIVE.test(line)) {
      isOpen = DIRECTIVE.test(line) ? 'directive' : 'fence';
      parts.push(line.trim());
    } else if (TELLING.test(line)) parts.push(line.trim());
  }
  return parts;
}
