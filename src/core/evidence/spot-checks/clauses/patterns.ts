import { inOrder, maybe, type Reader, words } from './readers.ts';

/** What the named parts of a pattern have found. */
export type Parts = Readonly<Record<string, unknown>>;

/**
 * A reader for words with named parts between them: `{f:thing} (now|still)? has a {p:name}`. `(a b|c)` is one of
 * these, `?` behind it says that it may be left out, `<x>(a|b)` keeps which of them it was.
 */
export function pattern(source: string, kinds: Readonly<Record<string, Reader<unknown>>>): Reader<Parts> {
  const pieces = piecesOf(source);
  const names: (string | undefined)[] = [];
  const needed: (readonly string[])[] = [];
  const readers = pieces.map(piece => {
    const isOptional = piece.endsWith('?');
    const plain = isOptional ? piece.slice(0, -1) : piece;
    const part = /^\{(?:(\w+):)?(\w+)\}$/.exec(plain);
    const kept = /^(?:<(\w+)>)?\(([^)]*)\)$/.exec(plain);
    names.push(part ? (part[1] ?? part[2]) : kept?.[1]);
    const reader = part ? kinds[part[2] ?? ''] : words(kept?.[2] ?? plain);
    if (!part && !isOptional)
      needed.push((kept?.[2] ?? plain).split('|').map(each => each.split(' ', 1)[0] ?? ''));
    if (reader === undefined) throw new Error(`${plain} in "${source}" is no part of a pattern`);
    return isOptional ? maybe(reader) : reader;
  });
  const whole = inOrder(readers, (values: readonly unknown[]) =>
    Object.fromEntries(
      names.flatMap((name, i) => (name === undefined || values[i] === undefined ? [] : [[name, values[i]]])),
    ),
  );
  // Most of them have a word that the clause has not.
  return (clause, at) => (needed.every(some => some.some(each => clause.has(each))) ? whole(clause, at) : []);
}

/** What stands in brackets is one piece, with its spaces. */
function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < source.length; ) {
    const isGroup = /^(?:<\w{1,20}>)?\(/.test(source.slice(at, at + 24));
    const space = source.indexOf(' ', isGroup ? source.indexOf(')', at) : at);
    const end = space < 0 ? source.length : space;
    if (end > at) pieces.push(source.slice(at, end));
    at = end + 1;
  }
  return pieces;
}
