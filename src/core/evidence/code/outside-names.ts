import { addTo } from '../../kernel/group-by.ts';
import type { Parameters } from './call-shape.ts';
import { OUTSIDE_NAMES } from './outside-names-table.ts';

/** A name of the standard library that each version of Python has, on every system. */
export interface OutsideName {
  /** What its calls may look like; nothing where that is not known. */
  readonly signatures: readonly Parameters[];
  /** The type of the value that a call gives, or that is there where nothing is called, if it is always the same: a builtin one, or one of those in the table. */
  readonly gives: string | undefined;
}

let read: ReadonlyMap<string, ReadonlyMap<string, OutsideName>> | undefined;

/** What the module has, or an object of a type (`#str`); `undefined` for one that is not in the table. */
export const outsideNames = (module: string): ReadonlyMap<string, OutsideName> | undefined =>
  readTable().get(module);

function readTable(): ReadonlyMap<string, ReadonlyMap<string, OutsideName>> {
  read ??= new Map(OUTSIDE_NAMES.split('\n').map(readLine));
  return read;
}

let makers: ReadonlyMap<string, readonly string[]> | undefined;

/** What makes objects of a type, with its module: `subprocess.run` gives a `CompletedProcess`. */
export function makersOf(type: string): readonly string[] {
  makers ??= readMakers();
  return makers.get(type) ?? [];
}

function readMakers(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [module, entries] of readTable())
    for (const [name, { gives }] of entries) {
      if (gives === undefined) continue;
      const full = `${module.replace(/^[#@]/, '')}.${name}`;
      addTo(found, gives, full);
    }
  return found;
}

function readLine(line: string): [string, ReadonlyMap<string, OutsideName>] {
  const [module = '', ...entries] = line.split(' ');
  return [module, new Map(entries.map(readEntry))];
}

function readEntry(entry: string): [string, OutsideName] {
  const match = /^(\w+)(?:\((.*)\))?(?:>(\w+))?$/.exec(entry);
  const [, name = entry, signatures, gives] = match ?? [];
  return [name, { signatures: signatures?.split('|').map(readSignature) ?? [], gives }];
}

/** `_` only by its place, `name=` with a default, `*`, `;` before what is only given by name, `**`. */
function readSignature(text: string): Parameters {
  const positional: { name: string; hasDefault: boolean; byNameToo: boolean }[] = [];
  const named: { name: string; hasDefault: boolean }[] = [];
  let takesMore = false;
  let isNamedOnly = false;
  let takesAnyName = false;
  for (const part of text === '' ? [] : text.split(',')) {
    const hasDefault = part.endsWith('=');
    const name = part.replace(/=$/, '');
    if (part === '*') takesMore = true;
    if (part === '*' || part === ';') isNamedOnly = true;
    else if (part === '**') takesAnyName = true;
    else if (isNamedOnly) named.push({ name, hasDefault });
    else
      positional.push({
        name: name === '_' ? `#${positional.length}` : name,
        hasDefault,
        byNameToo: name !== '_',
      });
  }
  return { positional, named, takesMore, takesAnyName };
}
