import { matchesText } from '../../kernel/wildcards.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { rootOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';

/** Names that many files have, and that programs look for as such. */
const COMMON = /^(?:__init__|__main__|app|wsgi|asgi|main|manage|setup|conftest)\.py$/;
/** What takes the path of a file and gives its text. */
export const OPENING: ReadonlySet<string> = new Set(['open', 'getline', 'getlines', 'run_path', 'read_file']);
/** What reads a file. */
export const READ: ReadonlySet<string> = new Set(['open', 'read_text', 'read_bytes']);

/** What tells how long a file is. */
const SIZES = ['getsize', 'st_size'];

/** A text such as `"pkg/m.py"` or `"*.py"` where files are read. */
export function namingFile(
  file: PythonFile,
  names: readonly string[],
  folders: ReadonlySet<string>,
): number | undefined {
  const isReading = [...READ, ...SIZES, 'get_data'].some(each => file.mentions(each));
  if (!isReading || !['*.', ...names].some(each => file.mentions(each))) return undefined;
  const isListing = [...LISTING, 'glob', 'fnmatch'].some(each => file.mentions(each));
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = contentOf(tokens.text(i));
    const last = text.slice(text.lastIndexOf('/') + 1);
    const isIt =
      names.includes(last) && (last !== text || !COMMON.test(last) || isInNamedFolder(tokens, i, folders));
    const isFitting = /\*\.|\.\w*\*/.test(last) && names.some(name => matchesText(name, last));
    // `"*." + ending`, `f"*.{ending}"`; where no files are listed, `host.startswith("*.")` names none.
    const isAsked = !isListing && tokens.text(i - 2) === 'startswith';
    const isBegun = /^\*\.(?:$|\{)/.test(last) && !isAsked;
    if (isFitting || isBegun || isIt) return tokens.start(i);
  }
  return undefined;
}

/** `ROOT / "pkg" / "__init__.py"`, `join(here, "pkg", "__init__.py")`, `open(join(package, "__init__.py"))` */
function isInNamedFolder(tokens: PythonFile['tokens'], at: number, folders: ReadonlySet<string>): boolean {
  const isBehind = tokens.op(at - 1) === op.COMMA || tokens.op(at - 1) === op.SLASH;
  if (!isBehind) return false;
  if (tokens.kind(at - 2) === STRING) return folders.has(contentOf(tokens.text(at - 2)));
  // Whether it is there many ask for; who opens it reads it.
  if (tokens.op(at - 3) !== op.PAREN_OPEN || tokens.text(at - 4) !== 'join') return false;
  const from = rootOf(tokens, at - 4);
  return tokens.op(from - 1) === op.PAREN_OPEN && OPENING.has(tokens.text(from - 2));
}

/** Functions that list what is in a folder. */
const LISTING = ['glob(', 'iterdir', 'walk(', 'listdir', 'scandir'];
/** What takes the name of a folder to list it, or to go on from there. */
const TAKING: ReadonlySet<string> = new Set(
  'Path PurePath glob rglob iglob walk listdir scandir join'.split(' '),
);

/** A folder of a changed file, in a module that lists folders and reads files: `os.walk("src/pkg")`. */
export function goingThrough(file: PythonFile, folders: ReadonlySet<string>): number | undefined {
  const isListing =
    LISTING.some(each => file.mentions(each)) && [...READ, ...SIZES].some(each => file.mentions(each));
  if (!isListing) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    // `name.endswith(".py")`, `path.suffix == ".py"`
    if (contentOf(tokens.text(i)) === '.py') return tokens.start(i);
    if (!isTaken(tokens, i)) continue;
    const names = contentOf(tokens.text(i)).split('/');
    const isFolder = (name: string) => !/^(?:|\.|\*+)$/.test(name);
    if (folders.has(names.filter(isFolder).join('/'))) return tokens.start(i);
  }
  return undefined;
}

/** An argument of such a function, or behind the `/` of a path. */
function isTaken(tokens: PythonFile['tokens'], at: number): boolean {
  if (tokens.op(at - 1) === op.SLASH) return true;
  let open = at - 1;
  while (tokens.op(open) === op.COMMA || tokens.kind(open) === STRING || tokens.isName(open)) open--;
  return tokens.op(open) === op.PAREN_OPEN && TAKING.has(tokens.text(open - 1));
}

/** The folders around a file, as a program says them from any of them: `src`, `src/pkg`, `pkg`. */
export function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.flatMap((_, from) =>
    names.slice(from).map((__, i) => names.slice(from, from + i + 1).join('/')),
  );
}
