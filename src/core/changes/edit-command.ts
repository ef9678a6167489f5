import type { Command, Replacement } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { concatBytes } from '../text/concat-bytes.ts';
import { equalBytes, indexOfBytes } from '../text/host-bytes.ts';
import { keepLineEnds } from '../text/keep-line-ends.ts';
import { lineRegions } from '../text/line-regions.ts';
import { replace } from '../text/replace.ts';
import { uniqueContext } from '../text/unique-context.ts';

/** Beside what a model says of its own commands. */
const EDITED_BY_PERSON = 'Edited by the person who reviewed it.';

const MOST_CONTEXT = 4000;

/** A byte range of the text before, which occurs once in it, and what becomes of it. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
}

/**
 * What a person typed into a proposed file, as the exact command that leads there from the text before. `undefined` when
 * they changed nothing. Line ends and the byte order mark stay as they were; the error is a sentence.
 */
export function commandOfEdit(
  path: string,
  before: Uint8Array,
  typed: Uint8Array,
): Result<Command | undefined> {
  if (decodeUtf8(typed) === undefined) return fail(`${path} is saved in another encoding than UTF-8`);
  const edited = keepLineEnds(before, typed);
  if (equalBytes(before, edited)) return ok(undefined);
  if (before.length === 0) return fail(`${path} is empty: there is no text that could be replaced`);
  const whole: Place = { start: 0, end: before.length, text: edited };
  for (const places of [exactPlaces(before, edited), [whole]]) {
    const replacements = places?.map(place => replacementOf(before, place)) ?? [];
    const [first, ...rest] = replacements;
    if (first === undefined) continue;
    const done = replace(path, before, replacements);
    if (!done.ok || !equalBytes(done.bytes, edited)) continue;
    return ok({
      tool: 'atomic_replace',
      args: { file_path: path, replacements: [first, ...rest] },
      reason: EDITED_BY_PERSON,
    });
  }
  return fail(`the edit of ${path} is not an exact replacement of its text`);
}

const replacementOf = (before: Uint8Array, { start, end, text }: Place): Replacement => ({
  old_string: decodeUtf8(before.subarray(start, end)) ?? '',
  new_string: decodeUtf8(text) ?? '',
});

/** The changed lines, each with as much around it as makes it the only place; `undefined` when that is too much. */
function exactPlaces(before: Uint8Array, edited: Uint8Array): readonly Place[] | undefined {
  const span = { start: 0, end: before.length, afterStart: 0, afterEnd: edited.length };
  const done: { readonly change: Place; readonly place: Place }[] = [];
  for (const { start, end, added } of lineRegions({ before, after: edited, spans: [span] })) {
    let change: Place = {
      start,
      end,
      text: edited.subarray(added[0]?.start ?? 0, added.at(-1)?.end ?? 0),
    };
    for (;;) {
      const place = widen(before, change);
      if (place === undefined) return undefined;
      const previous = done.at(-1);
      if (previous === undefined || previous.place.end <= place.start) {
        done.push({ change, place });
        break;
      }
      // What is around them overlaps, so they are one.
      done.pop();
      change = join(before, previous.change, change);
    }
  }
  return done.map(({ place }) => place);
}

const join = (before: Uint8Array, one: Place, next: Place): Place => ({
  start: one.start,
  end: next.end,
  text: concatBytes([one.text, before.subarray(one.end, next.start), next.text]),
});

function widen(before: Uint8Array, { start, end, text }: Place): Place | undefined {
  const around = onlyPlace(before, start, end);
  if (around === undefined) return undefined;
  const [above, below] = [before.subarray(around.start, start), before.subarray(end, around.end)];
  return { ...around, text: concatBytes([above, text, below]) };
}

function onlyPlace(before: Uint8Array, start: number, end: number): Omit<Place, 'text'> | undefined {
  const own = before.subarray(start, end);
  const first = own.length === 0 ? -1 : indexOfBytes(before, own, 0);
  if (first >= 0 && indexOfBytes(before, own, first + 1) < 0) return { start, end };
  const wide = uniqueContext(before, start, end, MOST_CONTEXT);
  const at = wide === undefined ? -1 : indexOfBytes(before, wide, 0);
  return wide === undefined || at < 0 ? undefined : { start: at, end: at + wide.length };
}
