import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing, isOpening, opening } from '../code/brackets.ts';
import { type Parameters, parametersIn } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { firstFrom } from '../code/import-time.ts';
import { literalEnd } from '../code/literal-fields.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { CallReader } from './call-reader.ts';
import { ClassLines } from './class-lines.ts';
import { type Code, classAround, codeOf, isOfClassAround, isPrivate } from './code.ts';
import { KeptValues } from './kept-values.ts';
import { fits, type Judged, type Known, MOST_STEPS, open, UNKNOWN } from './known.ts';
import { ModuleValues, ofDefinition } from './module-values.ts';
import { objectOf, outsideAttribute } from './outside-members.ts';
import { type Binding, isAlwaysEntered, reachedBy, readStatements, statementAt } from './statements.ts';
import { readTakenAway } from './taken-away.ts';
import { fixtureOf } from './test-fixtures.ts';

const NOTHING_BOUND = { bindings: new Map<number, ReadonlyMap<string, readonly Binding[]>>() };
/** What every class and object, and every function, has. */
const OF_OBJECTS =
  /^__(?:class|dict|doc|module|init|new|repr|str|eq|ne|hash|dir|format|getattribute|setattr|delattr|reduce|reduce_ex|sizeof|init_subclass)__$/;
const OF_FUNCTIONS = /^__(?:name|doc|module|qualname|dict)__$/;

/** What a chain is up to one of its tokens. */
interface Followed {
  readonly to: number;
  readonly value: Known;
}

/** Says of names, attributes and calls whether they are shown to fit what is in the workspace after the change. */
export class UseReader {
  readonly #versions: TwoVersions;
  readonly #classes: ClassLines;
  readonly #modules: ModuleValues;
  readonly #calls: CallReader;
  readonly kept: KeptValues;
  /** Names of the workspace that something was shown to fit by. */
  readonly relied = new Set<string>();
  /** Names of what made objects of the standard library of which something is asked. */
  readonly made = new Set<string>();
  /** Names that something is newly called by, or an attribute is newly asked of. */
  readonly called = new Set<string>();
  readonly #answers = new Map<string, Promise<unknown>>();
  #takenAway: Promise<ReadonlySet<string>> | undefined;
  #last: { readonly code?: Code; readonly chains: Map<number, Followed> } = { chains: new Map() };

  constructor(versions: TwoVersions) {
    this.#versions = versions;
    this.#modules = new ModuleValues(versions, this.relied);
    this.#calls = new CallReader(versions, this);
    this.#classes = new ClassLines(versions, this);
    this.kept = new KeptValues(versions, this);
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
    const chains = steps === 0 ? this.#chainsOf(code) : undefined;
    const known = chains?.get(from);
    let value: Known = UNKNOWN;
    let i = from + 1;
    if (known !== undefined && known.to <= to) {
      value = known.value;
      i = known.to;
    } else if (first.kind === STRING) {
      i = literalEnd(tokens, from);
      value = { kind: 'value', type: first.text.split(':')[0]?.includes('b') ? 'bytes' : 'str' };
    } else if (isName(first)) value = await this.name(code, first.text, steps + 1);
    else if (isOpening(first)) {
      i = closing(tokens, from) + 1;
      if (first.op === op.BRACKET_OPEN) value = { kind: 'value', type: 'list' };
      if (first.op === op.BRACE_OPEN && i === from + 2) value = { kind: 'value', type: 'dict' };
      if (first.op === op.PAREN_OPEN) value = await this.evaluate(code, from + 1, i - 1, steps + 1);
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
      } else if (keepsType(value, token?.op) && !(await this.#mayTurn(tokens[i + 1], token?.op)))
        i = operandEnd(tokens, i + 1);
      else return UNKNOWN;
    }
    if (i === to) chains?.set(from, { to, value });
    return value;
  }

  /** Whether what stands behind `+` or `/` may make something else of both, or is refused. */
  async #mayTurn(operand: CodeToken | undefined, operator: number | undefined): Promise<boolean> {
    if (operator === PERCENT || operand?.kind === STRING) return false;
    if (operand === undefined || !isName(operand)) return true;
    return this.once('turning operators', async () => {
      for (const module of this.#versions.after.snapshot.modules.values()) {
        const file = await this.openFile(module);
        if (TURNING.some(each => file?.mentions(each))) return true;
      }
      return false;
    });
  }

  /** How far each chain `a.b(1).c` of the code is followed: each access of it asks from its beginning on. */
  #chainsOf(code: Code): Map<number, Followed> {
    const { file, tokens, scope, inner } = this.#last.code ?? {};
    const isSame =
      code.tokens === tokens && code.file === file && code.scope === scope && code.inner === inner;
    if (!isSame) this.#last = { code, chains: new Map() };
    return this.#last.chains;
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
      if (found === undefined) continue;
      const statement = at === scope ? statementAt(file, scope, code.tokens[0]?.start ?? -1) : undefined;
      return this.#local(file, at, text, reachedBy(text, found, at, statement), steps + 1);
    }
    // In a class `__name` is another name.
    if (isPrivate(text) && classAround(code) >= 0) return { kind: 'unbound' };
    const value = await this.#modules.of(file.module, text, steps + 1);
    const source = value.kind === 'unknown' ? this.sourceOf(file.module, text) : undefined;
    return source === undefined ? value : this.kept.atTop(source.module, source.name);
  }

  async #local(
    file: PythonFile,
    scope: number,
    text: string,
    bindings: readonly Binding[],
    steps: number,
  ): Promise<Known> {
    const [first, ...others] = bindings;
    if (first === undefined || setByInner(file).has(text)) return UNKNOWN;
    let value = await this.#bound(file, scope, text, first, steps);
    // Whichever of several it is: they all give the same.
    for (const each of others) {
      if (value.kind === 'unknown') return UNKNOWN;
      value = eitherOf(value, await this.#bound(file, scope, text, each, steps));
    }
    return value;
  }

  /** What one statement, or being a parameter, makes of a name. */
  async #bound(
    file: PythonFile,
    scope: number,
    text: string,
    { statement }: Binding,
    steps: number,
  ): Promise<Known> {
    const { module } = file;
    if (statement === undefined) return this.#parameter(file, scope, text, steps);
    const [first, second] = statement.tokens;
    if (statement.isImport) {
      const start = first?.start ?? -1;
      const { imports } = module.index;
      const next = imports[firstFrom(imports, start)];
      const imported = next?.start === start ? next : undefined;
      const entry = imported?.names.find(({ name, alias }) => (alias ?? name.split('.')[0]) === text);
      return imported === undefined || entry === undefined
        ? UNKNOWN
        : this.#modules.imported(module, imported, entry.name, entry.alias, steps);
    }
    if (first?.text === text && second?.op === op.ASSIGN)
      return this.evaluate(codeOf(file, statement), 2, statement.tokens.length, steps + 1);
    if (first?.word === word.WITH) return this.#opened(codeOf(file, statement), text, steps);
    const isDefined = statement.tokens
      .slice(0, 2)
      .some(each => each.word === word.DEF || each.word === word.CLASS_WORD);
    const index = isDefined ? definitionsInside(module.index, scope, text)[0] : undefined;
    return index === undefined ? UNKNOWN : ofDefinition(module, index);
  }

  /** `with open(…) as file`, `with path.open() as file` */
  async #opened(code: Code, text: string, steps: number): Promise<Known> {
    const { tokens } = code;
    const at = tokens.findIndex((token, i) => token.text === text && tokens[i - 1]?.word === word.AS);
    const open = opening(tokens, at - 2);
    if (tokens[at - 2]?.op !== op.PAREN_CLOSE || open < 2) return UNKNOWN;
    let from = open - 1;
    while (tokens[from - 1]?.op === op.DOT && isName(tokens[from - 2])) from -= 2;
    const made = await this.evaluate(code, from, at - 1, steps + 1);
    return made.kind === 'value' && GIVING_THEMSELVES.test(made.type) ? made : UNKNOWN;
  }

  async #parameter(file: PythonFile, scope: number, text: string, steps: number): Promise<Known> {
    const { module } = file;
    const definition = module.index.definitions[scope] as Definition;
    const parts = parametersIn(file.range(definition.head, definition.body - 1));
    const at = parts.findIndex(part => part.find(token => isName(token))?.text === text);
    const part = parts[at] ?? [];
    const isMember = module.index.definitions[definition.parent]?.kind === 'class';
    if (at === 0 && isMember && (text === 'self' || text === 'cls')) {
      const targets = this.#calls.decorators(file, definition);
      const isOfClass =
        targets.includes('builtins.classmethod') ||
        /^__(?:new|init_subclass|class_getitem)__$/.test(definition.name);
      if (targets.includes('builtins.staticmethod') || isOfClass !== (text === 'cls')) return UNKNOWN;
      return isOfClass
        ? { kind: 'class', module, index: definition.parent, isOfClass }
        : { kind: 'instance', module, index: definition.parent };
    }
    const [, colon] = part;
    const assign = part.findIndex(token => token.op === op.ASSIGN);
    if (colon === undefined) return this.#given(file, scope, text, steps);
    if (colon.op !== op.COLON || part[assign + 1]?.word === word.NONE) return UNKNOWN;
    return this.promised(file, definition.parent, part.slice(2, assign < 0 ? undefined : assign), steps);
  }

  /** What pytest gives to a test, or to a fixture. */
  async #given(file: PythonFile, scope: number, text: string, steps: number): Promise<Known> {
    const fixture = await fixtureOf(file, scope, text, this.#versions);
    if (fixture === undefined || steps > MOST_STEPS) return UNKNOWN;
    if ('type' in fixture) return { kind: 'value', type: fixture.type };
    const { file: source, index } = fixture;
    const results = (readStatements(source).inScope.get(index) ?? []).filter(
      ({ firstWord }) => firstWord === word.RETURN || firstWord === word.YIELD,
    );
    const [result, ...others] = results;
    const isAlways = result?.guards.every(isAlwaysEntered);
    if (result === undefined || others.length > 0 || !isAlways) return UNKNOWN;
    return this.evaluate(codeOf(source, result), 1, result.tokens.length, steps + 1);
  }

  /** An object of the class that an annotation names. */
  async promised(
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
    return objectOf(value);
  }

  /** `value.name`. */
  async attribute(value: Known, name: string, code: Code, steps = 0): Promise<Judged> {
    if (isPrivate(name) && !isOfClassAround(value, code))
      return open(`${name} has another name outside of its class`);
    switch (value.kind) {
      case 'module':
        return this.#modules.attribute(value.module, name, code.file, steps);
      case 'outside module':
      case 'outside':
      case 'value':
        return outsideAttribute(value, name, code);
      case 'function':
        return OF_FUNCTIONS.test(name) ? fits() : open(`whether the function has ${name} is not known`);
      case 'class':
      case 'instance':
      case 'super':
        return OF_OBJECTS.test(name) && value.kind !== 'super' ? fits() : this.#classes.member(value, name);
      default:
        return open(`what object ${name} is asked of is not known`);
    }
  }

  /** `value(…)`, with the `(` at `at`. */
  call(value: Known, code: Code, at: number, isAwaited = false, steps = 0): Promise<Judged> {
    return this.#calls.judge(value, code, at, isAwaited, steps);
  }

  /** What all files are looked through for is asked once. */
  once<T>(question: string, answer: () => Promise<T>): Promise<T> {
    const known = (this.#answers.get(question) as Promise<T> | undefined) ?? answer();
    this.#answers.set(question, known);
    return known;
  }

  /** Whether something takes the name away from an object, a class or a module. */
  async isTakenAway(name: string): Promise<boolean> {
    this.#takenAway ??= readTakenAway(this.#versions);
    return (await this.#takenAway).has(name);
  }

  /** Names that some `del` of the module is about. */
  deletedIn(module: WorkspaceModule): Promise<ReadonlySet<string>> {
    return this.#modules.deletedIn(module);
  }

  /** What the decorators of a function are. */
  decoratorsOf(file: PythonFile, definition: Definition): readonly (string | undefined)[] {
    return this.#calls.decorators(file, definition);
  }

  /** The module at whose top a name of this one is given its value in the end; `undefined` outside of the workspace. */
  sourceOf(module: WorkspaceModule, name: string): { module: WorkspaceModule; name: string } | undefined {
    return this.#modules.sourceOf(module, name);
  }

  /** What a function takes where it is called so; `undefined` where a decorator decides that. */
  parametersOf(
    file: PythonFile,
    definition: Definition,
    self: { readonly isGivenSelf: boolean; readonly isOfObject: boolean },
  ): Parameters | undefined {
    return this.#calls.parametersOf(file, definition, self);
  }
}

/** Whether a value of the type gives one by the operator, whatever stands behind it: `path / name`, `text % values`. */
function keepsType(value: Known, operator: number | undefined): boolean {
  if (value.kind !== 'value') return false;
  if (value.type === 'Path') return operator === op.SLASH;
  return TEXTS.test(value.type) && (operator === op.PLUS || operator === PERCENT);
}

const TURNING = ['__radd__', '__rtruediv__'];
/** `%` */
const PERCENT = 37;

/** Index behind one operand `a.b(1)[2]`; behind all tokens where something else stands there. */
function operandEnd(tokens: readonly CodeToken[], from: number): number {
  const first = tokens[from];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  let i = from + 1;
  if (first.kind === STRING) i = literalEnd(tokens, from);
  else if (isOpening(first)) i = closing(tokens, from) + 1;
  else if (!isName(first) && first.kind !== NUMBER) return Number.POSITIVE_INFINITY;
  for (;;) {
    const operator = tokens[i]?.op;
    if (operator === op.DOT) i += 2;
    else if (operator === op.PAREN_OPEN || operator === op.BRACKET_OPEN) i = closing(tokens, i) + 1;
    else return i;
  }
}

/** Objects that `with` enters, and gives as they are. */
const GIVING_THEMSELVES = /^(?:File|StringIO|BytesIO|ZipFile|Popen|ThreadPoolExecutor|ExitStack)$/;

/** Names that a function within another one sets there. */
const setByInner = (file: PythonFile): ReadonlySet<string> => file.once(readNonlocal);

function readNonlocal(file: PythonFile): ReadonlySet<string> {
  if (!file.mentions('nonlocal')) return new Set();
  const declared = readStatements(file).statements.filter(each => each.firstWord === word.NONLOCAL);
  return new Set(declared.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
}

/** What both are: the same object, objects of the same class, or texts of any kind. */
function eitherOf(one: Known, other: Known): Known {
  if (one.kind === 'value' && other.kind === 'value') {
    if (one.type === other.type) return one;
    return TEXTS.test(one.type) && TEXTS.test(other.type) ? { kind: 'value', type: 'Text' } : UNKNOWN;
  }
  const isOfClass = one.kind === 'instance' && other.kind === 'instance';
  return isOfClass && one.index === other.index && one.module.path === other.module.path ? one : UNKNOWN;
}

const TEXTS = /^(?:str|bytes|Text)$/;

const valueIn = (judged: Judged): Known => (judged.verdict === 'fits' ? judged.value : UNKNOWN);
