import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { mayBeMangled, unmangled } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { asksForNames, mayBecome, mayWritePieces, piecesIn } from './name-pieces.ts';
import { asksForGiven, asksForTurned, lettersOf, textsByLetters, turnsTexts } from './turned-names.ts';

/** The words of a text; a character may be written by its number. */
const wordsOf = (text: string): readonly string[] =>
  text
    .slice(text.indexOf(':') + 1)
    .replace(/\\(?:x(\w\w)|u(\w{4}))/g, (_, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? '', 16)),
    )
    .split(/\W+/);

/** Of more names than these, reading a file once is faster than searching it for each. */
const MOST_SEARCHED = 20;

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
  const askers = new Set<string>();
  let addsUnderscore = false;
  let [asksGiven, turns] = [false, false];
  for (const module of versions[side].snapshot.modules.values()) {
    const file = await versions.open(module, side);
    turns ||= file !== undefined && turnsTexts(file);
    if (file !== undefined && !asksForNames(file)) continue;
    asksGiven ||= file !== undefined && asksForGiven(file);
    if (file !== undefined && asksForTurned(file)) for (const name of names) add(name);
    askers.add(module.path);
    addsUnderscore ||= file?.once(piecesIn).addsUnderscore === true;
  }
  const isMany = names.size > MOST_SEARCHED;
  /** What is behind the underscore of a private name, where some file puts one before what it is told. */
  const behind = addsUnderscore ? new Map([...names].flatMap(withoutUnderscore)) : new Map<string, string>();
  for (const module of versions[side].snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, side);
    if (file === undefined) {
      for (const name of names) found.set(name, Number.POSITIVE_INFINITY);
      return found;
    }
    if (asksGiven && turns) for (const name of names) if (isTurnedIn(file, name)) add(name);
    const isAsking = askers.has(module.path);
    const hasPieces =
      isAsking ||
      (askers.size > 0 &&
        (isMany ||
          [...names].some(name => mayWritePieces(file, name)) ||
          [...behind.keys()].some(rest => file.mentions(rest))));
    if (hasPieces) {
      const pieces = file.once(piecesIn);
      for (const name of names) if (mayBecome(name, pieces)) add(name);
      for (const [rest, name] of behind) if (pieces.told.has(rest)) add(name);
    }
    if (!isMany && !isAsking && ![...wanted.keys()].some(name => mayBeMangled(name) || file.mentions(name)))
      continue;
    const { tokens } = file;
    for (let i = 0; i < tokens.length; i++) {
      const kind = tokens.kind(i);
      if (kind === NAME) add(tokens.text(i));
      else if (kind === STRING) for (const each of wordsOf(tokens.text(i))) add(each);
    }
  }
  const told = side === 'after' && behind.size > 0 ? new Set(behind.keys()) : undefined;
  const isTold = told !== undefined && (await versions.otherTexts?.find(told, 'all')) !== undefined;
  if (isTold) for (const name of behind.values()) add(name);
  return found;
}

/** A text with the letters of a name that is not the name: another file may make it of that. */
function isTurnedIn(file: PythonFile, name: string): boolean {
  const own = withoutUnderscores(name);
  for (const text of textsByLetters(file).get(lettersOf(name)) ?? [])
    if (withoutUnderscores(text) !== own) return true;
  return false;
}

const withoutUnderscores = (name: string): string => name.replace(/^_+/, '');

const withoutUnderscore = (name: string): readonly (readonly [string, string])[] => {
  const rest = withoutUnderscores(name);
  return rest === name || rest === '' ? [] : [[rest, name]];
};
