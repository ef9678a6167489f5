import type { EvidencePlace } from '../../../generated/contracts.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';
import { readComments } from '../code/comments.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { newChoice } from './chosen-packages.ts';
import type { Facts } from './facts.ts';
import { readTelling, SETTINGS_NAMING } from './telling-words.ts';
import { mayReach } from './told-units.ts';

const DYNAMIC_IMPORT = new Set(
  (
    'import_module __import__ importlib exec eval compile runpy run_module run_path find_spec load_module ' +
    'load_source spec_from_file_location entry_points iter_entry_points EntryPoint importorskip pkgutil resolve_name ' +
    'import_string subprocess system popen Popen locate __loader__ zipimport lazy_loader lazy_import LazyLoader ' +
    'builtins __builtins__ pkg_resources set_forkserver_preload loadTestsFromName loadTestsFromNames'
  ).split(' '),
);

/** Whether the file sets one of these, of which a part may come from other files. */
export const namesInSettings = ({ module }: PythonFile): boolean =>
  SETTINGS_FILE.test(module.path) ||
  module.index.definitions.some(({ name, parent }) => parent === -1 && SETTINGS_NAMING.test(name));

const MODULE_TEXT = /^[A-Za-z_]\w*(?:[.:][A-Za-z_]\w*)*$/;

/**
 * Where changed code may import what is not written as an import: a dynamic import that is new or stands in other
 * code, a text like the name of a module that is new where modules are named in texts, and the packages that a
 * script asks for in its first comments.
 */
export function newDynamicImports({ versions }: Facts): readonly EvidencePlace[] {
  return versions.changed.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    const now = dynamicLines(after);
    const known = new Set(before === undefined ? [] : dynamicLines(before).map(({ code }) => code));
    const fresh = now.find(({ code }) => !known.has(code));
    if (fresh !== undefined) return [placeIn(after, fresh.start, 'after')];
    const script = scriptOf(after);
    if (script.text !== '' && (before === undefined || script.text !== scriptOf(before).text))
      return [placeIn(after, script.start, 'after')];
    const start = newTextTold(before, after, now)?.start ?? newChoice(before, after)?.start;
    return start === undefined ? [] : [placeIn(after, start, 'after')];
  });
}

/** A new text like the name of a module that may come to what imports by texts. */
function newTextTold(
  before: PythonFile | undefined,
  after: PythonFile,
  lines: readonly { readonly start: number }[],
): CodeToken | undefined {
  const texts = newModuleTexts(before, after);
  if (texts.length === 0 || SETTINGS_FILE.test(after.module.path)) return texts[0];
  const { starts, literals } = after.once(readTelling);
  const told = new Set([...starts, ...lines.map(({ start }) => start)]);
  const reaches = told.size > 0 ? mayReach(after, ({ start }) => told.has(start)) : () => false;
  return texts.find(text => literals.has(text.start) || reaches(text));
}

/** The logical lines that import dynamically. */
function dynamicLines(file: PythonFile): readonly { readonly code: string; readonly start: number }[] {
  const { tokens } = file;
  const isWritten = [...DYNAMIC_IMPORT].some(each => file.mentions(each));
  if (!isWritten) return [];
  const aliases = new Set(tokens.slice().flatMap(aliasAt));
  const found: { code: string; start: number }[] = [];
  let line: CodeToken[] = [];
  const finish = () => {
    const [first] = line;
    if (first !== undefined && line.some((token, i) => isDynamic(token, line, i, aliases)))
      found.push({ code: line.map(({ text }) => text).join('\u0001'), start: first.start });
    line = [];
  };
  for (const token of tokens) {
    if (isLayout(token)) finish();
    else line.push(token);
  }
  finish();
  return found;
}

function isDynamic(
  { kind, text }: CodeToken,
  tokens: readonly CodeToken[],
  i: number,
  aliases: ReadonlySet<string>,
): boolean {
  if (kind === STRING) return /^(?:__import__|import_module)$/.test(text.slice(text.indexOf(':') + 1));
  return (DYNAMIC_IMPORT.has(text) && !isHarmless(tokens, i)) || aliases.has(text);
}

/** A compiled pattern imports nothing, and neither does what tells of packages and their files. */
function isHarmless(tokens: readonly CodeToken[], i: number): boolean {
  const [before, second] = [tokens[i - 1], tokens[i - 2]];
  if (tokens[i]?.text === 'compile') return before?.op === op.DOT && second?.text === 're';
  if (tokens[i]?.text !== 'importlib') return false;
  const [next, name] = [tokens[i + 1], tokens[i + 2]];
  return (
    (next?.op === op.DOT || next?.word === word.IMPORT) &&
    /^(?:metadata|resources|abc)$/.test(name?.text ?? '')
  );
}

/** The other name that a dynamic import is given here: `import_module as load`, `load = importlib.import_module`. */
function aliasAt({ text }: CodeToken, i: number, tokens: readonly CodeToken[]): readonly string[] {
  if (!DYNAMIC_IMPORT.has(text) || isHarmless(tokens, i)) return [];
  if (tokens[i + 1]?.word === word.AS) return [tokens[i + 2]?.text ?? ''];
  let start = i;
  while (tokens[start - 1]?.op === op.DOT) start -= 2;
  return tokens[start - 1]?.op === op.ASSIGN ? [tokens[start - 2]?.text ?? ''] : [];
}

/** Settings of Sphinx, Django, Celery and gunicorn, which import what they name. */
const SETTINGS_FILE =
  /(?:^|\/)(?:conf|celeryconfig|celery_config|gunicorn[\w.]*|(?:\w+_)?settings(?:\/\w+)?)\.py$/;
/** Texts like the name of a module that were not in the file before. */
export function newModuleTexts(before: PythonFile | undefined, after: PythonFile): readonly CodeToken[] {
  const known = new Set<string>();
  if (before !== undefined) eachText(before, text => known.add(text));
  const fresh: number[] = [];
  eachText(after, (text, i) => {
    if (!known.has(text) && MODULE_TEXT.test(text.slice(text.indexOf(':') + 1))) fresh.push(i);
  });
  return after.tokens.chosen(fresh);
}

function eachText({ tokens }: PythonFile, look: (text: string, i: number) => void): void {
  for (let i = 0; i < tokens.length; i++) if (tokens.kind(i) === STRING) look(tokens.text(i), i);
}

/** The block of comments by which a script names the packages that it is run with (`# /// script`). */
function scriptOf(file: PythonFile): { readonly text: string; readonly start: number } {
  const comments = file.mentions('///') ? readComments(file) : [];
  const from = comments.findIndex(({ text }) => /^#\s*\/\/\/\s*\w+/.test(text));
  if (from < 0) return { text: '', start: 0 };
  const to = comments.findIndex(({ text }, i) => i > from && /^#\s*\/\/\/\s*$/.test(text));
  const block = comments.slice(from, to < 0 ? undefined : to + 1);
  return { text: block.map(({ text }) => text).join('\n'), start: comments[from]?.start ?? 0 };
}
