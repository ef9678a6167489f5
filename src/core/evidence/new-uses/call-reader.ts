import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { closing, opening } from '../code/brackets.ts';
import {
  type Arguments,
  misfit,
  type Parameters,
  readArguments,
  readParameters,
  takenByStars,
} from '../code/call-shape.ts';
import { callOf, decoratorTarget } from '../code/decorators.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { mangledIn } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { type Code, classAround, superOf } from './code.ts';
import { fits, type Judged, type Known, looksWrong, open } from './known.ts';
import { outsideCall } from './outside-members.ts';
import type { UseReader } from './use-reader.ts';

/** Says of calls whether they are shown to fit what is called, and what they give. */
export class CallReader {
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;

  constructor(versions: TwoVersions, reader: UseReader) {
    this.#versions = versions;
    this.#reader = reader;
  }

  /** `value(…)`, with the `(` at `at`. */
  async judge(value: Known, code: Code, at: number, isAwaited: boolean, steps: number): Promise<Judged> {
    const given = readArguments(code.tokens, at);
    switch (value.kind) {
      case 'function':
        return this.#ofFunction(value, code, at, isAwaited, steps);
      case 'class': {
        const made = await this.#reader.classes.made.parameters(value);
        if (typeof made === 'string') return open(made);
        const problem = given.isOpen ? 'arguments are given by * or **' : misfit(made, given);
        const other = value.isOfClass && (await this.#reader.classes.otherMaking(value, given));
        if (other !== undefined && other !== false)
          return looksWrong(`${other} may be meant, and is made in another way`);
        const { isOfClass: _, ...known } = value;
        const isMessage = given.positional === 1 && given.names.length === 0 && !given.isOpen;
        if (isMessage && (await this.#reader.classes.made.takesMessage(value)))
          return fits({ ...known, kind: 'instance' });
        if (problem === undefined && isTakenByStars(made, given))
          return open('what is given by * or ** to make an object may be given on');
        return problem === undefined ? fits({ ...known, kind: 'instance' }) : looksWrong(problem);
      }
      case 'outside': {
        if (value.name !== 'builtins.super') return outsideCall(value, given);
        const isPlain = at + 1 === closing(code.tokens, at);
        return isPlain ? fits(superOf(code)) : open('super is given arguments');
      }
      default:
        return open('what is called there is not known');
    }
  }

  async #ofFunction(
    value: Extract<Known, { kind: 'function' }>,
    { tokens }: Code,
    at: number,
    isAwaited: boolean,
    steps: number,
  ): Promise<Judged> {
    const file = await this.#reader.openFile(value.module);
    const definition = value.module.index.definitions[value.index];
    if (file === undefined || definition === undefined) return open('what is called there cannot be read');
    const { name } = definition;
    const parameters = this.parametersOf(file, definition, value);
    if (parameters === undefined) return open(`how ${name} is called is not known`);
    const given = readArguments(tokens, at);
    const problem = misfit(parameters, given);
    // What a stub beside the module says of it, type checkers believe.
    const hasStub = this.#versions.after.snapshot.modules.has(`${value.module.path}i`);
    const isSet = file.mentions('__defaults__') || file.mentions('__kwdefaults__');
    const isOne = definitionsNamed(value.module.index, name).length === 1;
    const isPlain =
      definition.parent === -1 && definition.start === definition.head && !hasStub && !isSet && isOne;
    if (problem !== undefined)
      return isPlain
        ? { verdict: 'broken', reason: `${name}: ${problem}`, names: [name] }
        : looksWrong(`${name}: ${problem}`);
    if (given.isOpen) return open('arguments are given by * or **');
    if (givesOn(file, definition, parameters, given))
      return open(`${name} gives on what it takes by * or **`);
    this.#reader.relied.add(name);
    if (value.isOfObject) {
      const other = await this.#reader.classes.otherTaking(value, given);
      if (other !== undefined)
        return looksWrong(`${other} may be meant, and takes other arguments for ${name}`);
    }
    const header = file.range(definition.head, definition.body - 1);
    const isAsync = header[0]?.word === word.ASYNC;
    if (isAwaited && !isAsync) return looksWrong(`${name} is awaited, and is not asynchronous`);
    const arrow = header.findLastIndex(token => token.op === op.ARROW);
    const body = file.range(definition.body, definition.end);
    const isGenerator = body.some(token => token.word === word.YIELD);
    if (isAsync && !isAwaited && !isGenerator && !isScheduled(tokens, at))
      return open(`${name} is asynchronous, and not awaited there`);
    if (arrow < 0 || (isAsync && !isAwaited) || isGenerator) return fits();
    return fits(await this.#reader.promised(file, definition.parent, header.slice(arrow + 1), steps + 1));
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
    const written = readParameters(file.range(definition.head, definition.body - 1));
    const parameters = asCalledByName(written, file, definition.parent);
    const isOfClass = this.decorators(file, definition).includes('builtins.classmethod');
    const isGiven = call !== 'static' && isGivenSelf && (isOfObject || isOfClass);
    const [first, ...others] = parameters.positional;
    if (isGiven && first === undefined && !parameters.takesMore) return undefined;
    return isGiven ? { ...parameters, positional: others } : parameters;
  }

  /** What its decorators are. */
  decorators(file: PythonFile, { start, head }: Definition): readonly (string | undefined)[] {
    return readDecorators(file.range(start, head)).map(each =>
      decoratorTarget(each, file, this.#versions.after.graph),
    );
  }
}

/** In a class a parameter `__x` has another name, which calls do not write so. */
function asCalledByName(parameters: Parameters, file: PythonFile, parent: number): Parameters {
  const owner = file.module.index.definitions[classAround({ file, scope: parent })]?.name;
  if (owner === undefined) return parameters;
  const { positional, named } = parameters;
  return {
    ...parameters,
    positional: positional.map(each => ({ ...each, name: mangledIn(owner, each.name) })),
    named: named.map(each => ({ ...each, name: mangledIn(owner, each.name) })),
  };
}

/** `asyncio.create_task(f())`, `gather(f(), g())`: a coroutine is what is wanted. */
const isScheduled = (tokens: Code['tokens'], at: number): boolean =>
  SCHEDULING.test(tokens[opening(tokens, at) - 1]?.text ?? '');

const SCHEDULING =
  /^(?:create_task|ensure_future|gather|run|run_until_complete|run_coroutine_threadsafe|wait_for|shield|start_soon)$/;

/** Whether what only `*` or `**` of a function takes is given on in its body: there it has to fit, too. */
function givesOn(
  file: PythonFile,
  { body, end }: Definition,
  parameters: Parameters,
  given: Arguments,
): boolean {
  return (
    isTakenByStars(parameters, given) &&
    file.range(body, end).some(({ op: each }, i, tokens) => {
      const before = tokens[i - 1]?.op;
      const isStart = before === op.PAREN_OPEN || before === op.COMMA;
      return isStart && (each === op.STAR || each === op.DOUBLE_STAR);
    })
  );
}

const isTakenByStars = (parameters: Parameters, given: Arguments): boolean =>
  given.positional > parameters.positional.length || takenByStars(parameters, given) !== undefined;
