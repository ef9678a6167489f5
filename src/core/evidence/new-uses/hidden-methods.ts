import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type Arguments, misfit } from '../code/call-shape.ts';
import { isInFunction } from '../code/import-time.ts';
import { definitionsInside } from '../code/module-names.ts';
import { mayHave } from '../code/outside-classes.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf, JOINED } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { EMPTY_BASES, keyOf } from './class-line.ts';
import type { InModule, Known } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** Why an object may have something else under the name of the method that is called, or a method that takes other arguments. */
export async function whyHidden(
  { module, index }: Extract<Known, { kind: 'function' }>,
  given: Arguments,
  versions: TwoVersions,
  reader: UseReader,
): Promise<string | undefined> {
  const { name, parent } = module.index.definitions[index] as Definition;
  const of = { module, index: parent };
  const { classes: own } = await reader.classes.of(of);
  const isOwn = new Set(own.map(keyOf));
  const before = new Set<string>();
  for (const line of await reader.classes.before(of)) {
    if (line === undefined) return `a class may have another ${name} from a base that is not known`;
    if (typeof line === 'string') {
      if (hasOutside(line, name)) return `${line} may have another ${name}`;
      continue;
    }
    const outside = line.outside.find(each => hasOutside(each, name));
    if (line.isOpen || outside !== undefined) return `${outside ?? 'a base'} may have another ${name}`;
    for (const each of line.classes) {
      if (isOwn.has(keyOf(each))) continue;
      before.add(keyOf(each));
      const { definitions } = each.module.index;
      for (const i of definitionsInside(each.module.index, each.index, name)) {
        const takes = reader.parametersOf(each.file, definitions[i] as Definition, OF_OBJECT);
        if (definitions[i]?.kind !== 'method' || takes === undefined || misfit(takes, given) !== undefined)
          return `${each.definition.name} has another ${name}`;
      }
    }
  }
  for (const at of await reader.once(`binds ${name}`, () => classesBinding(name, versions, reader))) {
    const isRelated =
      isOwn.has(keyOf(at)) ||
      before.has(keyOf(at)) ||
      (await reader.classes.of(at)).classes.some(each => keyOf(each) === keyOf(of));
    if (isRelated) return `${at.module.index.definitions[at.index]?.name} may give objects another ${name}`;
  }
  return undefined;
}

/** The classes of the workspace that give the name to objects, or to themselves, in another way than by a definition. */
async function classesBinding(
  name: string,
  versions: TwoVersions,
  reader: UseReader,
): Promise<readonly InModule[]> {
  const found: InModule[] = [];
  const binding = mayBind(name);
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await reader.openFile(module);
    if (file === undefined) continue;
    if (file.matches(binding) || file.matches(JOINED))
      for (const index of boundIn(file, name)) found.push({ module, index });
    if (file.mentions('setattr') || file.mentions('__dict__') || file.mentions('vars('))
      for (const index of file.once(setByVariable)) found.push({ module, index });
  }
  return found;
}

/**
 * The name, but for that of a definition (`def name(`) and for that of anything but `self`: few of the files that mention
 * a name have more. In a text neither binds it, which has brackets or dots then.
 */
const mayBind = (name: string): RegExp =>
  new RegExp(
    `(?<!\\w)(?<!(?<!self)(?<=[\\w)\\]])\\.)${name}(?!\\w)(?:(?<!^[ \\t]*(?:async )?def ${name})|(?![ \\t]*[(\\[]))`,
    'mu',
  );

const OF_OBJECT = { isGivenSelf: true, isOfObject: true };

const hasOutside = (base: string, name: string): boolean => !EMPTY_BASES.test(base) && mayHave(base, name);

/** The innermost class around a place; -1: none. */
const classAt = ({ module }: PythonFile, start: number): number =>
  module.index.definitions.findLastIndex(
    each => each.kind === 'class' && each.head <= start && start < each.end,
  );

/** Classes that give the name to objects by `self.name = …`, or to themselves by anything but a definition. */
function boundIn(file: PythonFile, name: string): readonly number[] {
  const { tokens } = file;
  const found: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const isText = tokens.kind(i) === STRING;
    if (isText ? !tokens.text(i).includes(name) : tokens.text(i) !== name) continue;
    const isMember = tokens.op(i - 1) === op.DOT;
    if (isMember && (tokens.text(i - 2) !== 'self' || !isSetAt(tokens, i))) continue;
    const owner = classAt(file, tokens.start(i));
    if (owner < 0) continue;
    if (!isMember && isInFunction(file, tokens.start(i))) continue;
    if (isText && !isNaming(file, i, name)) continue;
    if (isMember || definitionsInside(file.module.index, owner, name).length === 0) found.push(owner);
  }
  return found;
}

const isSetAt = (tokens: PythonFile['tokens'], at: number): boolean => {
  const next = tokens.op(at + 1);
  const isFirst =
    tokens.kind(at - 3) < NAME || tokens.word(at - 3) === word.FOR || tokens.word(at - 3) === word.AS;
  return (
    next === op.ASSIGN ||
    op.isAugmented(next) ||
    (isFirst && (next === op.COLON || next === op.COMMA)) ||
    tokens.word(at + 1) === word.IN
  );
};

/** A text that is more than a docstring, and has the name as one of its words. */
const isNaming = ({ tokens }: PythonFile, at: number, name: string): boolean =>
  (tokens.kind(at - 1) >= NAME || tokens.kind(at + 1) >= NAME) &&
  /^[\w\s,]+$/.test(contentOf(tokens.text(at))) &&
  contentOf(tokens.text(at)).split(/\W+/).includes(name);

/** Classes that set members of `self` whose names are not written there. */
function setByVariable(file: PythonFile): readonly number[] {
  const { tokens } = file;
  const found: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens.text(i);
    const isGiven = tokens.op(i + 1) === op.PAREN_OPEN && tokens.text(i + 2) === 'self';
    const isSetting = /^(?:setattr|__setattr__)$/.test(text) && isGiven && tokens.kind(i + 4) !== STRING;
    const isOwn = text === '__dict__' && tokens.text(i - 2) === 'self' && tokens.op(i - 1) === op.DOT;
    const end = isOwn ? i : text === 'vars' && isGiven ? i + 3 : -1;
    const isStored =
      end > 0 &&
      (tokens.op(end + 1) === op.BRACKET_OPEN
        ? tokens.op(tokens.closing(end + 1) + 1) === op.ASSIGN && tokens.kind(end + 2) !== STRING
        : tokens.text(end + 2) === 'update' || tokens.op(end + 1) === op.ASSIGN);
    if ((isSetting || isStored) && classAt(file, tokens.start(i)) >= 0)
      found.push(classAt(file, tokens.start(i)));
  }
  return found;
}
