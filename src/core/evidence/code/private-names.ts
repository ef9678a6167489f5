import { classDefinitions } from './definitions-by-kind.ts';
import type { PythonFile } from './python-file.ts';

/** `__x`, which is `_A__x` in a class `A`; not `__init__`. */
export const isPrivate = (name: string): boolean => name.startsWith('__') && !name.endsWith('__');

/** What Python makes of a name that is written in a class. */
export const mangledIn = (className: string, name: string): string =>
  isPrivate(name) ? `_${className.replace(/^_+/, '')}${name}` : name;

/** Where `__x` begins in `_A__x`, as it may be written in a class `A`; -1 in any other name. */
function privatePart(name: string): number {
  if (!/^_[^_]/.test(name) || name.endsWith('__')) return -1;
  return name.search(/__[^_]/);
}

/** The same text for a name and for what it may be written as in a class. */
export const unmangled = (name: string): string => name.slice(Math.max(0, privatePart(name)));

/** Whether a class may write the name in another way than others do. */
export const mayBeMangled = (name: string): boolean => isPrivate(name) || privatePart(name) > 0;

/** The names, with those that private ones are in each class of the file. */
export function withMangled(names: ReadonlySet<string>, file: PythonFile): ReadonlySet<string> {
  const own = [...names].filter(isPrivate);
  if (own.length === 0) return names;
  const classes = classDefinitions(file.module.index).map(each => each.name.replace(/^_+/, ''));
  return new Set([...names, ...own.flatMap(name => classes.map(each => `_${each}${name}`))]);
}
