import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type ImportNeighbours, neighboursIn } from '../code/import-neighbours.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isPython, type TwoVersions } from '../code/two-versions.ts';
import { boundInLines } from './bound-names.ts';
import { partsIn } from './key-passages.ts';
import { cancel } from './left-of-both.ts';

interface Found {
  readonly reason: string;
  readonly place: EvidencePlace;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

/** Over how many imports a word is followed to where it may become a part of a name. */
const MOST_STEPS = 2;
/** A call may give it on to what it imports, and that again. */
const MOST_CALLS = 4;

/**
 * Where a text of one word, the name of an argument, or a member of a class has become another one, and this file, or
 * one that it imports or that imports it, puts such names together from parts: it may be such a part.
 */
export async function findKeysFromParts(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const neighbours = neighboursIn(versions.after);
  const add = (word: string, place: EvidencePlace) =>
    found.push({
      reason: `"${word}" became another word, and names such as …_id are put together from parts`,
      place,
    });
  for (const { before, after } of versions.changed) {
    if (before === undefined || after === undefined) continue;
    const [gone, come] = cancel(wordsOf(before), wordsOf(after), ({ text }) => text);
    const [first] = gone;
    if (
      first !== undefined &&
      come.length > 0 &&
      (partsIn(before).hasEnd || (await isPutTogether(after, versions, neighbours)))
    ) {
      add(first.text, placeIn(before, first.start, 'before'));
      continue;
    }
    for (const [read, isMeant] of ASKED) {
      const [old, now] = cancel(read(before), read(after), ({ text }) => text);
      if (old[0] === undefined || now.length === 0) continue;
      if (!(await isPutTogether(after, versions, neighbours, isMeant))) continue;
      add(old[0].text, placeIn(before, old[0].start, 'before'));
      break;
    }
  }
  for (const { path, before, after } of files) {
    if (isPython(path) || !DATA.test(path)) continue;
    const [gone, come] = cancel(wordsIn(before), wordsIn(after), each => each);
    if (gone[0] === undefined || come.length === 0) continue;
    if (await isReadByMaker(path, versions)) add(gone[0], { file: path, line: 1, side: 'before' });
  }
  return found;
}

const DATA = /\.(?:json|ya?ml|toml|csv|tsv|ini|cfg|txt|xml|env)$/i;

const wordsIn = (bytes: Uint8Array | undefined): readonly string[] =>
  ((bytes && decodeUtf8(bytes)) ?? '').match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu) ?? [];

const wordsOf = (file: PythonFile): readonly Word[] => [
  ...partsIn(file).texts,
  ...membersOf(file),
  ...argumentsIn(file),
];

/** What classes have that is no function: a field or a member of an enumeration is asked for its name. */
function membersOf(file: PythonFile): readonly Word[] {
  const { index } = file.module;
  const isFunction = /^(?:function|method|property|class)$/;
  // So is a function where its name is asked for.
  const isNamed = file.mentions('__name__');
  return index.definitions.flatMap(({ name, kind, parent, start }) =>
    isNamed || (index.definitions[parent]?.kind === 'class' && !isFunction.test(kind))
      ? [{ text: `.${name}`, start }]
      : [],
  );
}

/** A class or function is asked for its name by whom it is given to: a decorator, a base, a function. */
const namesOf = (file: PythonFile): readonly Word[] =>
  file.module.index.definitions.flatMap(({ name, kind, start }) =>
    kind === 'class' || kind === 'function' || kind === 'method' ? [{ text: name, start }] : [],
  );

const asksForNames = (file: PythonFile): boolean =>
  file.mentions('__name__') || file.mentions('__qualname__');

/** What is bound, where somebody asks for the names of parameters. */
const boundIn = (file: PythonFile): readonly Word[] => [...ownNames(file)].map(text => ({ text, start: 0 }));

const reflects = (file: PythonFile): boolean => REFLECTING.some(each => file.mentionsName(each));

/** What is asked of objects, where one of them answers whatever it is asked for. */
function attributesIn({ tokens }: PythonFile): readonly Word[] {
  const found: Word[] = [];
  for (let i = 1; i < tokens.length; i++)
    if (tokens.op(i - 1) === op.DOT && tokens.kind(i) === NAME)
      found.push({ text: tokens.text(i), start: tokens.start(i) });
  return found;
}

const answersAll = (file: PythonFile): boolean =>
  file.mentions('__getattr__') || file.mentions('__getattribute__');

/** Names that become others, and by whom they are asked for. */
const ASKED: readonly (readonly [
  read: (file: PythonFile) => readonly Word[],
  isMeant: (maker: PythonFile) => boolean,
])[] = [
  [namesOf, asksForNames],
  [boundIn, reflects],
  [attributesIn, answersAll],
];

const NONE: ReadonlySet<string> = new Set();

/** By these a file asks for the names of parameters and variables. */
const REFLECTING = ['signature', 'getfullargspec', 'co_varnames', '__annotations__', 'locals', 'vars'];

/** What is bound in a file, but for what it imports. */
const ownNames = (file: PythonFile): ReadonlySet<string> =>
  new Set([...file.module.index.definitions.map(({ name }) => name), ...boundInLines(file)]);

/** Names of arguments: `f(user=1)`; all that is bound where the file asks for such; the words of texts that are split. */
function argumentsIn(file: PythonFile): readonly Word[] {
  const { tokens } = file;
  const found: Word[] = [];
  const isReflecting = reflects(file);
  // So does a named tuple with its fields.
  const isSplitting = file.mentions('split') || file.mentions('namedtuple(');
  const own = isReflecting ? ownNames(file) : NONE;
  for (let i = 0; (isReflecting || isSplitting) && i < tokens.length; i++) {
    const [kind, start] = [tokens.kind(i), tokens.start(i)];
    if (kind === NAME && own.has(tokens.text(i))) found.push({ text: ` ${tokens.text(i)}`, start });
    if (!isSplitting || kind !== STRING) continue;
    const words = contentOf(tokens.text(i));
    if (/^[\p{L}\p{M}\p{N}_ ,;|]+$/u.test(words))
      found.push(...words.split(/[ ,;|]+/).map(text => ({ text, start })));
  }
  for (let i = 1; i < tokens.length; i++) {
    if (tokens.kind(i) !== NAME || tokens.op(i + 1) !== op.ASSIGN) continue;
    const before = tokens.op(i - 1);
    if (before === op.PAREN_OPEN || before === op.COMMA)
      found.push({ text: `${tokens.text(i)}=`, start: tokens.start(i) });
  }
  return found;
}

async function isPutTogether(
  file: PythonFile,
  versions: TwoVersions,
  neighbours: ImportNeighbours,
  isMeant: (maker: PythonFile) => boolean = () => true,
): Promise<boolean> {
  if (partsIn(file).hasEnd && isMeant(file)) return true;
  const { path } = file.module;
  const near = new Set(neighbours.of(path, MOST_STEPS, MOST_CALLS));
  // `add("user")`, and a third file reads what was added.
  for (const shared of neighbours.imported(path)) {
    const other = await versions.open(shared, 'after');
    if (other === undefined || KEEPING.some(each => other.mentions(each)))
      for (const each of neighbours.importing(shared.path)) near.add(each);
  }
  for (const module of near) {
    const other = await versions.open(module, 'after');
    if (other === undefined || (makesNames(other) && isMeant(other))) return true;
  }
  return false;
}

/** By these a module keeps what others tell it. */
const KEEPING = ['.append(', '.add(', '.setdefault(', '__init_subclass__', '__subclasses__'];

/** Whether a file that names the data puts names together. */
async function isReadByMaker(path: string, versions: TwoVersions): Promise<boolean> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file?.mentions(name) === true && makesNames(file)) return true;
  }
  return false;
}

const makesNames = (file: PythonFile): boolean =>
  MARKS.some(each => file.mentions(each)) && partsIn(file).hasEnd;

const MARKS = [
  '_id',
  '_key',
  '_ID',
  '_KEY',
  '_Id',
  '_Key',
  'Id',
  'Key',
  '\\x',
  '\\u',
  '\\N',
  ...['"id"', "'id'", '"key"', "'key'"],
];
