import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { closing } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { definitionsInside, namesOfModule } from '../code/module-names.ts';
import type { ClassLine } from './class-line.ts';
import { isInFunction } from './class-members.ts';
import { readStatements, type Statement } from './statements.ts';

type InLine = ClassLine['classes'][number];
type InFile = Pick<InLine, 'module' | 'index' | 'file'>;

/** What objects of a class are not given, because a class of its line does not ask those above it to make them. */
export interface Skipped {
  /** The class that does not ask. */
  readonly by: string;
  /** How many classes of the line stand before those that are left out. */
  readonly below: number;
  /** Attributes that only those set. */
  readonly names: ReadonlySet<string>;
}

/** Methods by which an object is made, or prepared for a test: each asks the one above it, or that does not run. */
export const MAKERS: readonly string[] = [
  '__init__',
  '__post_init__',
  '__attrs_post_init__',
  'setUp',
  'setUpClass',
  'asyncSetUp',
  'setup_method',
];

/** `undefined` where every class of the line that sets something is asked. */
export function readSkipped({ classes }: ClassLine): Skipped | undefined {
  if (classes.length < 2) return undefined;
  for (const maker of MAKERS) {
    const skipped = skippedBy(classes, maker);
    if (skipped !== undefined) return skipped;
  }
  return undefined;
}

function skippedBy(classes: readonly InLine[], maker: string): Skipped | undefined {
  const makes = (each: InLine) => methodsOf(each, maker).length > 0 || isMadeByFields(each, maker);
  const first = classes.findIndex(makes);
  const makers = classes.filter(makes);
  if (makers.length < 2 && !classes.some(isNewOtherwise)) return undefined;
  const reached = new Set<InLine>(classes.some(isNewOtherwise) ? [] : reachedFrom(makers, maker));
  const left = makers.filter(each => !reached.has(each));
  const others = classes.filter(each => !left.includes(each));
  const names = new Set(left.flatMap(each => setOnlyThere(each)));
  for (const name of names) if (others.some(each => has(each, name))) names.delete(name);
  const stop = [...reached].at(-1) ?? classes.find(isNewOtherwise) ?? classes[first];
  return stop === undefined || names.size === 0
    ? undefined
    : { by: stop.definition.name, below: classes.indexOf(stop) + 1, names };
}

/** The classes whose own method runs: the first one, and those that it asks. */
function reachedFrom(makers: readonly InLine[], maker: string): readonly InLine[] {
  const [first] = makers;
  const reached = new Set<InLine>(first === undefined ? [] : [first]);
  for (const each of reached) {
    const [method = -1, ...others] = methodsOf(each, maker);
    if (method < 0) {
      // What is made of fields sets those of all above it that are made so.
      for (const other of makers) if (methodsOf(other, maker).length === 0) reached.add(other);
      continue;
    }
    const asked = others.length > 0 ? [] : askedFirst(each, method, maker);
    for (const name of asked) {
      const next =
        name === 'super'
          ? makers[makers.indexOf(each) + 1]
          : makers.find(({ definition }) => definition.name === name);
      if (next !== undefined) reached.add(next);
    }
  }
  return [...reached];
}

/** Equal texts are classes that ask the same of their bases where their objects are made. */
export function howAsked(of: InFile): string {
  const asked = MAKERS.flatMap(maker =>
    methodsOf(of, maker).map(method => `${maker} ${askedFirst(of, method, maker).join()}`),
  );
  return [...asked, String(isNewOtherwise(of))].join('\u0001');
}

const methodsOf = ({ module, index }: InFile, name: string): readonly number[] =>
  definitionsInside(module.index, index, name);

/** A decorator makes `__init__` of the fields. */
const isMadeByFields = (each: InLine, maker: string): boolean =>
  maker === '__init__' &&
  methodsOf(each, maker).length === 0 &&
  readDecorators(each.file.range(each.definition.start, each.definition.head)).some(decorator =>
    decorator.some(({ text }) => FIELD_MAKERS.test(text)),
  );

const FIELD_MAKERS = /^(?:dataclass|attrs|attr|define|frozen|mutable)$/;

/** Its own `__new__` does not ask the one above it: then `__init__` need not run. */
function isNewOtherwise(each: InFile): boolean {
  const [method = -1] = methodsOf(each, '__new__');
  return (
    method >= 0 &&
    !statementsIn(each, method).some(
      ({ tokens, guards }) =>
        guards.length === 0 &&
        tokens.some((token, i) => token.text === '__new__' && tokens[i - 1]?.op === op.DOT),
    )
  );
}

const statementsIn = ({ file }: InFile, method: number): readonly Statement[] =>
  readStatements(file).inScope.get(method) ?? [];

/** The classes that a method always asks, above all that may ask for what they set; `super`: the next one. */
function askedFirst(each: InFile, method: number, maker: string): readonly string[] {
  const found: string[] = [];
  for (const { tokens, guards } of statementsIn(each, method)) {
    const asked = guards.length === 0 ? askedBy(tokens, maker) : undefined;
    if (asked !== undefined) found.push(asked);
    else if (mayAskObject(tokens)) break;
  }
  return found;
}

/** `super().__init__(…)`, `super(A, self).__init__(…)`, `Base.__init__(self, …)`, `module.Base.__init__(self, …)`. */
function askedBy(all: readonly CodeToken[], maker: string): string | undefined {
  const tokens = all[0]?.text === 'await' ? all.slice(1) : all;
  const at = tokens.findIndex((token, i) => token.text === maker && tokens[i - 1]?.op === op.DOT);
  if (at < 0 || tokens[at + 1]?.op !== op.PAREN_OPEN) return undefined;
  const isSuper = tokens[0]?.text === 'super' && closing(tokens, 1) === at - 2;
  const isNamed = tokens.slice(0, at).every(({ op: each, text }) => each === op.DOT || /^\w+$/.test(text));
  return isSuper ? 'super' : isNamed ? tokens[at - 2]?.text : undefined;
}

/** More than `self.name = …` of values that are no part of the object. */
function mayAskObject(tokens: readonly CodeToken[]): boolean {
  if (tokens[0]?.kind === STRING) return false;
  const isLeaving = tokens[0]?.text === 'return';
  const isSetting = tokens[0]?.text === 'self' && tokens[1]?.op === op.DOT && tokens[3]?.op !== op.DOT;
  return (
    isLeaving ||
    tokens.slice(isSetting && tokens[3]?.op !== op.PAREN_OPEN ? 1 : 0).some(({ text }) => text === 'self')
  );
}

/** What objects are given by the methods of a class and by its fields, and the class itself does not have. */
function setOnlyThere({ module, index, file }: InLine): readonly string[] {
  const { definitions } = module.index;
  const own = (namesOfModule(module.index).inside.get(index) ?? []).filter(
    i => definitions[i]?.kind === 'attribute',
  );
  const nameOf = (i: number) => (definitions[i] as Definition).name;
  const isMade = (i: number) => isInFunction(definitions, i);
  const isValue = (i: number) => {
    const { start, end } = definitions[i] as Definition;
    return !isMade(i) && file.range(start, end).some(token => token.op === op.ASSIGN);
  };
  const values = new Set(own.filter(isValue).map(nameOf));
  return own.map(nameOf).filter(name => !values.has(name));
}

const has = ({ module, index }: InLine, name: string): boolean =>
  definitionsInside(module.index, index, name).length > 0;
