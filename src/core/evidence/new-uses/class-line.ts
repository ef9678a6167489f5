import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { parametersIn } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { HARMLESS_DECORATORS } from '../code/known-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { InModule } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** A class with all that it inherits from. */
export interface ClassLine {
  /** Those of the workspace, nearest first. */
  readonly classes: readonly (InModule & { readonly file: PythonFile; readonly definition: Definition })[];
  /** What is above them: nothing, exceptions of Python, or something that is not known. */
  readonly above: 'nothing' | 'exceptions' | 'unknown';
  /** The bases from outside of the workspace, by their full names. */
  readonly outside: readonly string[];
  /** What the class itself names as its bases, in their order; a text: from outside, `undefined`: not known. */
  readonly bases: readonly (InModule | string | undefined)[];
  /** One base each, no metaclass and no decorators. */
  readonly isPlain: boolean;
  /** Some of it may not be made at all. */
  readonly isAbstract: boolean;
  /** It is a protocol itself: who has its members counts as one of it. */
  readonly isProtocol: boolean;
  /** A base is not found, and may be below any class of the workspace. */
  readonly isOpen: boolean;
  /** A decorator or a metaclass that is not known may make it in another way than it is written. */
  readonly isMadeOtherwise: boolean;
}

export const EMPTY_BASES = /^(?:builtins\.object|abc\.ABC|typing\.(?:Generic|Protocol))$/;
const ABSTRACT_BASES = /^(?:abc\.ABC|typing\.Protocol)$/;
export const EXCEPTIONS = /^builtins\.\w*(?:Error|Exception|Warning)$/;
const MOST_CLASSES = 40;

/** Of a class whose bases lead back to itself nothing is known. */
export const IN_CIRCLE: ClassLine = {
  classes: [],
  above: 'unknown',
  outside: [],
  bases: [],
  isPlain: false,
  isAbstract: false,
  isProtocol: false,
  isOpen: true,
  isMadeOtherwise: true,
};

export const keyOf = ({ module, index }: InModule): string => `${module.path} ${index}`;

/** Below `TypedDict` there are only dictionaries. */
export const isOfDictionaries = ({ outside }: ClassLine): boolean =>
  outside.some(each => /^typing(?:_extensions)?\.TypedDict$/.test(each));

/** Follows the bases of a class to what is above them all. */
export async function readClassLine(
  start: InModule,
  versions: TwoVersions,
  reader: UseReader,
): Promise<ClassLine> {
  const classes: ClassLine['classes'][number][] = [];
  let above: ClassLine['above'] = 'nothing';
  const outside: string[] = [];
  const bases: (InModule | string | undefined)[] = [];
  let isPlain = true;
  let isAbstract = false;
  let isProtocol = false;
  let isOpen = false;
  let isMadeOtherwise = false;
  const waiting = [start];
  const seen = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const key = keyOf(next);
    if (seen.has(key)) continue;
    seen.add(key);
    const file = await reader.openFile(next.module);
    const definition = next.module.index.definitions[next.index];
    if (file === undefined || definition === undefined || seen.size > MOST_CLASSES) {
      above = 'unknown';
      isOpen = true;
      continue;
    }
    classes.push({ ...next, file, definition });
    const decorators = readDecorators(file.range(definition.start, definition.head));
    if (decorators.length > 0) isPlain = false;
    const isHarmless = (decorator: readonly CodeToken[]) =>
      HARMLESS_DECORATORS.has(decoratorTarget(decorator, file, versions.after.graph) ?? '');
    if (!decorators.every(isHarmless)) {
      above = 'unknown';
      isMadeOtherwise = true;
    }
    const parts = parametersIn(file.range(definition.head, definition.body - 1));
    if (parts.length > 1) isPlain = false;
    for (const part of parts) {
      const bracket = part.findIndex(token => token.op === op.BRACKET_OPEN);
      if (part[1]?.op === op.ASSIGN) {
        above = 'unknown';
        isPlain = false;
        isMadeOtherwise ||= part[0]?.text !== 'metaclass' || part.at(-1)?.text !== 'ABCMeta';
        continue;
      }
      const code = { file, tokens: part, scope: definition.parent, inner: new Set<string>() };
      const base = await reader.evaluate(code, 0, bracket < 0 ? part.length : bracket);
      if (base.kind === 'outside') outside.push(base.name);
      if (next === start)
        bases.push(base.kind === 'class' ? base : base.kind === 'outside' ? base.name : undefined);
      if (base.kind === 'class') waiting.push(base);
      else if (base.kind !== 'outside') {
        above = 'unknown';
        isOpen = true;
      } else if (EXCEPTIONS.test(base.name)) above = above === 'unknown' ? above : 'exceptions';
      else if (!EMPTY_BASES.test(base.name)) above = 'unknown';
      else if (ABSTRACT_BASES.test(base.name)) {
        isAbstract = true;
        isProtocol ||= next === start && base.name === 'typing.Protocol';
      }
    }
  }
  return { classes, above, outside, bases, isPlain, isAbstract, isProtocol, isOpen, isMadeOtherwise };
}
