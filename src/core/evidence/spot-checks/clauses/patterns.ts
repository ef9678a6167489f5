import { type Clause, inOrder, maybe, type Reader, words } from './readers.ts';

/** What the named parts of a pattern have found. */
export type Parts = Readonly<Record<string, unknown>>;

/**
 * A reader for words with named parts between them: `{f:thing} (now|still)? has a {p:name}`. `(a b|c)` is one of
 * these, `?` behind it says that it may be left out, `<x>(a|b)` keeps which of them it was.
 */
export function pattern(source: string, kinds: Readonly<Record<string, Reader<unknown>>>): Reader<Parts> {
  const pieces = source.match(PIECE) ?? [];
  const names: (string | undefined)[] = [];
  const readers = pieces.map(piece => {
    const isOptional = piece.endsWith('?');
    const plain = isOptional ? piece.slice(0, -1) : piece;
    const part = /^\{(?:(\w+):)?(\w+)\}$/.exec(plain);
    const kept = /^(?:<(\w+)>)?\(([^)]*)\)$/.exec(plain);
    names.push(part ? (part[1] ?? part[2]) : kept?.[1]);
    const reader = part ? kinds[part[2] ?? ''] : words(kept?.[2] ?? plain);
    if (reader === undefined) throw new Error(`${plain} in "${source}" is no part of a pattern`);
    return isOptional ? maybe(reader) : reader;
  });
  return inOrder(readers, (values: readonly unknown[]) =>
    Object.fromEntries(
      names.flatMap((name, i) => (name === undefined || values[i] === undefined ? [] : [[name, values[i]]])),
    ),
  );
}

const PIECE = /(?:<\w+>)?\([^)]*\)\??|\{[\w:]+\}\??|[^\s]+/g;

export type Make<T> = (parts: Parts, clause: Clause) => T | undefined;
