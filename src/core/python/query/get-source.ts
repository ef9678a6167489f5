import type { GetSourceResult, ToolFailure } from '../../../generated/contracts.ts';
import type { SymbolRef } from '../index/symbol-table.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import { jsonBytes, MAX_ANSWER_BYTES } from './answer-size.ts';
import { findOne } from './find-one.ts';
import { segmentsOf } from './query.ts';
import { lineStart, sourceText } from './source-text.ts';

/** `get_source`: a definition's text with its decorators, and every overload, getter and setter. */
export async function getSource(
  snapshot: WorkspaceSnapshot,
  query: string,
): Promise<GetSourceResult | ToolFailure> {
  const one = findOne(snapshot, query, segmentsOf(query));
  if (one.kind === 'failure') return one.failure;
  const { name, parts } = one;
  const [first] = parts;
  const bytes = await snapshot.readBytes(first.module);
  if (bytes === undefined)
    return {
      path: first.module.path,
      error: `${first.module.path} is being changed; ask again`,
      changed: false,
    };
  const isOnePart = new Set(parts.map(part => part.definition.start)).size === 1;
  return fitAnswer(
    {
      qualified_name: name,
      file: first.module.path,
      line: Math.min(...parts.map(part => part.definition.firstLine)),
      end_line: Math.max(...parts.map(part => part.definition.endLine)),
      source: textOfParts(parts, bytes),
    },
    isOnePart,
  );
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

/** @param isOnePart whether its lines are those of the file, one after the other */
function fitAnswer(answer: GetSourceResult, isOnePart: boolean): GetSourceResult {
  const size = jsonBytes(answer);
  if (size <= MAX_ANSWER_BYTES) return answer;
  const lines = answer.source.split('\n');
  const readOn = (shown: number) =>
    isOnePart ? `; read on with read_file, path ${answer.file}, offset ${answer.line + shown}` : '';
  const note = (shown: number) =>
    `${shown} of ${lines.length} lines shown (${answer.source.length} characters in total)${readOn(shown)}`;
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
