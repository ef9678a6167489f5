import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import type { ImportGraph } from '../../python/index/import-graph.ts';
import * as op from '../../python/lexer/operators.ts';
import { basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type Parameters, readParameters, takesAllOf } from '../code/call-shape.ts';
import { callOf } from '../code/decorators.ts';
import { bodyKey, kindOfCall } from '../code/kind-of-call.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';

export interface Signature {
  readonly parameters: Parameters;
  readonly resultChanged: boolean;
  /** It takes whatever it took before, and gives the same. */
  readonly isWider: boolean;
  /** Names of what was given by position before, in order; none where that is not known. */
  readonly positionalBefore: readonly string[];
}

/**
 * What was given by position and is now given to another parameter, though the old one is still there: `f(a, b)`
 * became `f(b, a)`, or `f(a, new, b)`. `undefined`: every position means what it meant.
 */
export function misplaced(
  { parameters: { positional, named }, positionalBefore }: Signature,
  given: number,
): string | undefined {
  const names = new Set([...positional, ...named].map(({ name }) => name));
  const at = positionalBefore.findIndex(
    (name, i) => i < given && name !== positional[i]?.name && names.has(name),
  );
  const now = positional[at]?.name;
  return now === undefined ? undefined : `argument ${at + 1} was ${positionalBefore[at]}, and is ${now} now`;
}

/** What a changed name of a module takes now, or why that is unknown. */
export function newSignature(
  after: PythonFile,
  before: PythonFile | undefined,
  name: string,
  graph: ImportGraph,
): Signature | string {
  const now = functionsNamed(after, name);
  const old = before === undefined ? [] : functionsNamed(before, name);
  const [definition, ...twins] = now.filter(({ role }) => role !== 'overload');
  const isBoundAnew = definitionsNamed(after.module.index, name).length > now.length;
  if (definition === undefined || twins.length > 0 || isBoundAnew) return 'it is defined in several ways';
  const decorators = readDecorators(after.range(definition.start, definition.head));
  const call = callOf(decorators, after, graph);
  if (call === undefined) return 'a decorator may change how it is called';
  if (name.endsWith('.__init__') && !isMadeByInit(after, definition.parent))
    return 'its class may be made in another way';
  const isCalledWithSelf = definition.parent !== -1 && call !== 'static';
  const [was, ...others] = old;
  const parameters = parametersOf(after, definition, isCalledWithSelf);
  const oldFile = others.length > 0 ? undefined : before;
  const taken = was && oldFile && parametersOf(oldFile, was, isCalledWithSelf);
  const isSameKind = was && oldFile && kindOfCall(oldFile, was) === kindOfCall(after, definition);
  const resultChanged = old.some(each => hasOtherResult(before, each, after, definition));
  return {
    parameters,
    positionalBefore: taken?.positional.map(each => each.name) ?? [],
    isWider: isSameKind === true && !resultChanged && taken !== undefined && takesAllOf(parameters, taken),
    resultChanged,
  };
}

function functionsNamed(file: PythonFile, name: string): readonly Definition[] {
  const { index } = file.module;
  return definitionsNamed(index, name).flatMap(i => {
    const definition = index.definitions[i];
    return definition?.kind === 'function' || definition?.kind === 'method' ? [definition] : [];
  });
}

function parametersOf(file: PythonFile, { head, body }: Definition, isCalledWithSelf: boolean): Parameters {
  const parameters = readParameters(file.range(head, body - 1));
  return isCalledWithSelf ? { ...parameters, positional: parameters.positional.slice(1) } : parameters;
}

/** A class without decorators, metaclass and `__new__`: calling it calls its `__init__`. */
function isMadeByInit(file: PythonFile, index: number): boolean {
  const { definitions } = file.module.index;
  const owner = definitions[index];
  if (owner === undefined || owner.start !== owner.head) return false;
  const bases = basesOf(owner, file.text);
  const hasNew =
    definitionsNamed(file.module.index, `${qualifiedName(definitions, index)}.__new__`).length > 0;
  return !hasNew && !bases.some(base => base.startsWith('metaclass'));
}

/** That the same statements give something of a type which nobody had named is no other result. */
export function hasOtherResult(
  before: PythonFile | undefined,
  old: Definition,
  after: PythonFile,
  now: Definition,
): boolean {
  if (before === undefined) return true;
  const was = resultOf(before, old);
  return was !== resultOf(after, now) && !(was === '' && bodyKey(before, old) === bodyKey(after, now));
}

function resultOf(file: PythonFile, definition: Definition): string {
  const header = file.range(definition.head, definition.body - 1);
  const arrow = header.findLastIndex(token => token.op === op.ARROW);
  return arrow < 0
    ? ''
    : header
        .slice(arrow)
        .map(token => token.text)
        .join(' ');
}
