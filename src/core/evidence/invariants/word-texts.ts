import { INDENT, NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { readComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import type { Other } from './same-word.ts';
import type { Home } from './word-places.ts';
import { offersHomes } from './word-places.ts';

/** Where a text or a comment has the word and may mean something else by it. */
export function otherTextIn(
  name: string,
  file: PythonFile,
  lines: ReadonlySet<number>,
  home: Home | undefined,
  version: WorkspaceVersion,
): Other | undefined {
  const { tokens } = file;
  const isMeant = (text: string, isOfIt: boolean) => isMention(text, name, home, isOfIt);
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const [start, end] = [tokens.start(i), tokens.end(i)];
    const text = file.copy(start, end);
    if (!hasWord(text, name) || !touches(file, start, end, lines)) continue;
    const isKnown =
      /^[ruRU]?["']/.test(text) && isDocstring(file, i)
        ? !text.includes(`\\${name}`) && isMeant(text, false)
        : isOffered(file, name, text, start, home, version);
    if (!isKnown) return { file, start, what: 'a part of a text' };
  }
  for (const { text, start } of readComments(file)) {
    if (!hasWord(text, name) || !lines.has(file.lineOf(start))) continue;
    if (FOR_TOOLS.test(text) || !isMeant(text, isAbove(file, start, name)))
      return { file, start, what: 'a word of a comment' };
  }
  return undefined;
}

/** `# type: …`, `# pragma: …`, `#!…`, `#SBATCH …`, `# MAGIC …` */
const FOR_TOOLS =
  /^#[^\s#]|#\s*(?!(?:TODO|FIXME|NOTE|XXX)\b)(?:[\w-]+\s*[:=]|[A-Z]{4,}\b|noqa\b|nosec\b|\/\/\/|%)/;

const hasWord = (text: string, name: string): boolean =>
  text.includes(name) && text.split(WORDS).includes(name);
const WORDS = /[^\p{L}\p{N}_]+/u;

/** Whether each of these words is the name, and no word of the language, of an address or of a list of parameters. */
function isMention(text: string, name: string, home: Home | undefined, isOfIt: boolean): boolean {
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
    const isMember = before.endsWith('.');
    if (isMember && !isOwner(before, home)) return false;
    const isParameter =
      /^\s*(?:\([^)]*\))?\s*:(?!:)/.test(after) || /(?:param|parameter|arg|type|keyword) $/.test(before);
    if (isParameter) return false;
    const left = isMember ? before.replace(/[\w.]+$/, '') : before;
    if (left.endsWith('`')) return /^(?:\(|\.\w|`)/.test(after);
    if (/[-/\\@$#:=%&?~'"<>+*]$/.test(left) || /^(?:[-/\\@:=%&'"<>+*]|\.[\w/])/.test(after)) return false;
    if (/^\((?!s\))/.test(after)) return true;
    return (
      isCode || (isOfIt && left.trim() === '#' && /^ (?:is|was|has|does|returns|takes|gives) /.test(after))
    );
  });
}
const PIECES = /([\p{L}\p{N}_]+)/u;

/** `m.name`, where `m` is the module, or the class. */
function isOwner(before: string, home: Home | undefined): boolean {
  const said = /[\w.]*$/.exec(before)?.[0].replace(/\.$/, '') ?? '';
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
