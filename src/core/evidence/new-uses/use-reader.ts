import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { misfit, type Parameters, readArguments, readParameters } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { callOf, decoratorTarget } from '../code/decorators.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { makesNames } from '../facts/bound-names.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { ClassLines } from './class-lines.ts';
import { fits, type InModule, type Judged, type Known, looksWrong, open, UNKNOWN } from './known.ts';
import { outsideNames } from './outside-names.ts';
import {
  type Binding,
  innerNames,
  isFunction,
  parametersIn,
  readStatements,
  type Statement,
} from './statements.ts';

/** Code of a file in the version after the change: a statement, or a field of a formatted string in it. */
export interface Code {
  readonly file: PythonFile;
  readonly tokens: readonly CodeToken[];
  readonly scope: number;
  /** Names of comprehensions and lambdas in it. */
  readonly inner: ReadonlySet<string>;
}

export const codeOf = (file: PythonFile, statement: Statement): Code => ({
  file,
  tokens: statement.tokens,
  scope: statement.scope,
  inner: innerNames(statement),
});

const MOST_STEPS = 12;
const NOTHING_BOUND = { bindings: new Map<number, ReadonlyMap<string, readonly Binding[]>>() };
/** Any mark has any arguments. */
const MARK: Known = {
  kind: 'outside',
  name: 'pytest.mark.any',
  entry: {
    signatures: [{ positional: [], named: [], takesMore: true, takesAnyName: true }],
    gives: undefined,
  },
};
/** What every module, and every class, function and object, has. */
const OF_MODULES = /^__(?:name|doc|file|path|package|spec|loader|dict|annotations|builtins)__$/;
const OF_OBJECTS =
  /^__(?:class|dict|doc|module|init|new|repr|str|eq|ne|hash|dir|format|getattribute|setattr|delattr|reduce|reduce_ex|sizeof|init_subclass)__$/;
const OF_FUNCTIONS = /^__(?:name|doc|module|qualname|dict)__$/;
const RAISED = /^builtins\.\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)$/;
/** Values of these types have the methods that are in the table of outside names. */
const TYPES = /^builtins\.(str|bytes|list|dict|set|frozenset|tuple|int|float)$/;

/** Says of names, attributes and calls whether they are shown to fit what is in the workspace after the change. */
export class UseReader {
  readonly #versions: TwoVersions;
  readonly #classes: ClassLines;
  /** Names of the workspace that something was shown to fit by. */
  readonly relied = new Set<string>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
    this.#classes = new ClassLines(versions, this);
  }

  get classes(): ClassLines {
    return this.#classes;
  }

  openFile(module: WorkspaceModule): Promise<PythonFile | undefined> {
    return this.#versions.open(module, 'after');
  }

  /** What the tokens from `from` to before `to` are: one expression of names, attributes, calls and literals. */
  async evaluate(code: Code, from: number, to: number, steps = 0): Promise<Known> {
    const { tokens } = code;
    const first = tokens[from];
    if (first === undefined || steps > MOST_STEPS) return UNKNOWN;
    let value: Known = UNKNOWN;
    let i = from + 1;
    if (first.kind === STRING)
      value = { kind: 'value', type: first.text.split(':')[0]?.includes('b') ? 'bytes' : 'str' };
    else if (isName(first)) value = await this.name(code, first.text, steps + 1);
    else if (isOpening(first)) {
      i = closing(tokens, from) + 1;
      if (first.op === op.BRACKET_OPEN) value = { kind: 'value', type: 'list' };
      if (first.op === op.BRACE_OPEN && i === from + 2) value = { kind: 'value', type: 'dict' };
    } else return UNKNOWN;
    while (i < to) {
      const token = tokens[i];
      if (token?.op === op.DOT) {
        value = valueIn(await this.attribute(value, tokens[i + 1]?.text ?? '', code, steps + 1));
        i += 2;
      } else if (token?.op === op.PAREN_OPEN) {
        value = valueIn(await this.call(value, code, i, false, steps + 1));
        i = closing(tokens, i) + 1;
      } else if (token?.op === op.BRACKET_OPEN) {
        value = UNKNOWN;
        i = closing(tokens, i) + 1;
      } else return UNKNOWN;
    }
    return value;
  }

  /** What a name means there. */
  async name(code: Code, text: string, steps = 0): Promise<Known> {
    const { file, scope } = code;
    if (code.inner.has(text) || steps > MOST_STEPS) return UNKNOWN;
    const { definitions } = file.module.index;
    const { bindings } = scope < 0 ? NOTHING_BOUND : readStatements(file);
    for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1) {
      // Names of a class body are not seen from the functions in it.
      if (at !== scope && !isFunction(definitions[at])) continue;
      const found = bindings.get(at)?.get(text);
      if (found !== undefined) return this.#local(file, at, text, found, steps + 1);
    }
    // In a class `__name` is another name.
    if (isPrivate(text) && classAround(code) >= 0) return { kind: 'unbound' };
    return this.#ofModule(file.module, text, steps + 1);
  }

  async #local(
    file: PythonFile,
    scope: number,
    text: string,
    bindings: readonly Binding[],
    steps: number,
  ): Promise<Known> {
    const [binding, ...others] = bindings;
    const { module } = file;
    if (binding === undefined || others.length > 0) return UNKNOWN;
    const { statement } = binding;
    if (statement === undefined) return this.#parameter(file, scope, text, steps);
    const [first, second] = statement.tokens;
    if (statement.isImport) {
      const start = first?.start ?? -1;
      const imported = module.index.imports.find(each => each.start === start);
      const entry = imported?.names.find(({ name, alias }) => (alias ?? name.split('.')[0]) === text);
      return imported === undefined || entry === undefined
        ? UNKNOWN
        : this.#imported(module, imported, entry.name, entry.alias, steps);
    }
    if (first?.text === text && second?.op === op.ASSIGN)
      return this.evaluate(codeOf(file, statement), 2, statement.tokens.length, steps + 1);
    const isDefined = statement.tokens
      .slice(0, 2)
      .some(each => each.word === word.DEF || each.word === word.CLASS_WORD);
    const index = isDefined
      ? (namesOfModule(module.index).inside.get(scope) ?? []).find(
          i => module.index.definitions[i]?.name === text,
        )
      : undefined;
    return index === undefined ? UNKNOWN : ofDefinition(module, index);
  }

  async #parameter(file: PythonFile, scope: number, text: string, steps: number): Promise<Known> {
    const { module } = file;
    const definition = module.index.definitions[scope] as Definition;
    const parts = parametersIn(file.range(definition.head, definition.body - 1));
    const at = parts.findIndex(part => part.find(token => isName(token))?.text === text);
    const part = parts[at] ?? [];
    const isMember = module.index.definitions[definition.parent]?.kind === 'class';
    if (at === 0 && isMember && (text === 'self' || text === 'cls')) {
      const targets = this.#decorators(file, definition);
      const isOfClass =
        targets.includes('builtins.classmethod') ||
        /^__(?:new|init_subclass|class_getitem)__$/.test(definition.name);
      if (targets.includes('builtins.staticmethod') || isOfClass !== (text === 'cls')) return UNKNOWN;
      return { kind: isOfClass ? 'class' : 'instance', module, index: definition.parent };
    }
    const [, colon] = part;
    const assign = part.findIndex(token => token.op === op.ASSIGN);
    if (colon?.op !== op.COLON || part[assign + 1]?.word === word.NONE) return UNKNOWN;
    return this.#promised(file, definition.parent, part.slice(2, assign < 0 ? undefined : assign), steps);
  }

  /** An object of the class that an annotation names. */
  async #promised(
    file: PythonFile,
    scope: number,
    tokens: readonly CodeToken[],
    steps: number,
  ): Promise<Known> {
    const bracket = tokens.findIndex(token => token.op === op.BRACKET_OPEN);
    const isWhole = bracket < 0 || closing(tokens, bracket) === tokens.length - 1;
    if (!isWhole || tokens.length === 0) return UNKNOWN;
    const code = { file, tokens, scope, inner: new Set<string>() };
    const value = await this.evaluate(code, 0, bracket < 0 ? tokens.length : bracket, steps + 1);
    if (value.kind === 'class') return { ...value, kind: 'instance' };
    const type = value.kind === 'outside' ? TYPES.exec(value.name)?.[1] : undefined;
    return type === undefined ? UNKNOWN : { kind: 'value', type };
  }

  #decorators(file: PythonFile, { start, head }: Definition): readonly (string | undefined)[] {
    return readDecorators(file.range(start, head)).map(each =>
      decoratorTarget(each, file, this.#versions.after.graph),
    );
  }

  /** What a name at the top of the module is in the end. */
  async #ofModule(module: WorkspaceModule, text: string, steps: number): Promise<Known> {
    const bindings = bindingsOf(module);
    const events = bindings.get(text);
    if (events === undefined) {
      if (OF_MODULES.test(text)) return UNKNOWN;
      const stars = bindings.get('*');
      if (stars !== undefined) return this.#broughtByStar(module, text);
      const entry = outsideNames('builtins')?.get(text);
      return entry === undefined ? { kind: 'unbound' } : { kind: 'outside', name: `builtins.${text}`, entry };
    }
    const [event, ...others] = events;
    if (!events.some(({ placement }) => placement === 'always')) return { kind: 'maybe' };
    if (event === undefined || others.length > 0 || event.kind === 'unread') return UNKNOWN;
    // A later `*` may bring another one.
    if (bindings.get('*')?.some(({ start }) => start > event.start)) return UNKNOWN;
    if ((await this.deletedIn(module)).has(text)) return { kind: 'maybe' };
    if (event.kind === 'import') {
      const entry = event.statement.names.find(({ name }) => name === event.name);
      return this.#imported(module, event.statement, event.name, entry?.alias, steps);
    }
    const [index] = definitionsNamed(module.index, text);
    return index === undefined ? UNKNOWN : ofDefinition(module, index);
  }

  /** No package stands beside the module, and it has no name of the standard library: then it depends on the path which is found. */
  #isOneOfItsName({ path, name, isPackage }: WorkspaceModule): boolean {
    const { modules } = this.#versions.after.snapshot;
    const other = isPackage
      ? path.replace(/\/__init__(\.pyi?)$/, '$1')
      : path.replace(/(\.pyi?)$/, '/__init__$1');
    return !modules.has(other) && !STANDARD_LIBRARY.has(name.split('.')[0] ?? '');
  }

  /** What is not bound in the module itself: some `*` must bring it. */
  #broughtByStar(module: WorkspaceModule, text: string): Known {
    const { graph } = this.#versions.after;
    if (graph.resolve(module, text) !== undefined || outsideNames('builtins')?.has(text)) return UNKNOWN;
    const isKnown = module.index.imports
      .filter(({ names }) => names.some(({ name }) => name === '*'))
      .every(statement => {
        const source = graph.moduleOfImport(statement, module);
        return source !== undefined && !bindingsOf(source).has('*');
      });
    return isKnown ? { kind: 'unbound' } : UNKNOWN;
  }

  /** Names that some `del` of the module is about. */
  async deletedIn(module: WorkspaceModule): Promise<ReadonlySet<string>> {
    const file = await this.openFile(module);
    return file === undefined || !file.mentions('del ') ? new Set() : file.once(readDeleted);
  }

  async #imported(
    module: WorkspaceModule,
    statement: WorkspaceModule['index']['imports'][number],
    name: string,
    alias: string | undefined,
    steps: number,
  ): Promise<Known> {
    const { graph } = this.#versions.after;
    if (statement.kind === 'import') {
      const full = alias === undefined ? (name.split('.')[0] ?? name) : name;
      const found = graph.findModule(full, module);
      if (found !== undefined)
        return this.#isOneOfItsName(found) ? { kind: 'module', module: found } : UNKNOWN;
      return isOutside(full) ? { kind: 'outside module', name: full } : UNKNOWN;
    }
    const source = graph.moduleOfImport(statement, module);
    if (source !== undefined && source !== module) {
      if (!this.#isOneOfItsName(source)) return UNKNOWN;
      if (bindingsOf(source).has(name)) return this.#ofModule(source, name, steps + 1);
      const part = graph.submodule(source, name);
      return part?.kind === 'module' ? { kind: 'module', module: part.module } : UNKNOWN;
    }
    const target = graph.fromImport(module, statement, name);
    if (target?.kind === 'module') return { kind: 'module', module: target.module };
    if (statement.level > 0 || !isOutside(statement.module)) return UNKNOWN;
    return outsideMember(statement.module, name) ?? UNKNOWN;
  }

  /** `value.name`. */
  async attribute(value: Known, name: string, code: Code, steps = 0): Promise<Judged> {
    if (isPrivate(name) && !isOfClassAround(value, code)) return open(`${name} is another name there`);
    switch (value.kind) {
      case 'module':
        return this.#ofWorkspaceModule(value.module, name, code, steps);
      case 'outside module': {
        const member = outsideMember(value.name, name);
        if (member !== undefined) return fits(member);
        const full = `${value.name}.${name}`;
        if (outsideNames(full) && imports(code.file, full))
          return fits({ kind: 'outside module', name: full });
        return open(`whether ${value.name} has ${name} is not known`);
      }
      case 'outside': {
        if (value.name === 'pytest.mark') return fits(MARK);
        const type = TYPES.exec(value.name)?.[1];
        return type !== undefined && outsideNames(`#${type}`)?.has(name)
          ? fits()
          : open(`whether ${value.name} has ${name} is not known`);
      }
      case 'value': {
        const entry = outsideNames(`#${value.type}`)?.get(name);
        return entry === undefined
          ? open(`whether ${value.type} has ${name} is not known`)
          : fits({ kind: 'outside', name: `${value.type}.${name}`, entry });
      }
      case 'function':
        return OF_FUNCTIONS.test(name) ? fits() : open(`whether the function has ${name} is not known`);
      case 'class':
      case 'instance':
      case 'super':
        return OF_OBJECTS.test(name) && value.kind !== 'super' ? fits() : this.#classes.member(value, name);
      default:
        return open(`of what ${name} is asked is not known`);
    }
  }

  async #ofWorkspaceModule(
    module: WorkspaceModule,
    name: string,
    code: Code,
    steps: number,
  ): Promise<Judged> {
    const bindings = bindingsOf(module);
    if (bindings.has(name)) {
      const value = await this.#ofModule(module, name, steps + 1);
      this.relied.add(name);
      return value.kind === 'maybe'
        ? open(`${name} is bound under a condition in ${module.path}`)
        : fits(value);
    }
    if (OF_MODULES.test(name)) return fits();
    const { graph } = this.#versions.after;
    const part = graph.submodule(module, name);
    if (part?.kind === 'module') {
      const isImported = code.file.module.index.imports.some(
        ({ kind, placement, parent, names }) =>
          kind === 'import' &&
          placement === 'always' &&
          parent === -1 &&
          names.some(each => isAround(part.module, graph.findModule(each.name, code.file.module))),
      );
      return isImported
        ? fits({ kind: 'module', module: part.module })
        : open(`whether ${module.name}.${name} is imported is not known`);
    }
    const file = await this.openFile(module);
    const isOpenModule =
      file === undefined ||
      bindings.has('*') ||
      bindings.has('__getattr__') ||
      module.isStub ||
      module.isPackage;
    if (isOpenModule || makesNames(file)) return open(`whether ${module.path} has ${name} is not known`);
    return { verdict: 'broken', reason: `${module.path} has no ${name}`, names: [name] };
  }

  /** `value(…)`, with the `(` at `at`. */
  async call(value: Known, code: Code, at: number, isAwaited = false, steps = 0): Promise<Judged> {
    const given = readArguments(code.tokens, at);
    switch (value.kind) {
      case 'function':
        return this.#callFunction(value, code, at, isAwaited, steps);
      case 'class': {
        const made = await this.#classes.parameters(value);
        if (typeof made === 'string') return open(made);
        const problem = given.isOpen ? 'arguments are given by * or **' : misfit(made, given);
        return problem === undefined ? fits({ ...value, kind: 'instance' }) : looksWrong(problem);
      }
      case 'outside': {
        if (value.name === 'builtins.super')
          return at + 1 === closing(code.tokens, at) ? fits(superOf(code)) : open('super is given arguments');
        const { signatures, gives } = value.entry;
        const isRaised = RAISED.test(value.name) && given.names.length === 0 && signatures.length === 0;
        const isFitting = isRaised || signatures.some(each => misfit(each, given) === undefined);
        if (!isFitting || given.isOpen)
          return signatures.length > 0 && !given.isOpen
            ? looksWrong(`whether ${value.name} takes these arguments is not known`)
            : open(`whether ${value.name} takes these arguments is not known`);
        const type = gives ?? TYPES.exec(value.name)?.[1];
        return fits(type === undefined ? UNKNOWN : { kind: 'value', type });
      }
      default:
        return open('what is called there is not known');
    }
  }

  async #callFunction(
    value: Extract<Known, { kind: 'function' }>,
    { tokens }: Code,
    at: number,
    isAwaited: boolean,
    steps: number,
  ): Promise<Judged> {
    const file = await this.openFile(value.module);
    const definition = value.module.index.definitions[value.index];
    if (file === undefined || definition === undefined) return open('what is called there cannot be read');
    const { name } = definition;
    const parameters = this.parametersOf(file, definition, value);
    if (parameters === undefined) return open(`a decorator may change how ${name} is called`);
    const given = readArguments(tokens, at);
    const problem = misfit(parameters, given);
    const isPlain = definition.parent === -1 && definition.start === definition.head;
    if (problem !== undefined)
      return isPlain
        ? { verdict: 'broken', reason: `${name}: ${problem}`, names: [name] }
        : looksWrong(`${name}: ${problem}`);
    if (given.isOpen) return open('arguments are given by * or **');
    this.relied.add(name);
    if (value.isOfObject) {
      const other = await this.#classes.otherTaking(value, given);
      if (other !== undefined) return looksWrong(`${other} takes other arguments for ${name}`);
    }
    const header = file.range(definition.head, definition.body - 1);
    const isAsync = header[0]?.word === word.ASYNC;
    if (isAwaited && !isAsync) return looksWrong(`${name} is awaited, and is not asynchronous`);
    const arrow = header.findLastIndex(token => token.op === op.ARROW);
    if (arrow < 0 || (isAsync && !isAwaited)) return fits();
    const body = file.range(definition.body, definition.end);
    if (body.some(token => token.word === word.YIELD)) return fits();
    return fits(await this.#promised(file, definition.parent, header.slice(arrow + 1), steps + 1));
  }

  /** What a function takes where it is called so; `undefined` where a decorator decides that. */
  parametersOf(
    file: PythonFile,
    definition: Definition,
    { isGivenSelf, isOfObject }: { readonly isGivenSelf: boolean; readonly isOfObject: boolean },
  ): Parameters | undefined {
    const decorators = readDecorators(file.range(definition.start, definition.head));
    const call = callOf(decorators, file, this.#versions.after.graph);
    if (call === undefined) return undefined;
    const parameters = readParameters(file.range(definition.head, definition.body - 1));
    const isOfClass = this.#decorators(file, definition).includes('builtins.classmethod');
    const isGiven = call !== 'static' && isGivenSelf && (isOfObject || isOfClass);
    const [, ...others] = parameters.positional;
    return isGiven ? { ...parameters, positional: others } : parameters;
  }
}

export const valueIn = (judged: Judged): Known => (judged.verdict === 'fits' ? judged.value : UNKNOWN);

function readDeleted({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  let isDeleting = false;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) === NEWLINE) isDeleting = false;
    if (tokens.word(i) === word.DEL) isDeleting = true;
    else if (isDeleting && tokens.isName(i)) found.add(tokens.text(i));
  }
  return found;
}

function ofDefinition(module: WorkspaceModule, index: number): Known {
  const { kind } = module.index.definitions[index] as Definition;
  if (kind === 'class') return { kind, module, index };
  if (kind === 'function') return { kind, module, index, isGivenSelf: false, isOfObject: false };
  return UNKNOWN;
}

function outsideMember(module: string, name: string): Known | undefined {
  const entry = outsideNames(module)?.get(name);
  const full = `${module}.${name}`;
  if (entry === undefined) return undefined;
  return outsideNames(full) ? { kind: 'outside module', name: full } : { kind: 'outside', name: full, entry };
}

const isOutside = (name: string): boolean =>
  STANDARD_LIBRARY.has(name.split('.')[0] ?? '') || outsideNames(name) !== undefined;

/** `import a.b` at the top of the file. */
const imports = ({ module }: PythonFile, name: string): boolean =>
  module.index.imports.some(
    ({ kind, placement, parent, names }) =>
      kind === 'import' && placement === 'always' && parent === -1 && names.some(each => each.name === name),
  );

const isAround = (part: InModule['module'], imported: WorkspaceModule | undefined): boolean =>
  imported !== undefined && part.segments.every((segment, i) => imported.segments[i] === segment);

const isPrivate = (name: string): boolean => name.startsWith('__') && !name.endsWith('__');

/** Index of the innermost class around the code; -1 where there is none. */
function classAround({ file, scope }: Code): number {
  const { definitions } = file.module.index;
  let at = scope;
  while (at >= 0 && definitions[at]?.kind !== 'class') at = definitions[at]?.parent ?? -1;
  return at;
}

/** Outside of classes `__name` is itself; inside, it is of the class alone. */
function isOfClassAround(value: Known, code: Code): boolean {
  const around = classAround(code);
  const isObject = value.kind === 'class' || value.kind === 'instance';
  if (!isObject) return around < 0 && value.kind === 'module';
  return value.index === around && value.module.path === code.file.module.path;
}

function superOf({ file, scope }: Code): Known {
  const { module } = file;
  const owner = module.index.definitions[scope]?.parent ?? -1;
  return module.index.definitions[owner]?.kind === 'class'
    ? { kind: 'super', module, index: owner }
    : UNKNOWN;
}

/** Index of the bracket that closes the one at `from`. */
function closing(tokens: readonly CodeToken[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    if (isClosing(token) && --depth === 0) return i;
  }
  return tokens.length;
}
