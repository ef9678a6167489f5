import type { Replacement } from '../../../src/generated/contracts.ts';

/** The rules of the two edit tools in the plainest form, on strings; slow and shares no code with the engine. */
export type ModelReplace =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failing: readonly number[] };

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let i = 0; i + part.length <= text.length; i++) if (text.startsWith(part, i)) places.push(i);
  return places;
}

const EOL = /\r\n|\n|\r/g;

const eolsOf = (text: string): readonly string[] => text.match(EOL) ?? [];

function uniformEol(text: string): string | undefined {
  const kinds = new Set(eolsOf(text));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

export function modelReplace(text: string, replacements: readonly Replacement[]): ModelReplace {
  const isCrlf = uniformEol(text) === '\r\n';
  const convert = (part: string) => (isCrlf ? part.replace(/\r\n/g, '\n').replace(/\n/g, '\r\n') : part);
  const failing = new Set<number>();
  const places: { index: number; start: number; end: number; text: string }[] = [];
  replacements.forEach((replacement, index) => {
    const old = convert(replacement.old_string);
    const found = placesOf(text, old);
    if (found.length !== 1 || found[0] === undefined) failing.add(index);
    else
      places.push({
        index,
        start: found[0],
        end: found[0] + old.length,
        text: convert(replacement.new_string),
      });
  });
  for (const a of places) {
    for (const b of places) {
      if (a !== b && a.start < b.end && b.start < a.end) failing.add(a.index);
    }
  }
  if (failing.size > 0) return { ok: false, failing: [...failing].sort((a, b) => a - b) };
  let after = text;
  // Last place first, so that earlier offsets stay true.
  for (const place of places.sort((a, b) => b.start - a.start)) {
    after = after.slice(0, place.start) + place.text + after.slice(place.end);
  }
  return { ok: true, text: after };
}

interface Line {
  readonly content: string;
  readonly eol: string;
}

function cutLines(text: string): Line[] {
  return (text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []).map(line => {
    const eol = eolsOf(line)[0] ?? '';
    return { content: line.slice(0, line.length - eol.length), eol };
  });
}

const join = (lines: readonly Line[]): string => lines.map(line => line.content + line.eol).join('');

/** Gives the last line back the state the file had: with or without a line end. */
function withFinalState(lines: Line[], endsWithEol: boolean, eol: string): Line[] {
  return lines.map((line, i) => {
    if (i < lines.length - 1) return line.eol === '' ? { ...line, eol } : line;
    if (!endsWithEol) return { ...line, eol: '' };
    return line.eol === '' ? { ...line, eol } : line;
  });
}

/** Files without a byte order mark whose lines all end alike. */
export function modelMoveWithin(text: string, start: number, end: number, target: number): string {
  const lines = cutLines(text);
  const endsWithEol = lines.at(-1)?.eol !== '';
  const moved = lines.slice(start - 1, end);
  const rest = [...lines.slice(0, start - 1), ...lines.slice(end)];
  const at = target <= start ? target - 1 : target - 1 - moved.length;
  rest.splice(Math.max(at, 0), 0, ...moved);
  return join(withFinalState(rest, endsWithEol, uniformEol(text) ?? ''));
}

/** Like modelMoveWithin, for two files; each of them ends its lines in its own way. */
export function modelMoveAcross(
  source: string,
  target: string,
  start: number,
  end: number,
  at: number,
): { readonly source: string; readonly target: string } {
  const from = cutLines(source);
  const to = cutLines(target);
  const eol = uniformEol(target) ?? uniformEol(source) ?? '\n';
  const moved = from.slice(start - 1, end).map(line => ({ ...line, eol }));
  const rest = [...from.slice(0, start - 1), ...from.slice(end)];
  const targetEndsWithEol = to.length === 0 || to.at(-1)?.eol !== '';
  to.splice(at - 1, 0, ...moved);
  return {
    source: join(withFinalState(rest, from.at(-1)?.eol !== '', uniformEol(source) ?? '')),
    target: join(withFinalState(to, targetEndsWithEol, eol)),
  };
}
