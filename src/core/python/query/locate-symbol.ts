import type { LocateSymbolResult } from '../../../generated/contracts.ts';
import { fullName } from '../index/symbol-table.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import { jsonBytes, MAX_ANSWER_BYTES, takeFitting } from './answer-size.ts';
import { findDefinitions, findModules, nearestDefinitions } from './find-symbols.ts';
import { segmentsOf } from './query.ts';

/** Most of the answer belongs to the matches. */
const SKIPPED_BYTES = 8 * 1024;

/** `locate_symbol`: where a bare, partly or fully qualified name is defined. */
export function locateSymbol(snapshot: WorkspaceSnapshot, query: string): LocateSymbolResult {
  const asked = segmentsOf(query);
  const matches = [
    ...findModules(snapshot, asked).map(module => ({
      file: module.path,
      line: 1,
      end_line: Math.max(1, module.index.lineCount),
      kind: 'module',
      qualified_name: module.name,
    })),
    ...findDefinitions(snapshot, asked).map(ref => ({
      file: ref.module.path,
      line: ref.definition.line,
      end_line: ref.definition.endLine,
      kind: ref.definition.kind,
      qualified_name: fullName(ref),
    })),
  ];
  const skipped = takeFitting(snapshot.skipped, SKIPPED_BYTES);
  const left = snapshot.skipped.length - skipped.length;
  const skippedFiles = [...skipped];
  if (left > 0) skippedFiles.push({ file: '…', reason: `${left} more files were skipped` });
  const answer = { query, matches: [], total_matches: matches.length, skipped_files: skippedFiles };
  if (matches.length === 0) {
    const nearest = nearestDefinitions(snapshot, asked);
    return nearest.length > 0 ? { ...answer, nearest: [...nearest] } : answer;
  }
  const fitting = takeFitting(matches, MAX_ANSWER_BYTES - jsonBytes(answer));
  return { ...answer, matches: [...fitting] };
}
