import { importsBinding } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { boundNames } from '../facts/bound-names.ts';

const OF_TYPING =
  /(?<![\w.])(?:List|Dict|Tuple|Set|FrozenSet|Type|Text|Optional|Union|Any|NoReturn|Never)(?!\w)/g;

/** Whether a type is written with a name of `typing` that the file has from elsewhere: `class List(dict)`. */
export function hasOtherTyping(file: PythonFile, type: string): boolean {
  const names = type.match(OF_TYPING) ?? [];
  if (names.length === 0) return false;
  const bound = boundNames(file);
  return names.some(name => {
    const imported = importsBinding(file, name);
    const isOfTyping = imported.every(({ target }) => /^typing(?:_extensions)?\./.test(target));
    return !isOfTyping || (imported.length === 0 && bound.has(name));
  });
}
