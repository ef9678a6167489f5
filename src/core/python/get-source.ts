import type { GetSourceResult, ToolFailure } from '../../generated/contracts.ts';
import { jsonBytes, MAX_ANSWER_BYTES } from './answer-size.ts';
import { findDefinitions, findModules, nearestDefinitions } from './find-symbols.ts';
import { segmentsOf } from './query.ts';
import { lineStart, sourceText } from './source-text.ts';
import { fullName, localName, type SymbolRef } from './symbol-table.ts';
import type { WorkspaceSnapshot } from './workspace-index.ts';

/** `get_source`: a definition's text with its decorators, and every overload, getter and setter (C51, row 001-057). */
export async function getSource(
  snapshot: WorkspaceSnapshot,
  query: string,
): Promise<GetSourceResult | ToolFailure> {
  const asked = segmentsOf(query);
  const found = findDefinitions(snapshot, asked);
  const [first] = found;
  if (first === undefined) return notFound(snapshot, query, asked);
  const name = fullName(first);
  const others = otherNames(found, first, asked);
  if (others.length > 0) {
    return {
      error: `${query} is defined in several places; ask for one of them by its qualified name`,
      changed: false,
      nearest: [name, ...others].slice(0, 10),
    };
  }
  const parts = found.filter(ref => ref.module === first.module && fullName(ref) === name);
  const bytes = await snapshot.readBytes(first.module);
  if (bytes === undefined)
    return {
      path: first.module.path,
      error: `${first.module.path} is being changed; ask again`,
      changed: false,
    };
  return fitAnswer({
    qualified_name: name,
    file: first.module.path,
    line: Math.min(...parts.map(part => part.definition.firstLine)),
    end_line: Math.max(...parts.map(part => part.definition.endLine)),
    source: textOfParts(parts, bytes),
  });
}

/** Other definitions that the query could mean; a stub beside its source means the same. */
function otherNames(
  found: readonly SymbolRef[],
  first: SymbolRef,
  asked: readonly string[],
): readonly string[] {
  const name = fullName(first);
  const isExact = name === asked.join('.');
  const others = new Set<string>();
  for (const ref of found) {
    if (fullName(ref) !== name) {
      if (!isExact) others.add(fullName(ref));
    } else if (ref.module !== first.module && !ref.module.isStub)
      others.add([...ref.module.segments, localName(ref)].join('.'));
  }
  return [...others];
}

function textOfParts(parts: readonly SymbolRef[], bytes: Uint8Array): string {
  // Two names of one statement (`a, b = 1, 2`) are one part.
  const byStart = new Map(parts.map(part => [part.definition.start, part.definition]));
  const texts = [...byStart.values()].map(({ start, end }) => {
    const from = lineStart(bytes, start);
    const indentation = sourceText(bytes, from, start, 'latin-1');
    // Behind a `;` or a header on the same line, the text begins with the statement itself.
    const isWholeLine = /^[ \t\f]*$/.test(indentation);
    return sourceText(bytes, isWholeLine ? from : start, end, parts[0]?.module.index.encoding ?? 'utf-8');
  });
  return texts.join('\n\n');
}

function fitAnswer(answer: GetSourceResult): GetSourceResult {
  const size = jsonBytes(answer);
  if (size <= MAX_ANSWER_BYTES) return answer;
  const lines = answer.source.split('\n');
  const note = (shown: number) =>
    `${shown} of ${lines.length} lines shown (${answer.source.length} characters in total)`;
  let left = MAX_ANSWER_BYTES - jsonBytes({ ...answer, source: '', truncated: note(lines.length) });
  let shown = 0;
  for (const line of lines) {
    // A line break is two characters in JSON.
    left -= jsonBytes(line);
    if (left < 0) break;
    shown++;
  }
  return { ...answer, source: lines.slice(0, shown).join('\n'), truncated: note(shown) };
}

function notFound(snapshot: WorkspaceSnapshot, query: string, asked: readonly string[]): ToolFailure {
  const [module] = findModules(snapshot, asked);
  if (module !== undefined) {
    const names = module.index.definitions.filter(d => d.parent === -1).map(d => `${module.name}.${d.name}`);
    return {
      path: module.path,
      error: `${query} is a module; discover_api shows what is in it`,
      changed: false,
      nearest: [...new Set(names)].slice(0, 10),
    };
  }
  const nearest = nearestDefinitions(snapshot, asked);
  const skipped = snapshot.skipped.length;
  const unread =
    skipped === 0
      ? ''
      : ` (${skipped} ${skipped === 1 ? 'file' : 'files'} could not be read; locate_symbol lists them)`;
  return {
    error: `No definition named ${query} in the workspace's Python files${unread}`,
    changed: false,
    nearest: [...nearest],
  };
}
