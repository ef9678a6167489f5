import { fail, ok, type Result } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { LintDiagnostic } from '../ports/linter.ts';
import { applyEdits, composeSpans, type Edit, type Span } from '../text/spans.ts';
import { fixEdits } from './fix-edits.ts';

/** Which fix of ruff a person asked for; numbers as in `LintDiagnostic`. */
export interface WantedFix {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** Every problem of the code in the file, not only the one at this place. */
  readonly everywhere: boolean;
  /** Whether a fix that may change what the code does was asked for, by that name. */
  readonly unsafe: boolean;
}

export interface PlannedFix {
  readonly after: Uint8Array;
  readonly spans: readonly Span[];
  /** How many problems the change takes away. */
  readonly fixed: number;
}

/** What ruff finds in a text, which need not be on disk; the error is a sentence. */
export type LookAt = (bytes: Uint8Array) => Promise<Result<readonly LintDiagnostic[]>>;

/** Fixes that meet are made one after the other; ruff itself gives up after ten rounds. */
const MAX_ROUNDS = 100;

/**
 * What a file becomes by ruff's fixes. Ruff is asked anew about exactly these bytes, so a position that was right for an
 * older text is never used, and asked again about the result, so a fix that breaks the file is never taken.
 */
export async function planFix(
  before: Uint8Array,
  wanted: WantedFix,
  look: LookAt,
): Promise<Result<PlannedFix>> {
  if (decodeUtf8(before) === undefined) return fail('it is not valid UTF-8');
  const found = await look(before);
  if (!found.ok) return found;
  if (!wanted.everywhere) {
    const chosen = choose(found.value, wanted);
    if (!chosen.ok) return chosen;
    const made = await makeFixes(before, [chosen.value], found.value, look);
    return made.ok ? ok({ after: made.value.after, spans: made.value.spans, fixed: 1 }) : made;
  }
  return fixEverywhere(before, found.value, wanted, look);
}

/** The problem at the place, or the only one of these words when the text has moved since. */
function choose(found: readonly LintDiagnostic[], wanted: WantedFix): Result<LintDiagnostic> {
  const same = found.filter(one => isWanted(one, wanted) && one.message === wanted.message);
  const there = same.find(one => one.line === wanted.line && one.column === wanted.column);
  const [only, ...others] = same;
  const chosen = there ?? (others.length === 0 ? only : undefined);
  if (chosen) return ok(chosen);
  return fail(`ruff does not report ${wanted.code} with this fix there any more; lint again`);
}

const isWanted = ({ code, fix, cell }: LintDiagnostic, wanted: WantedFix): boolean =>
  code === wanted.code &&
  cell === undefined &&
  (fix?.applicability === 'safe' || (wanted.unsafe && fix?.applicability === 'unsafe'));

interface Made {
  readonly after: Uint8Array;
  readonly spans: readonly Span[];
  readonly found: readonly LintDiagnostic[];
}

async function fixEverywhere(
  before: Uint8Array,
  foundBefore: readonly LintDiagnostic[],
  wanted: WantedFix,
  look: LookAt,
): Promise<Result<PlannedFix>> {
  let now: Made = { after: before, spans: [], found: foundBefore };
  const openBefore = foundBefore.filter(one => isWanted(one, wanted)).length;
  let open = openBefore;
  for (let round = 0; open > 0 && round < MAX_ROUNDS; round++) {
    const next = await oneRound(
      now,
      now.found.filter(one => isWanted(one, wanted)),
      look,
    );
    if (!next.ok) {
      if (now.spans.length === 0) return next;
      break;
    }
    const left = next.value.found.filter(one => isWanted(one, wanted)).length;
    // A fix that repairs nothing would be made again and again.
    if (left >= open) break;
    open = left;
    now = { ...next.value, spans: composeSpans(now.spans, next.value.spans) };
  }
  if (open === openBefore) return fail(`ruff has no fix for ${wanted.code} there any more; lint again`);
  return ok({ after: now.after, spans: now.spans, fixed: openBefore - open });
}

/** Every fix that meets no other; when they break the file together (an emptied block), only the first. */
async function oneRound(
  { after, found }: Made,
  problems: readonly LintDiagnostic[],
  look: LookAt,
): Promise<Result<Made>> {
  const together = await makeFixes(after, problems, found, look);
  return together.ok || problems.length === 1
    ? together
    : makeFixes(after, problems.slice(0, 1), found, look);
}

/** Makes the fixes that do not meet, in order, and looks whether the file can still be parsed. */
async function makeFixes(
  bytes: Uint8Array,
  problems: readonly LintDiagnostic[],
  found: readonly LintDiagnostic[],
  look: LookAt,
): Promise<Result<Made>> {
  const taken: Edit[] = [];
  for (const { fix } of problems) {
    const edits = fix ? fixEdits(bytes, fix) : ok([]);
    if (!edits.ok) return edits;
    const meets = edits.value.some(edit => taken.some(one => edit.start <= one.end && edit.end >= one.start));
    if (!meets) taken.push(...edits.value);
  }
  const sorted = taken.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const { after, spans } = applyEdits(bytes, sorted);
  const foundAfter = await look(after);
  if (!foundAfter.ok) return foundAfter;
  if (countBroken(foundAfter.value) > countBroken(found)) return fail('its fix would break the file');
  return ok({ after, spans, found: foundAfter.value });
}

const countBroken = (found: readonly LintDiagnostic[]): number =>
  found.filter(one => one.code === 'invalid-syntax').length;
