import type { PythonFile } from './python-file.ts';

/** `__x`, which is `_A__x` in a class `A`; not `__init__`. */
const PRIVATE = /^__.*(?<!__)$/;
/** `_A__x`, as it may be written `__x` in a class `A`. */
const MANGLED = /^_[^_].*?(__[^_].*(?<!__))$/;

/** The same text for a name and for what it may be written as in a class. */
export const unmangled = (name: string): string =>
  name.startsWith('_') ? (MANGLED.exec(name)?.[1] ?? name) : name;

/** Whether a class may write the name in another way than others do. */
export const mayBeMangled = (name: string): boolean =>
  name.startsWith('_') && (PRIVATE.test(name) || MANGLED.test(name));

/** The names, with those that private ones are in each class of the file. */
export function withMangled(names: ReadonlySet<string>, file: PythonFile): ReadonlySet<string> {
  const own = [...names].filter(name => PRIVATE.test(name));
  if (own.length === 0) return names;
  const classes = file.module.index.definitions.flatMap(({ kind, name }) =>
    kind === 'class' ? [name.replace(/^_+/, '')] : [],
  );
  return new Set([...names, ...own.flatMap(name => classes.map(each => `_${each}${name}`))]);
}
