import { addTo } from '../../kernel/group-by.ts';

/** What a guard begins with that is an exit above. */
export const EXIT = '\u0001exit ';

type Guards = readonly string[];

/** Of one text. */
interface Uses {
  /** Each of them once, by what stands around it. */
  readonly seen: Set<string>;
  /** With nothing around them but exits above. */
  readonly free: Guards[];
  /** By the innermost of the blocks around them. */
  readonly inside: Map<string, Guards[]>;
}

/** What was looked up, by a text for each use, with what stood around it: a file may have the same very often. */
export class GuardedUses {
  readonly #byText = new Map<string, Uses>();

  add(text: string, guards: Guards): void {
    const uses: Uses = this.#byText.get(text) ?? { seen: new Set(), free: [], inside: new Map() };
    this.#byText.set(text, uses);
    const all = guards.join('\u0004');
    if (uses.seen.has(all)) return;
    uses.seen.add(all);
    const block = guards.findLast(guard => !guard.startsWith(EXIT));
    if (block === undefined) uses.free.push(guards);
    else addTo(uses.inside, block, guards);
  }

  /**
   * Whether the text was looked up where nothing stood around it that is not there now.
   * @param around the blocks around it now
   * @param isExit whether the exit stands above it now
   */
  has(text: string, around: Guards, isExit: (text: string) => boolean = () => false): boolean {
    const uses = this.#byText.get(text);
    if (uses === undefined) return false;
    const blocks = new Set(around);
    const isThere = (guard: string) =>
      guard.startsWith(EXIT) ? isExit(guard.slice(EXIT.length)) : blocks.has(guard);
    const isAround = (guards: Guards) => guards.every(isThere);
    if (uses.free.some(isAround)) return true;
    for (const block of blocks) if (uses.inside.get(block)?.some(isAround)) return true;
    return false;
  }
}
