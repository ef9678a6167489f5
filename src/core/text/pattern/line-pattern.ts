import type { Result } from '../../kernel/result.ts';
import { fail, ok } from '../../kernel/result.ts';
import { isWordCharacter } from './character-sets.ts';
import { compileTree, type PatternProgram } from './pattern-program.ts';
import { PatternFault, type Place } from './pattern-tree.ts';
import { readPattern } from './read-pattern.ts';

/** A regular expression that is looked for in single lines, in a time that grows with their length alone. */
export interface LinePattern {
  /** Whether the line has a match; `undefined` when the work this pattern may do is used up. */
  isIn(line: string): boolean | undefined;
}

export interface LinePatternOptions {
  readonly ignoreCase?: boolean;
  /** Steps it may take in all; a search that would take longer is given up. */
  readonly mostSteps?: number;
}

const MOST_STEPS = 20_000_000;
/** States that are remembered; beyond them they are made again. */
const MOST_STATES = 2000;

export function compileLinePattern(source: string, options: LinePatternOptions = {}): Result<LinePattern> {
  const { ignoreCase = false, mostSteps = MOST_STEPS } = options;
  try {
    return ok(new LineMatcher(compileTree(readPattern(source, ignoreCase)), mostSteps));
  } catch (error) {
    if (error instanceof PatternFault) return fail(error.message);
    throw error;
  }
}

/** What stands beside a place: the edge of the line, a word character, or another one. */
type Beside = 'edge' | 'word' | 'other';

/** All instructions that can be reached, before what follows the place is known. */
interface State {
  readonly from: readonly number[];
  readonly before: Beside;
  /** By code point: the state behind it, or `true` for a match. */
  readonly next: Map<number, State | true>;
  atEnd: boolean | undefined;
}

/** Follows all ways through the program at once, and remembers each set of them as one state. */
class LineMatcher implements LinePattern {
  readonly #program: PatternProgram;
  #states = new Map<string, State>();
  #stepsLeft: number;

  constructor(program: PatternProgram, mostSteps: number) {
    this.#program = program;
    this.#stepsLeft = mostSteps;
  }

  isIn(line: string): boolean | undefined {
    let state = this.#state([this.#program.start], 'edge');
    for (let at = 0; at < line.length; ) {
      if (this.#stepsLeft <= 0) return undefined;
      const c = line.codePointAt(at) ?? 0;
      at += c > 0xffff ? 2 : 1;
      let next = state.next.get(c);
      if (next === undefined) {
        next = this.#follow(state, c);
        state.next.set(c, next);
      }
      if (next === true) return true;
      state = next;
    }
    state.atEnd ??= this.#reached(state, 'edge').isMatch;
    return state.atEnd;
  }

  #state(from: readonly number[], before: Beside): State {
    const key = `${before} ${from.join()}`;
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= MOST_STATES) this.#states = new Map();
    const state: State = { from, before, next: new Map(), atEnd: undefined };
    this.#states.set(key, state);
    return state;
  }

  #follow(state: State, c: number): State | true {
    const after = isWordCharacter(c) ? 'word' : 'other';
    const { isMatch, waiting } = this.#reached(state, after);
    if (isMatch) return true;
    const { instructions, start } = this.#program;
    // A match may begin at each character.
    const next = new Set([start]);
    for (const at of waiting) {
      const instruction = instructions[at];
      if (instruction?.kind === 'character' && instruction.test(c)) next.add(instruction.next);
    }
    this.#stepsLeft -= waiting.length;
    return this.#state(
      [...next].sort((a, b) => a - b),
      after,
    );
  }

  /** Every character that could come next, now that it is known what stands on both sides. */
  #reached(
    { from, before }: State,
    after: Beside,
  ): { readonly isMatch: boolean; readonly waiting: readonly number[] } {
    const { instructions } = this.#program;
    const seen = new Set(from);
    const waiting: number[] = [];
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.#stepsLeft--;
      const instruction = instructions[at];
      if (instruction === undefined) continue;
      if (instruction.kind === 'match') return { isMatch: true, waiting };
      if (instruction.kind === 'character') {
        waiting.push(at);
        continue;
      }
      const next =
        instruction.kind === 'split'
          ? instruction.next
          : holds(instruction.place, before, after)
            ? [instruction.next]
            : [];
      for (const one of next)
        if (!seen.has(one)) {
          seen.add(one);
          open.push(one);
        }
    }
    return { isMatch: false, waiting };
  }
}

function holds(place: Place, before: Beside, after: Beside): boolean {
  if (place === 'start') return before === 'edge';
  if (place === 'end') return after === 'edge';
  const isBoundary = (before === 'word') !== (after === 'word');
  return place === 'word' ? isBoundary : !isBoundary;
}
