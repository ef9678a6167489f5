import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { ChangeSet } from '../../changes/change-set.ts';
import { hasEnding } from '../../kernel/file-endings.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Files } from '../../ports/files.ts';

/** Files that say which functions a program calls, and those in which templates and notebooks ask for names. */
const TEMPLATES = ['.html', '.htm', '.j2', '.jinja', '.jinja2', '.tmpl', '.tpl', '.mako', '.ipynb'];
const SETTINGS = [
  '.toml',
  '.cfg',
  '.ini',
  '.yml',
  '.yaml',
  '.json',
  '.pyx',
  '.pyw',
  '.ipy',
  '.pth',
  '.robot',
  '.Rmd',
  '.qmd',
  '.tf',
  'Snakefile',
  'SConstruct',
  'SConscript',
  // Programs and descriptions of screens that call Python by its names.
  ...['.wsgi', '.cgi', '.fcgi', '.tac', '.sage', '.spec', '.resource', '.kv', '.ui', '.qml', '.xml', '.zcml'],
  ...['.c', '.cc', '.cpp', '.rs', '.pxd', '.py.in', '.bzl', 'BUILD', '.cmd', '.fish'],
  'Jenkinsfile',
  'crontab',
  '.conf',
  '.service',
  '.sh',
  '.bash',
  '.bat',
  '.ps1',
  '.mk',
  '.env',
  'Makefile',
  'Dockerfile',
  'Containerfile',
  'Procfile',
  'justfile',
  'Justfile',
  'Pipfile',
  'meson.build',
  '.gitmodules',
];
/** What people read. Tools run the examples in it, and Sphinx imports what a directive names. */
const PROSE = ['.md', '.rst', '.txt'];
/** Lists of what is installed, and of what is started by its name. */
const NEEDS =
  /(?:^|[/_.-])(?:requirements|requires|reqs?|deps|dependencies|constraints)[^/]*\.(?:txt|in)$|(?:^|\/)(?:requirements\/|(?:entry_points|CMakeLists)\.txt$)/i;
const EXAMPLE = /^\s*(?:>>>|\.\.\.)|(?:\.\.|:::|```\{)[ \t]?auto/;
const EXAMPLES = ['>>>', 'auto'];
/** What else says what is installed: locks, recipes, packages of systems. */
const LISTS = [
  '.lock',
  '.in',
  '.pip',
  '.nix',
  '.bazel',
  '.bzl',
  'BUILD',
  'WORKSPACE',
  '.spec',
  'control',
  '.tf',
];
/** Lines in which people are told to install something. */
const TELLS_NEEDS =
  /\b(?:install|add|requires?|required|requirements?|depends?|dependenc(?:y|ies)|needs?)\b/i;
/** A text that is larger is data. */
const MOST_OF_PROSE = 256 * 1024;
const MOST_FILES = 3000;
/** Files without an ending that are looked into for how they begin. */
const MOST_BARE = 1000;
const RUN_BY_LINE = '#!';
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;
const WORD = /[\p{L}\p{N}_]+/gu;

interface Content {
  readonly text: string;
  /** In bytes. */
  readonly size: number;
}

interface Named {
  readonly reason: string;
  readonly place: EvidencePlace;
}

/** Templates, or also what programs read and run, or also all that people read, or what says what is installed. */
type Where = 'templates' | 'all' | 'with prose' | 'needs';

/** Where a file that is not Python names something, after the change. */
export interface OtherTexts {
  /** One of the words, in a text that has what is beside it as well. */
  find(words: ReadonlySet<string>, where: Where, beside?: string): Promise<Named | undefined>;
  /** The same of what is written in more than one way. */
  match(pattern: RegExp, where: Where): Promise<Named | undefined>;
  /** Files that end so, before the change. */
  pathsEnding(extensions: readonly string[]): Promise<readonly string[]>;
  /** The texts of all files of these names, after the change. */
  called(names: readonly string[]): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

export function readOtherTexts(
  files: Pick<Files, 'walk' | 'read'>,
  changes: ChangeSet,
  pause: () => Promise<void>,
): OtherTexts {
  const changed = new Map(changes.files.map(({ path, after }) => [path, after]));
  const pathsOf = async (where: Where): Promise<readonly string[]> => {
    const named = [...SETTINGS, ...TEMPLATES, ...PROSE, ...(where === 'needs' ? LISTS : [])];
    const extensions = where === 'templates' ? TEMPLATES : [...named, ''];
    const come = [...changed.keys()].filter(path => hasEnding(path, extensions));
    const found = [...new Set([...(await files.walk('.', { extensions })), ...come])];
    if (where === 'templates') return found;
    const wanted: string[] = [];
    let bare = 0;
    // Beyond so many all of them count as programs.
    for (const path of found)
      if (hasEnding(path, named) || bare++ >= MOST_BARE || (await isScript(path))) wanted.push(path);
    return wanted;
  };
  // Many questions go through the same files.
  const kept = new Map<string, Content | undefined>();
  let keptBytes = 0;
  const contentOf = async (path: string): Promise<Content | undefined> => {
    await pause();
    if (kept.has(path)) return kept.get(path);
    const bytes = changed.has(path) ? changed.get(path) : await bytesOf(files, path);
    const content = bytes && { text: decodeUtf8(bytes) ?? '', size: bytes.length };
    if (keptBytes < MOST_KEPT_BYTES) kept.set(path, content);
    keptBytes += content?.size ?? 0;
    return content;
  };
  /** Programs of which the first line says what runs them have no ending. */
  const isScript = async (path: string) => (await contentOf(path))?.text.startsWith(RUN_BY_LINE) === true;
  // Asked for each name that goes.
  const known = new Map<string, Promise<readonly string[]>>();
  const search = async (
    where: Where,
    look: (text: string) => Found | undefined,
  ): Promise<Named | undefined> => {
    // Of prose another part is read, of the same files.
    const listedAs = where === 'with prose' ? 'all' : where;
    const listed = known.get(listedAs) ?? pathsOf(listedAs);
    known.set(listedAs, listed);
    const paths = await listed;
    const tooMany = (path: string) => ({
      reason: 'there are more files that are not Python than are read',
      place: { file: path, line: 1, side: 'after' as const },
    });
    if (paths.length > MOST_FILES) return tooMany(paths[0] ?? '');
    let size = 0;
    for (const path of paths) {
      const content = await contentOf(path);
      const isProse = PROSE.some(end => path.endsWith(end)) && !NEEDS.test(path);
      if (content === undefined || (isProse && content.size > MOST_OF_PROSE)) continue;
      size += content.size;
      if (size > MOST_BYTES) return tooMany(path);
      const { text } = content;
      const found = look(isProse && where !== 'with prose' ? linesOf(text, where) : text);
      if (found !== undefined)
        return {
          reason: `${found.word} stands in ${path}`,
          place: { file: path, line: found.line, side: 'after' },
        };
    }
    return undefined;
  };
  return {
    find: (words, where, beside = '') =>
      search(where, text => (text.includes(beside) ? firstOf(words, text) : undefined)),
    match: (pattern, where) =>
      search(where, text => {
        const found = pattern.exec(text);
        return found === null ? undefined : { word: found[0], line: lineAt(text, found.index) };
      }),
    pathsEnding: extensions => files.walk('.', { extensions }),
    called: async names => {
      const all = new Set([...(await files.walk('.', { extensions: names })), ...changed.keys()]);
      const found: { path: string; text: string }[] = [];
      for (const path of all) {
        if (!names.includes(path.slice(path.lastIndexOf('/') + 1))) continue;
        const content = await contentOf(path);
        if (content !== undefined) found.push({ path, text: content.text });
      }
      return found;
    },
  };
}

/** Of prose the lines of examples and directives alone, or those about what is installed, each where it stood. */
function linesOf(text: string, where: Where): string {
  if (where !== 'needs' && !EXAMPLES.some(each => text.includes(each))) return '';
  const kept = where === 'needs' ? TELLS_NEEDS : EXAMPLE;
  return text
    .split('\n')
    .map(line => (kept.test(line) ? line : ''))
    .join('\n');
}

async function bytesOf(files: Pick<Files, 'read'>, path: string): Promise<Uint8Array | undefined> {
  const read = await files.read(path);
  return read.kind === 'file' ? read.file.bytes : undefined;
}

interface Found {
  readonly word: string;
  readonly line: number;
}

/** The line of a text in which something stands, from 1 on. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

function firstOf(words: ReadonlySet<string>, text: string): Found | undefined {
  if (![...words].some(word => text.includes(word))) return undefined;
  for (const { 0: word, index } of text.matchAll(WORD))
    if (words.has(word)) return { word, line: lineAt(text, index) };
  return undefined;
}
