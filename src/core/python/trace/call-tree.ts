import type { CallNode } from '../../../generated/contracts.ts';
import { calleesOf } from './callees.ts';
import { bodyOf, describePlace } from './describe-place.ts';
import type { ModuleReader } from './module-reader.ts';
import type { Resolver } from './resolver.ts';
import type { Place } from './value.ts';

/** How deep and how large a tree may grow; what is below is found by asking for it. */
const MOST_LEVELS = 8;
const MOST_NODES = 150;

/** The function and what it calls, and what that calls …; a function that came before is not opened again. */
export class CallTree {
  readonly #reader: ModuleReader;
  readonly #resolver: Resolver;
  readonly #opened = new Set<string>();
  #nodes = 0;
  #isCut = false;

  constructor(reader: ModuleReader, resolver: Resolver) {
    this.#reader = reader;
    this.#resolver = resolver;
  }

  /** Whether something below was left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  async grow(place: Place, lines: readonly number[] | undefined, level = 0): Promise<CallNode> {
    this.#nodes++;
    const node: CallNode = {
      ...describePlace(place),
      ...(lines === undefined ? {} : { called_at: [...lines] }),
    };
    const body = await bodyOf(place, this.#resolver);
    const key = `${body.module.id} ${body.index}`;
    if (this.#opened.has(key)) return { ...node, repeated: true };
    if (level >= MOST_LEVELS || this.#nodes >= MOST_NODES) {
      this.#isCut = true;
      return node;
    }
    this.#opened.add(key);
    const callees = await calleesOf(body, this.#reader, this.#resolver);
    const calls: CallNode[] = [];
    for (const callee of callees.known) {
      if (this.#nodes >= MOST_NODES) this.#isCut = true;
      else calls.push(await this.grow(callee, callee.lines, level + 1));
    }
    const external = callees.external.map(({ name }) => name);
    const unresolved = callees.unresolved.map(({ name }) => name);
    return {
      ...node,
      ...(calls.length > 0 ? { calls } : {}),
      ...(external.length > 0 ? { external } : {}),
      ...(unresolved.length > 0 ? { unresolved } : {}),
    };
  }
}
