import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { INDENT, STRING } from '../../python/lexer/token-kinds.ts';
import { codeKey } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import type { OpenTest } from './open-test.ts';

/** Examples with `>>>` are tests where somebody runs them. */
export function findLostExamples(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly OpenTest[] {
  const left = new Map<string, number>();
  for (const { after } of changed)
    for (const { code } of examplesOf(after)) left.set(code, (left.get(code) ?? 0) + 1);
  const others = files.filter(({ path }) => !isPython(path));
  for (const { path, after } of others)
    for (const example of examplesIn(after && decodeUtf8(after))) {
      const code = `${endOf(path)} ${example}`;
      left.set(code, (left.get(code) ?? 0) + 1);
    }
  const isLost = (code: string) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count <= 0;
  };
  const reason = 'an example that may be run as a test is not as it was';
  return [
    ...changed.flatMap(({ before }) =>
      examplesOf(before).flatMap(({ code, start }) =>
        before !== undefined && isLost(code) ? [{ reason, place: placeIn(before, start, 'before') }] : [],
      ),
    ),
    ...others.flatMap(({ path, before }) =>
      examplesIn(before && decodeUtf8(before)).flatMap(code =>
        isLost(`${endOf(path)} ${code}`)
          ? [{ reason, place: { file: path, line: 1, side: 'before' } as const }]
          : [],
      ),
    ),
  ];
}

/** Documents are looked for by what their names end with. */
const endOf = (path: string): string => path.slice(path.lastIndexOf('.'));

function examplesOf(
  file: PythonFile | undefined,
): readonly { readonly code: string; readonly start: number }[] {
  if (file === undefined || !file.mentions('>>>')) return [];
  return file.tokens.slice().flatMap(({ kind, text, start }, i, tokens) => {
    if (kind !== STRING) return [];
    // What is formatted, of bytes, or behind other code is no docstring.
    const isFirst = i === 0 || tokens[i - 1]?.kind === INDENT;
    const place = isFirst && /^[ru]*:/.test(text) ? 'docstring' : 'text';
    const owner = place === 'docstring' ? ownerOf(file, start) : '';
    return examplesIn(text.slice(text.indexOf(':') + 1)).map(code => ({
      code: `${place} ${owner} ${code}`,
      start,
    }));
  });
}

/**
 * What decides whether the docstring of a definition is found: its decorators and those around it, whether it is always
 * there, and whether its name is given to something else, deleted or without its docstring.
 */
function ownerOf(file: PythonFile, start: number): string {
  const { definitions } = file.module.index;
  const { counts, deleted, setsDocstrings } = file.once(namesTaken);
  const headers: string[] = [];
  for (let i = lastBegun(definitions, start); i >= 0; i = definitions[i]?.parent ?? -1) {
    const each = definitions[i] as Definition;
    // What ends above is beside it.
    if (each.end <= start) continue;
    const decorators = codeKey(file.range(each.start, each.head));
    headers.push(`${each.placement} ${decorators} ${counts.get(each.name)} ${deleted.has(each.name)}`);
  }
  return `${headers.join()} ${setsDocstrings}`;
}

/** Index of the last definition of which the body begins above; by halving, as they stand in the order of their places. */
function lastBegun(definitions: readonly Definition[], start: number): number {
  let [low, high] = [0, definitions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((definitions[middle]?.head ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** How many definitions have each name, which names are deleted, and whether the file sets `__doc__`. */
function namesTaken({ module, tokens }: PythonFile) {
  const counts = new Map<string, number>();
  for (const { name } of module.index.definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  const deleted = new Set<string>();
  let setsDocstrings = false;
  for (let i = 0; i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    if (tokens.word(i - 1) === word.DEL) deleted.add(tokens.text(i));
    setsDocstrings ||= tokens.text(i) === '__doc__' && tokens.op(i + 1) === op.ASSIGN;
  }
  return { counts, deleted, setsDocstrings };
}

/** Each example with what it is expected to print. */
export function examplesIn(text: string | undefined): readonly string[] {
  if (text === undefined || !text.includes('>>>')) return [];
  const found: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\n|\r/).map(each => each.trim())) {
    if (line.startsWith('>>>')) found.push(line);
    else if (isOpen && line !== '') found.push(`${found.pop()}\n${line}`);
    isOpen = line.startsWith('>>>') || (isOpen && line !== '');
  }
  return found;
}
