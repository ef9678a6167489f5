/** Paths that a step in words may mean: whatever has a slash or an ending, without quotes and punctuation around it. */
export function pathsNamedIn(text: string): readonly string[] {
  const words = text.split(/[\s"'`“”‘’()[\]{}<>,;|]+/);
  const trimmed = words.map(word => withoutEnd(word, '.:!?…').replace(/^\.\//, ''));
  return [...new Set(trimmed.filter(isPathLike))];
}

/** The word without any of these marks behind it. */
export function withoutEnd(word: string, marks: string): string {
  let end = word.length;
  while (end > 0 && marks.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

const isInside = (path: string): boolean =>
  !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..');

const isPathLike = (word: string): boolean =>
  word.length <= 200 && isInside(word) && (/[^/]\/|[^./]{2}\.[a-z]\w*$/i.test(word) || word === '.');

/** Whether what is typed can be the path of a file that is to be created. */
export function canBeNewFile(typed: string, known: ReadonlySet<string>): boolean {
  if (typed.length > 200 || /\s/.test(typed) || known.has(typed) || !isInside(typed)) return false;
  const parts = typed.split('/');
  return parts.every(part => part !== '' && part !== '.') && /[^.]\.\w+$/.test(parts.at(-1) ?? '');
}

/** Every folder above these files, once, each with a slash behind it. */
export function foldersOf(files: readonly string[]): readonly string[] {
  const folders = files.flatMap(file => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
  });
  return [...new Set(folders)].sort();
}
