import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type Block, type BlockLine, type BlockStep, colonOf, stepsTo } from '../code/blocks.ts';
import { type CalledPath, calledAlone, callsBelow, callsBetween, pathAt } from '../code/called-paths.ts';
import { indicesOfRange } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { lastOf } from '../code/dotted-names.ts';
import { EndedBlocks } from '../code/ended-blocks.ts';
import { importsBinding } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { bodyNeverReturns, mayReturn, neverComesBack } from '../code/surroundings.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { ExpectedElsewhere } from './expected-elsewhere.ts';
import { type LooksBroken, whereDoubted } from './looks-broken.ts';

/** What looks broken is none for certain below a call, a decorator or a `with` of the workspace that keeps it from failing. */
export function withKeepers(found: LooksBroken, versions: TwoVersions): Promise<LooksBroken> {
  const keepers = new Keepers(versions);
  const doubtAt = (place: EvidencePlace) => keepers.doubtAt(place);
  return whereDoubted(found, { ofUse: doubtAt, ofName: doubtAt });
}

/** The same of what code newly uses. */
export async function brokenForCertain<
  T extends { readonly isBroken: boolean; readonly place: EvidencePlace },
>(uses: readonly T[], versions: TwoVersions): Promise<readonly T[]> {
  const keepers = new Keepers(versions);
  return Promise.all(
    uses.map(async each =>
      each.isBroken && (await keepers.doubtAt(each.place)) !== undefined
        ? { ...each, isBroken: false }
        : each,
    ),
  );
}

/** By these a function keeps what it runs from failing. */
export const CATCHES = /^(?:suppress|raises|assertRaises\w*|ExitStack|AsyncExitStack)$/;

/** Over how many calls a definition is followed. */
const MOST_CALLS = 2;

type Question = (file: PythonFile, ref: SymbolRef, further: number) => Promise<boolean>;

class Keepers {
  readonly #versions: TwoVersions;
  readonly #elsewhere: ExpectedElsewhere;
  readonly #ends = new Map<Block, Promise<number>>();
  readonly #ended = new Map<BlockLine, Promise<EndedBlocks>>();
  readonly #keepers = new Map<BlockLine, readonly string[]>();
  readonly #asked = new Map<Question, Map<string, Promise<boolean>>>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
    this.#elsewhere = new ExpectedElsewhere(versions);
  }

  /** Why what stands on a line may not fail, by what its file or another one defines. */
  async doubtAt({ file: path, line, side }: EvidencePlace): Promise<string | undefined> {
    const module = side === 'after' ? this.#versions.after.snapshot.modules.get(path) : undefined;
    const file = module && (await this.#versions.open(module, 'after'));
    if (file === undefined) return undefined;
    const at = lastOnLine(file, line);
    const steps = stepsTo(file, at);
    const outer = steps.find(({ block, index }) => isFunction(file, block[index] as BlockLine));
    const ended = outer && (await this.#endedIn(file, outer.block[outer.index] as BlockLine));
    let isInside = false;
    for (const step of steps) {
      const end = isInside ? ended?.endOf(step.block) : await this.#endOf(file, step.block);
      if (end !== undefined && end < step.index) return 'it may never run';
      isInside ||= step === outer;
      const header = step.block[step.index];
      if (header === undefined || at <= colonOf(file, header)) continue;
      for (const name of this.#keepersOf(file, step))
        if (CATCHES.test(name) || (await this.#isAny(this.#catches, name)))
          return `${name} may keep it from failing`;
    }
    if (this.#hasNamesOfClass(file, steps)) return 'a metaclass may give it';
    return this.#elsewhere.doubtAt(file, at);
  }

  /** Decorators and managers of contexts, from outside only those that catch: asked of all that is below them. */
  #keepersOf(file: PythonFile, step: BlockStep): readonly string[] {
    const header = step.block[step.index] as BlockLine;
    const known = this.#keepers.get(header) ?? this.#readKeepers(file, step);
    this.#keepers.set(header, known);
    return known;
  }

  #readKeepers(file: PythonFile, step: BlockStep): readonly string[] {
    const { graph } = this.#versions.after;
    return [...managersIn(file, step), ...decoratorsAbove(file, step)]
      .filter(
        ({ names, from, end }) =>
          CATCHES.test(names.at(-1) ?? '') ||
          decoratorTarget(file.tokens.slice(from, end), file, graph) === undefined,
      )
      .flatMap(({ names }) => calledByThem(file, names));
  }

  /** Index of the last line of the block above one that calls what never returns. */
  #endOf(file: PythonFile, block: Block): Promise<number> {
    const known = this.#ends.get(block) ?? this.#findEnd(file, block);
    this.#ends.set(block, known);
    return known;
  }

  /** Where blocks of a function end, by calls that never return as well. */
  #endedIn(file: PythonFile, line: BlockLine): Promise<EndedBlocks> {
    const known = this.#ended.get(line) ?? this.#findEnded(file, line);
    this.#ended.set(line, known);
    return known;
  }

  async #findEnded(file: PythonFile, line: BlockLine, further = MOST_CALLS): Promise<EndedBlocks> {
    const ending = new Set<string>();
    for (const called of callsBelow(file, line)) {
      const last = called.at(-1) ?? '';
      for (const name of calledByThem(file, called))
        if (!ending.has(last) && (await this.#isAny(this.#neverReturns, name, further))) ending.add(last);
    }
    return new EndedBlocks(file, (from, to) => {
      const called = calledAlone(file, { from, to, below: undefined });
      return ending.has(called?.at(-1) ?? '') || neverComesBack(file, from, to);
    });
  }

  async #findEnd(file: PythonFile, block: Block): Promise<number> {
    for (const [i, line] of block.entries()) {
      const called = line.below === undefined ? calledAlone(file, line) : undefined;
      if (called === undefined) continue;
      for (const name of calledByThem(file, called))
        if (await this.#isAny(this.#neverReturns, name)) return i;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Whether it is so of anything in the workspace that is called so; also of what that calls, so many calls further. */
  #isAny(isSo: Question, name: string, further = MOST_CALLS): Promise<boolean> {
    const asked = this.#asked.get(isSo) ?? new Map<string, Promise<boolean>>();
    this.#asked.set(isSo, asked);
    const key = `${name} ${further}`;
    const known = asked.get(key) ?? this.#find(isSo, name, further);
    asked.set(key, known);
    return known;
  }

  async #find(isSo: Question, name: string, further: number): Promise<boolean> {
    for (const ref of this.#versions.after.snapshot.table.definitionsNamed(name)) {
      const file = await this.#versions.open(ref.module, 'after');
      if (file !== undefined && (await isSo(file, ref, further))) return true;
    }
    return false;
  }

  readonly #neverReturns: Question = async (file, { definition }, further) => {
    if (definition.kind !== 'function' && definition.kind !== 'method') return false;
    if (bodyNeverReturns(file, definition)) return true;
    if (further === 0 || mayReturn(file, definition)) return false;
    const { from } = indicesOfRange(file.tokens, definition.head, definition.body);
    const { block = [], index = -1 } = stepsTo(file, from).at(-1) ?? {};
    const line = block[index];
    if (line?.below === undefined) return false;
    return (await this.#findEnded(file, line, further - 1)).endOf(line.below) < Number.POSITIVE_INFINITY;
  };

  readonly #catches: Question = async (file, ref, further) => {
    if (catches(file, ref)) return true;
    if (further === 0) return false;
    for (const called of callsBetween(file, ref.definition.body, ref.definition.end))
      for (const name of calledByThem(file, called))
        if (await this.#isAny(this.#catches, name, further - 1)) return true;
    return false;
  };

  /** In the body of a class, where a metaclass may say what names there are. */
  #hasNamesOfClass({ tokens }: PythonFile, steps: readonly BlockStep[]): boolean {
    const around = steps.slice(0, -1).map(({ block, index }) => block[index] as BlockLine);
    const line = around.findLast(({ from }) => SCOPES.includes(tokens.word(from)));
    if (line === undefined || tokens.word(line.from) !== word.CLASS_WORD) return false;
    const header = tokens.slice(line.from, line.to);
    if (header.some(({ text }) => text === 'metaclass')) return true;
    const hasBase = header.some(token => token.op === op.PAREN_OPEN);
    return hasBase && this.#versions.after.snapshot.table.definitionsNamed('__prepare__').length > 0;
  }
}

const SCOPES: readonly number[] = [word.DEF, word.ASYNC, word.CLASS_WORD];

const isFunction = ({ tokens }: PythonFile, { from }: BlockLine): boolean =>
  tokens.word(from) === word.DEF || (tokens.word(from) === word.ASYNC && tokens.word(from + 1) === word.DEF);

/** Index of the last token on a line: a block may stand on the line of its header. */
function lastOnLine(file: PythonFile, line: number): number {
  const { tokens } = file;
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (file.lineOf(tokens.start(middle)) <= line) low = middle + 1;
    else high = middle;
  }
  let last = low - 1;
  while (last > 0 && tokens.kind(last) < NAME) last--;
  return last;
}

/** What a `with` calls, and what was called for a name that it is given. */
function managersIn(file: PythonFile, { block, index }: BlockStep): readonly CalledPath[] {
  const { from, to } = block[index] as BlockLine;
  const { tokens } = file;
  const first = tokens.word(from) === word.ASYNC ? from + 1 : from;
  if (tokens.word(first) !== word.WITH) return [];
  const found: CalledPath[] = [];
  for (let i = first; i < to; i++) {
    if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) continue;
    const path = pathAt(file, i);
    if (tokens.op(path.end) === op.PAREN_OPEN) found.push(path);
    else if (tokens.word(i - 1) !== word.AS)
      for (const at of placesOf(file, path.names.at(-1) ?? ''))
        if (tokens.op(at + 1) === op.ASSIGN && tokens.isName(at + 2)) found.push(pathAt(file, at + 2));
  }
  return found;
}

function decoratorsAbove(file: PythonFile, { block, index }: BlockStep): readonly CalledPath[] {
  const found: CalledPath[] = [];
  if (!SCOPES.includes(file.tokens.word(block[index]?.from ?? -1))) return found;
  for (let i = index - 1; i >= 0; i--) {
    const { from } = block[i] as BlockLine;
    if (file.tokens.op(from) !== op.AT) break;
    found.push(pathAt(file, from + 1));
  }
  return found;
}

/** The last name of a path, and what it is called where it is imported from. */
function calledByThem(file: PythonFile, names: readonly string[]): readonly string[] {
  const last = names.at(-1);
  if (last === undefined) return [];
  const imported = names.length > 1 ? [] : importsBinding(file, last);
  return [last, ...imported.map(({ target }) => lastOf(target))];
}

function catches(file: PythonFile, { definition: { kind, head, body, end } }: SymbolRef): boolean {
  const tokens = file.range(body, end);
  if (tokens.some(token => token.word === word.EXCEPT || CATCHES.test(token.text))) return true;
  if (kind === 'function' || kind === 'method') return false;
  if (kind !== 'class') return true;
  const hasBase = file.range(head, body).some(token => token.op === op.PAREN_OPEN);
  const exit = tokens.findIndex(({ text }) => /^__a?exit__$/.test(text));
  return hasBase || (exit >= 0 && tokens.slice(exit).some(token => token.word === word.RETURN));
}
