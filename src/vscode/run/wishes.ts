import { type HunkPlace, hunkKey } from '../../core/changes/hunk-place.ts';
import type { Box } from '../../core/panel/view-node.ts';
import type { ProposedPart, ReviewDecision } from '../../core/ports/reviewer.ts';

/** What is ticked of QA's list. */
export type Ticks = Pick<ProposedPart, 'kept' | 'hunksLeftOut'>;
export type Wish = Extract<ReviewDecision, { readonly kind: 'select' | 'edit' }>;

interface Typed {
  /** The whole file; undefined: the edit is taken back. */
  readonly text: Uint8Array | undefined;
  readonly isSent: boolean;
}

/** What a person ticked and typed that no proposal has yet. */
export class Wishes {
  #ticks: Ticks | undefined;
  readonly #typed = new Map<string, Typed>();
  #sent: Wish | undefined;
  /** Why the last edit is in no proposal. */
  #problems: readonly string[] = [];

  /** Whether something is ticked or typed that is not what is proposed. */
  get isOpen(): boolean {
    return this.#ticks !== undefined || this.#typed.size > 0;
  }

  get isEdited(): boolean {
    return this.#typed.size > 0;
  }

  /** Why what was typed cannot be part of the change; empty while that is not known. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Files whose typed text must stay, although the proposal has another one. */
  get typedFiles(): ReadonlySet<string> {
    return new Set([...this.#typed].flatMap(([path, { text }]) => (text === undefined ? [] : [path])));
  }

  /** The ticked commands and the hunks that are not; `undefined` where there is nothing to choose. */
  ticked(part: ProposedPart | undefined): Ticks | undefined {
    return this.#ticks ?? (part && hasChoice(part) ? part : undefined);
  }

  /** Answers whether there is a box. */
  tick(part: ProposedPart | undefined, box: Pick<Box, 'commands' | 'hunks'>, ticked: boolean): boolean {
    const before = this.ticked(part);
    if (before === undefined) return false;
    const kept = new Set(before.kept);
    const out = new Map(before.hunksLeftOut.map(place => [hunkKey(place), place]));
    for (const index of box.commands) {
      ticked ? kept.add(index) : kept.delete(index);
      for (const [key, place] of out) if (place.command === index) out.delete(key);
    }
    for (const place of box.hunks) {
      if (!ticked) out.set(hunkKey(place), place);
      else {
        out.delete(hunkKey(place));
        kept.add(place.command);
      }
    }
    this.#ticks = { kept: [...kept].sort((a, b) => a - b), hunksLeftOut: inOrder([...out.values()]) };
    return true;
  }

  /** A whole file as it was saved; without a text the edit of it is taken back. */
  type(path: string, text: Uint8Array | undefined): void {
    this.#problems = [];
    this.#typed.set(path, { text, isSent: false });
  }

  /** What is to be proposed instead; `undefined` when nothing is, or nothing can be. */
  next(part: ProposedPart | undefined): Wish | undefined {
    this.#sent = this.#nextOf(part);
    return this.#sent;
  }

  #nextOf(part: ProposedPart | undefined): Wish | undefined {
    const unsent = [...this.#typed].filter(([, { isSent }]) => !isSent);
    if (unsent.length > 0) {
      const files = [...this.#typed].map(([path, { text }]) => ({ path, text }));
      for (const { path, text } of files) this.#typed.set(path, { text, isSent: true });
      return { kind: 'edit', files };
    }
    if (this.#ticks === undefined || this.#ticks.kept.length === 0) return undefined;
    if (!isSame(this.#ticks, part)) return { kind: 'select', ...this.#ticks };
    this.#ticks = undefined;
    return undefined;
  }

  /** A proposal came: what was sent is in it, or it says why not. What was typed stays until then. */
  follow(part: ProposedPart | undefined): void {
    const sent = this.#sent;
    this.#sent = undefined;
    const refused = part?.refused ?? [];
    if (sent?.kind !== 'edit') {
      if (refused.length > 0 || isSame(this.#ticks, part)) this.#ticks = undefined;
      return;
    }
    this.#problems = refused;
    if (refused.length > 0) return;
    for (const { path, text } of sent.files)
      if (this.#typed.get(path)?.text === text) this.#typed.delete(path);
  }

  clear(): void {
    this.#ticks = undefined;
    this.#sent = undefined;
    this.#problems = [];
    this.#typed.clear();
  }

  /** Nothing is ticked: there is nothing to propose. */
  get isEmpty(): boolean {
    return this.#ticks?.kept.length === 0;
  }
}

const textOf = ({ kept, hunksLeftOut }: Ticks): string => [...kept, ...hunksLeftOut.map(hunkKey)].join();

const isSame = (some: Ticks | undefined, others: Ticks | undefined): boolean =>
  some !== undefined && others !== undefined && textOf(some) === textOf(others);

const inOrder = (places: readonly HunkPlace[]): readonly HunkPlace[] =>
  places.toSorted((a, b) => a.command - b.command || a.hunk - b.hunk);

/** One command with one hunk is applied or rejected. */
const hasChoice = ({ of, hunks }: ProposedPart): boolean => of > 1 || hunks.some(count => count > 1);
