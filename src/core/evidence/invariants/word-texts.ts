import { INDENT, NAME, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { readComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { type Home, offersHomes } from './home-of-name.ts';
import type { Other } from './word-places.ts';

/** Where a text or a comment has the word and may mean something else by it. */
export function otherTextIn(
  name: string,
  file: PythonFile,
  lines: ReadonlySet<number>,
  home: Home | undefined,
  version: WorkspaceVersion,
): Other | undefined {
  const { tokens } = file;
  const isParsed = DOCSTRING_READERS.some(each => file.mentions(each));
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind !== STRING && kind !== NUMBER) continue;
    const [start, end] = [tokens.start(i), tokens.end(i)];
    const text = file.copy(start, end);
    if (!hasWord(text, name) || !touches(file, start, end, lines)) continue;
    // `1.e5`
    if (kind === NUMBER) return { file, start, what: 'a part of a number' };
    const isKnown =
      /^[ruRU]?["']/.test(text) && isDocstring(file, i)
        ? !isParsed &&
          !text.includes(`\\${name}`) &&
          isMention(text, name, home, {
            isParameter: home === undefined && isInItsFunction(file, name, start),
          })
        : isOffered(file, name, text, start, home, version);
    if (!isKnown) return { file, start, what: 'a part of a text' };
  }
  for (const { text, start } of readComments(file)) {
    if (!hasWord(text, name) || !lines.has(file.lineOf(start))) continue;
    if (FOR_TOOLS.test(text) || !isMention(text, name, home, { isAbove: isAbove(file, start, name) }))
      return { file, start, what: 'a word of a comment' };
  }
  return undefined;
}

/** Where a file asks for docstrings, one may say how a program is called. */
const DOCSTRING_READERS = ['__doc__', 'docopt'];

/** `# type: …`, `# pragma: …`, `#!…`, `#SBATCH …`, `# MAGIC …` */
const FOR_TOOLS =
  /^#[^\s#]|#\s*(?!(?:TODO|FIXME|NOTE|XXX)\b)(?:[\w-]+\s*[:=]|[A-Z]{4,}\b|noqa\b|nosec\b|\/\/\/|%)/;

const hasWord = (text: string, name: string): boolean =>
  text.includes(name) && text.split(WORDS).includes(name);
const WORDS = /[^\p{L}\p{N}_]+/u;

/** Whether each of these words is the name, and no word of the language, of an address or of a list of parameters. */
function isMention(
  text: string,
  name: string,
  home: Home | undefined,
  how: { readonly isAbove?: boolean; readonly isParameter?: boolean },
): boolean {
  const pieces = text.split(PIECES);
  const isCode = /[_\d]|[a-z][A-Z]/.test(name);
  return pieces.every((piece, i) => {
    if (piece !== name) return true;
    const before = pieces
      .slice(Math.max(0, i - 12), i)
      .join('')
      .slice(-80);
    const after = pieces
      .slice(i + 1, i + 4)
      .join('')
      .slice(0, 80);
    const dotted = before.split(UNDOTTED).at(-1) ?? '';
    const isMember = dotted.endsWith('.');
    if (isMember && !isOwner(dotted.slice(0, -1), home)) return false;
    // `f: what it is`, `f (int): what it is`, `:param f:`
    const isListed =
      /^\s*:(?!:)|^ ?\([^)]*\) ?:(?!:)/.test(after) || /(?:param|parameter|arg|type|keyword) $/.test(before);
    if (isListed) return how.isParameter === true;
    const left = isMember ? before.slice(0, -dotted.length) : before;
    if (left.endsWith('`')) return /^(?:\(|\.\w|`)/.test(after);
    if (/[-/\\@$#:=%&?~'"<>+*]$/.test(left) || /^(?:[-/\\@:=%&'"<>+*]|\.[\w/])/.test(after)) return false;
    if (/^\((?!s\))/.test(after)) return true;
    return (
      isCode ||
      (how.isAbove === true &&
        left.trim() === '#' &&
        /^ (?:is|was|has|does|returns|takes|gives) /.test(after))
    );
  });
}
const UNDOTTED = /[^\p{L}\p{M}\p{N}_.]/u;
const PIECES = /([\p{L}\p{N}_]+)/u;

/** `m.name`, where `m` is the module, or the class. */
function isOwner(said: string, home: Home | undefined): boolean {
  const path = `${home?.path.replace(/(?:\/__init__)?\.pyi?$/, '')}/${home?.around}`;
  const whole = path.replace(/\/$/, '').replaceAll('/', '.');
  return home !== undefined && home.kind !== 'function' && `.${whole}`.endsWith(`.${said}`);
}

/** The first statement of the module, or of a function or class. */
function isDocstring({ tokens, module }: PythonFile, at: number): boolean {
  if (tokens.kind(at + 1) >= NAME) return false;
  let first = at;
  while (first > 0 && tokens.kind(first - 1) < NAME) first--;
  if (first === 0) return true;
  const head = tokens.start(first - 1);
  return (
    tokens.kind(at - 1) === INDENT &&
    module.index.definitions.some(
      ({ kind, body, end }) =>
        KINDS.has(kind) &&
        head < body &&
        body <= tokens.start(at) &&
        tokens.start(at) < end &&
        head >= body - 2,
    )
  );
}

const KINDS: ReadonlySet<string> = new Set(['function', 'method', 'property', 'class']);

/** In the only function that has the name, which is a parameter or a local one. */
function isInItsFunction(file: PythonFile, name: string, start: number): boolean {
  const [first = -1] = placesOf(file, name);
  const at = file.tokens.start(first);
  return file.module.index.definitions.some(
    ({ kind, head, end }) =>
      kind !== 'class' && KINDS.has(kind) && head <= Math.min(at, start) && Math.max(at, start) < end,
  );
}

/** The comment stands right above the definition. */
const isAbove = (file: PythonFile, start: number, name: string): boolean =>
  file.module.index.definitions.some(each => each.name === name && each.firstLine === file.lineOf(start) + 1);

function touches(file: PythonFile, start: number, end: number, lines: ReadonlySet<number>): boolean {
  const last = file.lineOf(end - 1);
  for (let line = file.lineOf(start); line <= last; line++) if (lines.has(line)) return true;
  return false;
}

/** In the `__all__` of a module that has the name from where it is defined. */
function isOffered(
  { module }: PythonFile,
  name: string,
  text: string,
  start: number,
  home: Home | undefined,
  version: WorkspaceVersion,
): boolean {
  const { definitions, exports } = module.index;
  return (
    home?.kind === 'module' &&
    text.slice(1, -1) === name &&
    exports?.isComplete === true &&
    definitions.some(
      each => each.name === '__all__' && each.parent === -1 && each.start <= start && start < each.end,
    ) &&
    offersHomes(module, name, home, version)
  );
}
