import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { mayBeMangled, unmangled } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';

const wordsOf = (text: string): readonly string[] => text.slice(text.indexOf(':') + 1).split(/\W+/);

/** Of more names than these, reading a file once is faster than searching it for each. */
const MOST_SEARCHED = 20;

/** Words by which an attribute is asked for under a name that is a text. */
const ASKING = ['getattr', 'attrgetter', 'methodcaller'];

/** A beginning or an end of a name, as a text that something is added to. */
interface Piece {
  readonly text: string;
  readonly isStart: boolean;
}

const isPartOf =
  (name: string) =>
  ({ text, isStart }: Piece): boolean =>
    text.length < name.length && (isStart ? name.startsWith(text) : name.endsWith(text));

/**
 * Whether a file may put the name together: it asks for attributes by texts itself, or writes a beginning or an end of
 * it up to an underscore, and gives that to another file that asks.
 */
function mayHavePieces(file: PythonFile, names: ReadonlySet<string>, isAsked: boolean): boolean {
  if (ASKING.some(each => file.mentions(each))) return true;
  if (!isAsked || names.size > MOST_SEARCHED) return isAsked;
  return [...names].some(name => {
    const at = name.indexOf('_', 1);
    const last = name.lastIndexOf('_');
    if (at < 0) return false;
    const [start, end] = [name.slice(0, at + 1), name.slice(last)];
    return (
      ['"', "'", '{', '%'].some(each => file.mentions(`${start}${each}`)) ||
      ['"', "'", '}', 's'].some(each => file.mentions(`${each}${end}`))
    );
  });
}

/** `"do_" + name`, `f"do_{name}"`, `"do_%s" % name`. */
function piecesIn(file: PythonFile): readonly Piece[] {
  const { tokens } = file;
  const found: Piece[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    const content = text.slice(text.indexOf(':') + 1);
    const [, start = '', field = '', end = ''] = PIECES.exec(content) ?? [];
    if (field !== '' && start.length > 1) found.push({ text: start, isStart: true });
    if (field !== '' && end.length > 1) found.push({ text: end, isStart: false });
    const isWord = /^\w{2,}$/.test(content);
    if (isWord && tokens.op(i + 1) === op.PLUS) found.push({ text: content, isStart: true });
    if (isWord && tokens.op(i - 1) === op.PLUS) found.push({ text: content, isStart: false });
  }
  return found;
}

/** A text of one word with fields, and nothing else. */
const PIECES = /^(\w*)((?:\{[^{}]*\}|%(?:\(\w+\))?[sdr])(?:.*(?:\{[^{}]*\}|%(?:\(\w+\))?[sdr]))?)(\w*)$/s;

/** How often each name stands in the Python files of a version, as a name or as a word of a text. */
export async function countMentions(
  names: ReadonlySet<string>,
  versions: TwoVersions,
  side: Side,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (names.size === 0) return found;
  const wanted = new Map<string, string[]>();
  for (const name of names) wanted.set(unmangled(name), [...(wanted.get(unmangled(name)) ?? []), name]);
  const add = (said: string) => {
    for (const name of wanted.get(unmangled(said)) ?? []) found.set(name, (found.get(name) ?? 0) + 1);
  };
  let isAsked = false;
  for (const module of versions[side].snapshot.modules.values()) {
    if (isAsked) break;
    const file = await versions.open(module, side);
    isAsked = file === undefined || ASKING.some(each => file.mentions(each));
  }
  for (const module of versions[side].snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, side);
    if (file === undefined) {
      for (const name of names) found.set(name, Number.POSITIVE_INFINITY);
      return found;
    }
    const pieces = mayHavePieces(file, names, isAsked) ? file.once(piecesIn) : [];
    for (const name of names) if (pieces.some(isPartOf(name))) add(name);
    if (
      names.size <= MOST_SEARCHED &&
      ![...wanted.keys()].some(name => mayBeMangled(name) || file.mentions(name))
    )
      continue;
    const { tokens } = file;
    for (let i = 0; i < tokens.length; i++) {
      const kind = tokens.kind(i);
      if (kind === NAME) add(tokens.text(i));
      else if (kind === STRING) for (const each of wordsOf(tokens.text(i))) add(each);
    }
  }
  return found;
}
