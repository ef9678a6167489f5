import { matchesText } from '../../kernel/wildcards.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { rootOf } from '../code/dotted-names.ts';
import { closureOf } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isNear } from './import-closure.ts';
import type { Obstacle } from './obstacle.ts';

/** Words by which a program asks for the text of its own code, or for the line that something stands on. */
const READING: ReadonlySet<string> = new Set(
  (
    'getsource getsourcelines getsourcefile getcomments findsource getblock linecache getframeinfo ' +
    'extract_stack extract_tb f_lineno tb_lineno co_firstlineno co_lines co_positions co_lnotab co_linetable'
  ).split(' '),
);
/** Those that read lines of code only where frames are asked for. */
const OF_FRAMES = ['inspect', 'traceback'];
/** What takes the path of a file and gives its text. */
const OPENING: ReadonlySet<string> = new Set(['open', 'getline', 'getlines', 'run_path', 'read_file']);
/** Of templates it is another one. */
const OF_LOADERS = ['__loader__', '__spec__', 'find_spec', 'get_loader', 'zipimport'];
/** Names that many files have, and that programs look for as such. */
const COMMON = /^(?:__init__|__main__|app|wsgi|asgi|main|manage|setup|conftest)\.py$/;
/** Packages that show comments as help, or run the code in them. */
const READING_COMMENTS = /^(?:tyro|simple_parsing|tap|pyrallis|draccus|jsonargparse|icecream|cogapp)$/;
const READ: ReadonlySet<string> = new Set(['open', 'read_text', 'read_bytes']);

/**
 * Where a changed module, or one that imports it or that it imports, reads what a comment or a line more changes, and
 * where any module opens a file of its name. What it does with that is not looked at.
 */
export async function findSourceReader(versions: TwoVersions): Promise<Obstacle | undefined> {
  const paths = versions.changedPaths;
  const names = [...paths].map(path => path.slice(path.lastIndexOf('/') + 1));
  const folders = new Set([...paths].flatMap(foldersOf));
  const imported = new Set(
    versions.changed.flatMap(({ after }) =>
      after === undefined ? [] : [...closureOf(after.module, versions.after)],
    ),
  );
  for (const version of [versions.before, versions.after])
    for (const module of version.snapshot.modules.values()) {
      if (version.side === 'before' && !paths.has(module.path)) continue;
      const isAround = isNear(module, version, paths) || imported.has(module.path);
      const file = await versions.open(module, version.side);
      const reader = isAround ? module.index.imports.find(importsReader) : undefined;
      if (reader !== undefined || (isAround && file?.mentions('[[[cog') === true))
        return {
          reason: `${module.path} has comments read`,
          place: { file: module.path, line: reader?.line ?? 1, side: version.side },
        };
      const mayRead =
        isAround || file?.mentions('getsource') === true || file?.mentions('findsource') === true;
      const start =
        file &&
        ((mayRead ? readingAt(file) : undefined) ??
          namingFile(file, names, folders) ??
          goingThrough(file, folders));
      if (file !== undefined && start !== undefined)
        return {
          reason: `${module.path} reads source text or line numbers`,
          place: placeIn(file, start, version.side),
        };
    }
  return undefined;
}

const importsReader = ({ kind, module, names }: Import): boolean =>
  (kind === 'from' ? [module] : names.map(({ name }) => name)).some(name =>
    READING_COMMENTS.test(name.split('.')[0] ?? ''),
  );

function readingAt(file: PythonFile): number | undefined {
  const isMentioned = [...READING, 'get_source', '__file__', '__spec__', 'argv', 'lineno', 'stack'].some(
    each => file.mentions(each),
  );
  const asksFrames = OF_FRAMES.some(each => file.mentions(each));
  const { tokens } = file;
  for (let i = 0; isMentioned && i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    const text = tokens.text(i);
    // `inspect.stack()[1][2]`
    if (text === 'stack' && tokens.op(i + 1) === op.PAREN_OPEN && file.mentions('inspect'))
      return tokens.start(i);
    if (text === 'get_source' && OF_LOADERS.some(each => file.mentions(each))) return tokens.start(i);
    if (READING.has(text) || (text === 'lineno' && asksFrames)) return tokens.start(i);
    if (text === '__spec__' && tokens.text(i + 2) === 'origin') return tokens.start(i);
    if (text === 'argv' && tokens.text(i + 2) === '0' && OPENING.has(tokens.text(i - 4)))
      return tokens.start(i);
    if (text === '__file__' && isRead(tokens, i)) return tokens.start(i);
  }
  return undefined;
}

/** A text such as `"pkg/m.py"` or `"*.py"` where files are read. */
function namingFile(
  file: PythonFile,
  names: readonly string[],
  folders: ReadonlySet<string>,
): number | undefined {
  const isReading = ['open', 'read_text', 'read_bytes', 'getsize', 'st_size', 'get_data'].some(each =>
    file.mentions(each),
  );
  if (!isReading || !['*.', ...names].some(each => file.mentions(each))) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = contentOf(tokens.text(i));
    const last = text.slice(text.lastIndexOf('/') + 1);
    const isIt =
      names.includes(last) && (last !== text || !COMMON.test(last) || isInNamedFolder(tokens, i, folders));
    const isFitting = /\*\.|\.\w*\*/.test(last) && names.some(name => matchesText(name, last));
    if (isFitting || last === '*.' || isIt) return tokens.start(i);
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
function goingThrough(file: PythonFile, folders: ReadonlySet<string>): number | undefined {
  const isListing = LISTING.some(each => file.mentions(each)) && [...READ].some(each => file.mentions(each));
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
function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.flatMap((_, from) =>
    names.slice(from).map((__, i) => names.slice(from, from + i + 1).join('/')),
  );
}

/** `open(__file__)`, `Path(m.__file__).read_text()` */
function isRead(tokens: PythonFile['tokens'], at: number): boolean {
  const from = rootOf(tokens, at);
  if (tokens.op(from - 1) !== op.PAREN_OPEN) return false;
  const isAsked = tokens.op(at + 1) === op.PAREN_CLOSE && tokens.op(at + 2) === op.DOT;
  return OPENING.has(tokens.text(from - 2)) || (isAsked && READ.has(tokens.text(at + 3)));
}
