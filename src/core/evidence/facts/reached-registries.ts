import { once } from '../../kernel/once.ts';
import type { Target } from '../../python/index/import-graph.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { keyOf, namesBy } from './serving-names.ts';
import { valuesByName } from './test-ranges.ts';

/** So many definitions are read behind one thing; what is further away is not looked at. */
const MOST_READ = 300;
/** So far it is followed from name to name. */
const MOST_STEPS = 4;
/** Values that many share and in which nothing is collected. */
const SHARED = /^(?:getLogger|get_logger|compile|TypeVar|ParamSpec|NewType|namedtuple|Lock|RLock)$/;
const COLLECTING = /^(?:append|add|setdefault|insert|update|register\w*|__init_subclass__)$/;
/** By these a class sees each one that is made below it. */
const SEES_CLASSES = /^(?:__init_subclass__|\w*metaclass\w*)$/;

/** Everything, or of what is a class only what is told of a class below it. */
type Way = 'all' | 'bases';

interface Step {
  readonly module: WorkspaceModule;
  readonly name: string;
  readonly way: Way;
  readonly steps: number;
}

/** What may collect things at the top of modules, as far as some code leads to it, and the words on the way. */
export class ReachedRegistries {
  readonly registries = new Set<string>();
  readonly words = new Set<string>();
  readonly wordsOfTests = new Set<string>();
  readonly #versions: TwoVersions;
  readonly #asked = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #waiting: Step[] = [];

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  /** @param module where the names are looked up: before the change, for whatever version of the file */
  async follow(
    { tokens }: PythonFile,
    from: number,
    to: number,
    module: WorkspaceModule,
    way: Way = 'all',
  ): Promise<void> {
    this.#read(tokens, from, to, module, way, 0);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      if (this.#seen.size < MOST_READ) await this.#open(next);
  }

  async #open({ module, name, way, steps }: Step): Promise<void> {
    const file = await this.#versions.open(module, 'before');
    if (file === undefined) return;
    const isOfTests = isTestFile(module.path);
    if (isOfTests)
      for (const [from, to] of file.once(valuesByName).get(name) ?? [])
        this.#read(file.tokens, from, to, module, way, steps);
    for (const unit of readUnits(file)) {
      if (!binds(unit, name)) continue;
      this.#readUnit(unit, name, way, steps, isOfTests);
    }
  }

  #readUnit(unit: Unit, name: string, way: Way, steps: number, isOfTests: boolean): void {
    const { file, from, to } = unit;
    const isOfClass = unit.content.kind === 'definition' && unit.content.definition.kind === 'class';
    const isSeen = !isOfClass || way === 'all' || hasWord(unit, SEES_CLASSES);
    if (!isOfTests && collects(unit, way)) this.registries.add(keyOf(file.module, name));
    this.#read(file.tokens, from, isSeen ? to : headerEnd(unit), file.module, isSeen ? 'all' : way, steps);
  }

  #read(
    tokens: PythonFile['tokens'],
    from: number,
    to: number,
    module: WorkspaceModule,
    way: Way,
    steps: number,
  ): void {
    for (let i = from; i < to; i++) {
      if (!tokens.isName(i)) continue;
      if (!isOfTemporary(tokens, i)) this.#addWord(tokens.text(i), module);
      if (tokens.op(i - 1) === op.DOT || steps >= MOST_STEPS) continue;
      const chain = chainFrom(tokens, i);
      const asked = `${keyOf(module, chain.join('.'))} ${way}`;
      if (this.#asked.has(asked)) continue;
      this.#asked.add(asked);
      for (const { module: other, name } of this.#targets(module, chain))
        this.#wait({ module: other, name, way, steps: steps + 1 });
    }
  }

  #addWord(text: string, { path }: WorkspaceModule): void {
    this.words.add(text);
    if (isTestFile(path)) this.wordsOfTests.add(text);
  }

  #wait(step: Step): void {
    const key = `${keyOf(step.module, step.name)} ${step.way}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push(step);
  }

  /** What a chain of names leads to at the top of modules; in tests, also what is inside of functions, and fixtures. */
  #targets(
    module: WorkspaceModule,
    [root = '', ...members]: readonly string[],
  ): readonly Pick<Step, 'module' | 'name'>[] {
    const { graph, snapshot } = this.#versions.before;
    const found: Pick<Step, 'module' | 'name'>[] = [];
    const add = (target: Target | undefined) => {
      const inside = throughModules(target, members, (name, at) => graph.resolve(at, name));
      if (inside !== undefined) found.push(inside);
    };
    add(graph.resolve(module, root));
    for (const statement of module.index.imports)
      if (statement.parent !== -1) add(graph.throughImport(module, statement, root));
    const dotted = [root, ...members].slice(0, -1).join('.');
    const whole = dotted === '' ? undefined : graph.findModule(dotted, module);
    if (whole !== undefined) add({ kind: 'module', module: whole });
    if (!isTestFile(module.path)) return found;
    found.push({ module, name: root });
    for (const other of conftestsOf(snapshot))
      if (other.index.definitions.some(({ name }) => name === root))
        found.push({ module: other, name: root });
    return found;
  }
}

const conftestsOf = once(({ modules }: WorkspaceSnapshot): readonly WorkspaceModule[] =>
  [...modules.values()].filter(({ path }) => /(?:^|\/)conftest\.py$/.test(path)),
);

/** Of `pkg.m.NAME`, what the last module of the chain has. */
function throughModules(
  target: Target | undefined,
  members: readonly string[],
  resolve: (name: string, at: WorkspaceModule) => Target | undefined,
): Pick<Step, 'module' | 'name'> | undefined {
  let inside = target;
  for (const member of members) {
    if (inside?.kind !== 'module') break;
    inside = resolve(member, inside.module) ?? inside;
  }
  if (inside?.kind !== 'definition') return undefined;
  return { module: inside.module, name: inside.module.index.definitions[inside.index]?.name ?? '' };
}

function chainFrom(tokens: PythonFile['tokens'], at: number): readonly string[] {
  const chain = [tokens.text(at)];
  for (let i = at; tokens.op(i + 1) === op.DOT && tokens.isName(i + 2); i += 2)
    chain.push(tokens.text(i + 2));
  return chain;
}

/** What is in a folder that a test made says nothing of the workspace: `tmp_path.iterdir()`, `os.listdir(tmp)`. */
function isOfTemporary(tokens: PythonFile['tokens'], at: number): boolean {
  const beside = [at - 2, at + 2].map(i => tokens.text(i));
  return beside.some(text => /^(?:tmp|temp|out)/i.test(text));
}

const binds = (unit: Unit, name: string): boolean => {
  if (namesBy(unit).includes(name)) return true;
  if (unit.content.kind !== 'other') return false;
  return unit.file.module.index.definitions.some(
    each => each.parent === -1 && each.name === name && unit.start <= each.start && each.start < unit.end,
  );
};

/** Whether other code may add something to what is made there. */
function collects(unit: Unit, way: Way): boolean {
  const { content, file, from } = unit;
  if (content.kind !== 'definition') return true;
  const { kind } = content.definition;
  if (kind === 'class') return hasWord(unit, way === 'all' ? COLLECTING : SEES_CLASSES);
  if (kind === 'function') return file.tokens.op(from) === op.AT;
  return !isPlainValue(unit) && !hasWord(unit, SHARED);
}

/** A number, or a text. */
function isPlainValue({ file: { tokens }, from, to }: Unit): boolean {
  for (let i = from + 1; i < to; i++) if (tokens.isName(i) || op.opens(tokens.op(i))) return false;
  return true;
}

function hasWord({ file: { tokens }, from, to }: Unit, words: RegExp): boolean {
  for (let i = from; i < to; i++) if (tokens.isName(i) && words.test(tokens.text(i))) return true;
  return false;
}

/** Behind the decorators and the header of a class or a function. */
export function headerEnd({ content, file: { tokens }, to }: Unit): number {
  return content.kind === 'definition' ? tokens.firstFrom(content.definition.body) : to;
}
