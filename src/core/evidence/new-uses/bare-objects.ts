import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { classesIn } from '../code/definitions-by-kind.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf, JOINED } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isInFunction } from './class-members.ts';
import type { InModule } from './known.ts';
import type { UseReader } from './use-reader.ts';

/**
 * Classes of which objects are made without `__init__`, by their names: by `C.__new__(C)`, where a test puts another
 * `__init__` in its place, or by a copy that leaves something out; `*`: of which one is not told.
 */
export async function readBare(versions: TwoVersions): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file !== undefined && mayMake(file)) for (const name of file.once(bareIn)) found.add(name);
  }
  return found;
}

/** Many files define `__init__`, and few set it, or say it in a text. */
const MAKING = /__new__|__getstate__|\.[\s\\]*__init__[\s\\)]*=|__init__["']/;
const mayMake = (file: PythonFile): boolean => file.matches(MAKING) || file.matches(JOINED);

function bareIn({ tokens, module }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  const { definitions } = module.index;
  const around = (at: number, isMeant: (kind: string) => boolean) =>
    definitions.findLast(
      each => isMeant(each.kind) && each.head <= tokens.start(at) && tokens.start(at) < each.end,
    )?.name;
  const classAround = (at: number) => around(at, kind => kind === 'class') ?? '*';
  const nameOf = (at: number) =>
    /^(?:cls|self|type)$/.test(tokens.text(at)) ? classAround(at) : tokens.text(at);
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens.text(i);
    const isMember = tokens.op(i - 1) === op.DOT;
    if (text === '__new__' && isMember && tokens.op(i + 1) === op.PAREN_OPEN) {
      if (around(i, kind => kind === 'method') !== '__new__') {
        const end = tokens.closing(i + 1);
        let last = i + 2;
        while (tokens.op(last + 1) === op.DOT && last < end) last += 2;
        found.add(nameOf(last));
      }
    } else if (text === '__init__' && isMember && tokens.op(i + 1) === op.ASSIGN) found.add(nameOf(i - 2));
    else if (tokens.kind(i) === STRING && text.includes('__init__')) {
      const parts = contentOf(text).split('.');
      if (parts.at(-1) !== '__init__') continue;
      found.add(
        parts.length > 1 ? (parts.at(-2) ?? '*') : tokens.op(i - 1) === op.COMMA ? nameOf(i - 2) : '*',
      );
    } else if (text === '__getstate__' && !isMember && tokens.kind(i - 1) >= NAME) found.add(classAround(i));
  }
  return found;
}

/** Why an object of the class may be without an attribute that only its methods set. */
export async function whyBare(
  value: InModule,
  name: string,
  bare: ReadonlySet<string>,
  versions: TwoVersions,
  reader: UseReader,
): Promise<string | undefined> {
  if (bare.size === 0) return undefined;
  const { classes } = await reader.classes.of(value);
  const found = classes.flatMap(({ module, index }) =>
    definitionsInside(module.index, index, name).map(i => isInFunction(module.index.definitions, i)),
  );
  if (found.length === 0 || found.includes(false)) return undefined;
  const reason = (by: string) => `objects of ${by} are made without __init__ somewhere, which sets ${name}`;
  const own = classes.find(({ definition }) => bare.has(definition.name));
  if (own !== undefined) return reason(own.definition.name);
  if (bare.has('*')) return reason('some class');
  for (const module of versions.after.snapshot.modules.values())
    for (const index of classesIn(module.index)) {
      const each = at(module.index.definitions, index);
      if (!bare.has(each.name)) continue;
      const line = await reader.classes.of({ module, index });
      if (line.classes.some(one => one.index === value.index && one.module.path === value.module.path))
        return reason(each.name);
    }
  return undefined;
}

/** Whether some file calls the method through its class for an object that is not told to be of it: `B.run(it)`. */
export async function isGivenOthers(
  { module, index }: InModule,
  method: string,
  versions: TwoVersions,
): Promise<boolean> {
  const owner = module.index.definitions[index]?.name ?? '';
  for (const other of versions.after.snapshot.modules.values()) {
    const file = await versions.open(other, 'after');
    const isCalled =
      file !== undefined &&
      [owner, method].every(name => file.mentionsName(name)) &&
      file.once(calledThroughNames).has(`${owner}.${method}`);
    if (isCalled && givesOthers(file, owner, method)) return true;
  }
  return false;
}

/** `B.run` of `B.run(it)`. */
function calledThroughNames({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++)
    if (tokens.op(i + 1) === op.DOT && tokens.op(i + 3) === op.PAREN_OPEN)
      found.add(`${tokens.text(i)}.${tokens.text(i + 2)}`);
  return found;
}

function givesOthers(file: PythonFile, owner: string, method: string): boolean {
  const { tokens, module } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.text(i) !== owner || tokens.op(i + 1) !== op.DOT || tokens.text(i + 2) !== method) continue;
    if (tokens.op(i + 3) !== op.PAREN_OPEN) continue;
    const around = module.index.definitions.findLast(
      each => each.kind === 'class' && each.head <= tokens.start(i) && tokens.start(i) < each.end,
    );
    // A class below asks the one above it.
    const isBelow =
      around !== undefined &&
      tokens.text(i + 4) === 'self' &&
      (around.name === owner || file.range(around.head, around.body).some(({ text }) => text === owner));
    // An object that is made there is one of the class.
    const isMade = tokens.text(i + 4) === owner && tokens.op(i + 5) === op.PAREN_OPEN;
    if (!isBelow && !isMade) return true;
  }
  return false;
}
