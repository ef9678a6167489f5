import { addTo } from '../../kernel/group-by.ts';
import * as op from '../../python/lexer/operators.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readUnits } from '../code/units.ts';
import { isMetaclass } from './unit-shapes.ts';

/** A class that may ask those below it, or itself while it is made, for what they have. */
export const looksAtMembers = (file: PythonFile, name: string): boolean =>
  file.once(readClasses).looking.has(name);

/**
 * Whether making a class by it, or one below it, runs something of it: it looks at what it makes, and so may what is not
 * written as a class.
 */
export function isRunByMaking(file: PythonFile, name: string): boolean {
  const [index, ...others] = definitionsNamed(file.module.index, name);
  const kind = file.module.index.definitions[index ?? -1]?.kind;
  if (kind === 'function') return false;
  return kind !== 'class' || others.length > 0 || looksAtMembers(file, name);
}

/** A class that names it in its header, or a type made by it: `Base[int]`. */
export const isMadeBelow = (file: PythonFile, name: string): boolean =>
  subclassesOf(file, name).length > 0 || file.once(readClasses).subscripted.has(name);

export const subclassesOf = (file: PythonFile, base: string): readonly string[] =>
  file.once(readClasses).below.get(base) ?? [];

interface Classes {
  /** By what the headers name, the classes at the top. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly looking: ReadonlySet<string>;
  /** Names in front of a `[`. */
  readonly subscripted: ReadonlySet<string>;
}

/** By which a class looks at classes that are made by it or below it. */
const LOOKING: ReadonlySet<string> = new Set(['metaclass', '__init_subclass__', '__class_getitem__']);

function readClasses(file: PythonFile): Classes {
  const below = new Map<string, string[]>();
  const looking = new Set<string>();
  const mayLook = [...LOOKING, 'type'].some(each => file.mentions(each));
  for (const unit of readUnits(file)) {
    const { content } = unit;
    if (content.kind !== 'definition' || content.definition.kind !== 'class') continue;
    const { name, head, body } = content.definition;
    for (const base of new Set(file.range(head, body).map(({ text }) => text))) {
      if (base !== name) addTo(below, base, name);
    }
    if (mayLook && (isMetaclass(unit) || unit.tokens.some(({ text }) => LOOKING.has(text))))
      looking.add(name);
  }
  return { below, looking, subscripted: subscriptedIn(file) };
}

function subscriptedIn({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 1; i < tokens.length; i++)
    if (tokens.op(i) === op.BRACKET_OPEN && tokens.isName(i - 1)) found.add(tokens.text(i - 1));
  return found;
}
