import type { ChangeSet } from '../changes/change-set.ts';
import type { LintDiagnostic, LinterName } from '../ports/linter.ts';
import { type LineMap, mapLines } from './line-map.ts';
import { countErrors, sortDiagnostics } from './report.ts';

/** One lint run as far as comparing needs it. */
export interface LintState {
  readonly diagnostics: readonly LintDiagnostic[];
  /** Tools that gave up at the first problem. */
  readonly stoppedEarly?: readonly LinterName[];
  /** Tools that did not look. */
  readonly leftOut?: readonly LinterName[];
}

/** What a change did to the problems of the tree. */
export interface LintDelta {
  /** Not there before. */
  readonly added: readonly LintDiagnostic[];
  /** There before, in the place it has now. */
  readonly preExisting: readonly LintDiagnostic[];
  /** There before and gone now, in the place it had. */
  readonly fixed: readonly LintDiagnostic[];
  /** Tools that did not look at everything before and after the change: more may be new than is reported. */
  readonly hidden: readonly LinterName[];
}

/**
 * Tells new problems from those that were there: a problem is the same when tool, code and words are the same and
 * our own edits took its line there. Each problem is matched at most once.
 */
export function compareLint(before: LintState, after: LintState, changes: ChangeSet): LintDelta {
  const maps = new Map(changes.files.map(change => [change.path, mapLines(change)]));
  // What a tool says once only cannot be compared.
  const unknown = new Set([...(before.leftOut ?? []), ...(after.leftOut ?? [])]);
  const known = (diagnostics: readonly LintDiagnostic[]) =>
    sortDiagnostics(diagnostics.filter(({ tool }) => !unknown.has(tool)));
  const open = new Set(known(before.diagnostics));
  let unmatched = known(after.diagnostics);
  const preExisting: LintDiagnostic[] = [];
  // From the surest to the weakest: same line; same change; same words in a line that was moved elsewhere.
  for (const isSame of [onSameLine, inSameChange, onSameText]) {
    const candidates = groupByWords(open);
    unmatched = unmatched.filter(now => {
      const was = candidates.get(wordsOf(now))?.find(one => open.has(one) && isSame(one, now, maps));
      if (!was) return true;
      open.delete(was);
      preExisting.push(now);
      return false;
    });
  }
  return {
    added: unmatched,
    preExisting: sortDiagnostics(preExisting),
    fixed: [...open],
    hidden: [
      ...new Set([
        ...(after.stoppedEarly ?? []),
        ...(after.leftOut ?? []),
        // A tool that finds nothing now found nothing new, whatever was there before.
        ...(before.leftOut ?? []).filter(
          tool => countErrors(after.diagnostics.filter(one => one.tool === tool)) > 0,
        ),
      ]),
    ],
  };
}

/** The problems of `after`, each with whether the change brought it. */
export function markOrigin(
  after: readonly LintDiagnostic[],
  { added, preExisting }: LintDelta,
): readonly LintDiagnostic[] {
  const [brought, old] = [new Set(added), new Set(preExisting)];
  return after.map(one => {
    if (brought.has(one)) return { ...one, since: 'change' };
    return old.has(one) ? { ...one, since: 'before' } : one;
  });
}

/** Whether nothing new was found and nothing can hide (`failOn: new`). */
export const isAcceptable = (delta: LintDelta): boolean =>
  countErrors(delta.added) === 0 && delta.hidden.length === 0;

type Maps = ReadonlyMap<string, LineMap>;
type IsSame = (was: LintDiagnostic, now: LintDiagnostic, maps: Maps) => boolean;

const onSameLine: IsSame = (was, now, maps) => {
  if (was.file !== now.file || was.cell !== now.cell || was.column !== now.column) return false;
  const map = maps.get(was.file);
  // Lines of a notebook count within its cell; a changed notebook is compared by words alone.
  if (!map || was.cell !== undefined) return was.line === now.line;
  return map.moved(was.line) === now.line;
};

const inSameChange: IsSame = (was, now, maps) => {
  if (was.file !== now.file) return false;
  const map = maps.get(was.file);
  if (!map) return false;
  if (was.cell !== undefined) return was.cell === now.cell;
  const changes = map.changesBefore(was.line);
  return (
    map.moved(was.line) === undefined && map.changesAfter(now.line).some(change => changes.includes(change))
  );
};

/** Text that was moved takes its problems along, to another file too. */
const onSameText: IsSame = (was, now, maps) => {
  const text = maps.get(was.file)?.textBefore(was.line) ?? '';
  return text !== '' && text === maps.get(now.file)?.textAfter(now.line);
};

function groupByWords(diagnostics: Iterable<LintDiagnostic>): ReadonlyMap<string, readonly LintDiagnostic[]> {
  const groups = new Map<string, LintDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const words = wordsOf(diagnostic);
    const group = groups.get(words);
    if (group) group.push(diagnostic);
    else groups.set(words, [diagnostic]);
  }
  return groups;
}

/** What a problem says, without the line numbers in it: they move with the text. */
const wordsOf = ({ tool, code, severity, message }: LintDiagnostic): string =>
  [tool, code, severity, message.replace(/\b(lines? |l\.)\d+/g, '$1#')].join('\0');
