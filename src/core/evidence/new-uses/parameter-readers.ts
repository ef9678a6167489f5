import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { classDefinitions } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { hasWord } from './reached-names.ts';

/** A method that takes more than before; with `__init__`, the class is what is called. */
export interface WiderMethod {
  readonly owner: string;
  readonly method: string;
}

/** By which code asks what a function takes, or how anything is annotated, instead of only using it. */
const READING = [
  ...['getfullargspec', 'getargspec', 'getcallargs', 'get_type_hints', 'get_annotations', 'Signature'],
  ...['__signature__', '__code__', '__defaults__', '__kwdefaults__', '__annotations__'],
  ...['co_argcount', 'co_varnames', 'co_kwonlyargcount'],
  ...['eval_str', 'ForwardRef', 'resolve_types', '__value__', '__bound__', '__constraints__'],
];

/**
 * Whether something in the workspace may look at what these methods take: it reads signatures, or gives a method or its
 * class on to something that may read them.
 */
export async function mayLookAtParameters(
  methods: readonly WiderMethod[],
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<boolean> {
  const called = new Set(methods.flatMap(({ method }) => (method === '__init__' ? [] : [method])));
  const made = new Set(methods.flatMap(({ owner, method }) => (method === '__init__' ? [owner] : [])));
  const bases: Below[] = [];
  const modules = [...versions.after.snapshot.modules.values()];
  for (const module of modules) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file === undefined || readsSignatures(file) || givesMethodOn(file, called)) return true;
    if (made.size > 0) bases.push(...headersOf(file));
  }
  addSubclasses(made, bases);
  for (const module of made.size > 0 ? modules : []) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file === undefined || givesClassOn(file, made)) return true;
  }
  return false;
}

const readsSignatures = (file: PythonFile): boolean =>
  hasWord(file, READING) || (file.mentions('inspect') && hasWord(file, ['signature']));

/** `object.name` without a call behind it. */
function givesMethodOn(file: PythonFile, names: ReadonlySet<string>): boolean {
  if (file.mentionedOf(names).length === 0) return false;
  const { tokens } = file;
  for (let i = 1; i < tokens.length; i++)
    if (tokens.op(i - 1) === op.DOT && tokens.op(i + 1) !== op.PAREN_OPEN && names.has(tokens.text(i)))
      return true;
  return false;
}

/** A class, and all words of its header. */
interface Below {
  readonly name: string;
  readonly header: readonly string[];
}

const headersOf = (file: PythonFile): readonly Below[] =>
  classDefinitions(file.module.index).map(({ name, head, body }) => ({
    name,
    header: file.range(head, body - 1).map(({ text }) => text),
  }));

/** Adds the names of all classes below those: they are made in the same way. */
function addSubclasses(names: Set<string>, classes: readonly Below[]): void {
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const { name, header } of classes) if (header.some(each => names.has(each))) names.add(name);
  }
}

/** A class that is more than called, imported, asked for a member, inherited from, or named as a type. */
function givesClassOn(file: PythonFile, names: ReadonlySet<string>): boolean {
  if (file.mentionedOf(names).length === 0) return false;
  const { tokens } = file;
  const { imports } = file.module.index;
  /** For each open bracket, the index of its token. */
  const around: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens.get(i);
    if (token === undefined) continue;
    if (isOpening(token)) around.push(i);
    else if (isClosing(token)) around.pop();
    if (token.kind !== NAME || !names.has(token.text)) continue;
    const isImport = imports.some(({ start, end }) => start <= token.start && token.start < end);
    if (!isImport && !isKnownUse(file, i, around)) return true;
  }
  return false;
}

function isKnownUse({ tokens }: PythonFile, at: number, around: readonly number[]): boolean {
  const next = tokens.op(at + 1);
  if (next === op.PAREN_OPEN || next === op.DOT) return true;
  const before = tokens.word(at - 1);
  if (before === word.CLASS_WORD || before === word.RAISE || before === word.EXCEPT) return true;
  // The class header, the parameters, the brackets of a type: whatever is nearest and is no tuple.
  const [open = -1, outer = -1] = around.toReversed();
  const sign = tokens.op(at - 1);
  const isType = sign === op.COLON || sign === op.ARROW || sign === op.BAR;
  if (open < 0) return isType;
  if (tokens.op(open) === op.BRACKET_OPEN) return tokens.isName(open - 1);
  if (tokens.op(open) !== op.PAREN_OPEN) return false;
  const owner = tokens.word(open - 2);
  if (owner === word.CLASS_WORD) return true;
  if (owner === word.DEF) return isType;
  if (tokens.word(open - 1) === word.EXCEPT) return true;
  return [open, outer].some(each => each > 0 && CHECKING.has(tokens.text(each - 1)));
}

const CHECKING: ReadonlySet<string> = new Set(['isinstance', 'issubclass']);
