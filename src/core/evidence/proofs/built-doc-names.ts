import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';

/** By these a member is asked for by a text. */
const ASKING = ['getattr', 'attrgetter', '__getattribute__', '__dict__', 'vars(', 'getmembers'];
/** Beginnings and ends of `__doc__`, `__%s__` and `__{}__`, and what gives it when it is turned. */
const PIECE =
  /^\w*:(?:__(?:d|do|doc|doc_)?|(?:_?doc|oc|c)?__|__(?:%\w|\{\w*\})(?:__)?|(?:%\w|\{\w*\})__|__cod__|__DOC__)$/;
/** Without one of these there is none: most files have `"__main__"` alone, and their tokens are not read for it. */
const WRITTEN = /["'](?:(?!__\w+__["'])[%{}\w]*__["']|__(?!\w+__["']))|__(?:cod|doc|DOC)__/;

export const asksByText = (file: PythonFile): boolean => ASKING.some(each => file.mentions(each));

/**
 * A text from which the name of docstrings may be put together: `"__do" + "c__"`, `f"__{name}__"`. Texts side by side
 * are one text.
 */
export function pieceOfDocName(file: PythonFile): CodeToken | undefined {
  if (!WRITTEN.test(file.copy(0, file.source.length))) return undefined;
  return file.tokens.find(
    ({ kind, text }) => kind === STRING && (PIECE.test(text) || text.includes('__doc__')),
  );
}
