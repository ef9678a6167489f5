import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { placeIn } from '../code/places.ts';
import { isPrivate } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython, type Side } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import {
  changesBesidePython,
  firstDifference,
  isReordered,
  keptLines,
  type Line,
  linesOf,
  otherwise,
} from './compare-lines.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import { areLaidOutAnew } from './laid-out-anew.ts';
import { provedIfReadable } from './prove-unchanged.ts';
import { findOtherMeaning, type Renaming } from './same-word.ts';
import { refusedByPython } from './syntax-check.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

export interface Renamed {
  readonly from: string;
  readonly to: string;
}

const FORM = /^only `([\p{L}_][\p{L}\p{N}_]*)` is renamed to `([\p{L}_][\p{L}\p{N}_]*)`[.!]?$/iu;

/** Reads "only `f` is renamed to `g`"; `undefined`: it says something else. */
export function readRenamed(phrase: string): Renamed | undefined {
  const [, from, to] = FORM.exec(phrase.trim()) ?? [];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** With the one name in place of the other, every line is as before, in the same order. */
export function checkOnlyRenamed(facts: Facts, { from, to }: Renamed): Verdict {
  const what = `\`${from}\` being \`${to}\``;
  const followed = new Set(
    facts.files.filter(change => isFollowed(change, from, to)).map(({ path }) => path),
  );
  const witnesses: Witness[] = changesBesidePython(facts).filter(({ place }) => !followed.has(place.file));
  const open = [...followed].map(file =>
    undecided(`\`${from}\` may be something else in ${file}`, [{ file, line: 1, side: 'after' }]),
  );
  const renamings: Renaming[] = [];
  let isNamed = false;
  for (const module of facts.versions.changed) {
    if (hasWord(module.path, module.change === 'deleted' ? from : to) && module.change !== 'modified') {
      open.push(...otherwise(module));
      continue;
    }
    const before = readLines(module, 'before');
    const after = readLines(module, 'after');
    if (before === undefined || after === undefined) continue; // said below: it cannot be read
    const taken = before.find(({ text }) => hasWord(text, to));
    if (taken !== undefined) {
      const place = { file: module.path, line: taken.number, side: 'before' } as const;
      open.push(undecided(`\`${to}\` is in ${module.path} before the change, too`, [place]));
      continue;
    }
    isNamed ||= before.some(({ text }) => hasWord(text, from));
    const renamed = before.map(line => ({ ...line, text: withWord(line.text, from, to) }));
    const now = after.map(line => ({ ...line, text: withWord(line.text, from, to) }));
    const difference = firstDifference(module.path, renamed, now);
    if (difference === undefined) {
      const lines = before.filter(({ text }, i) => text !== after[i]?.text).map(({ number }) => number);
      if (module.before !== undefined) renamings.push({ file: module.before, lines: new Set(lines) });
      open.push(...otherwise(module));
      continue;
    }
    if (isReordered(renamed, now))
      open.push(undecided(`lines of ${module.path} are in another order`, [difference.place]));
    else if (
      module.before !== undefined &&
      module.after !== undefined &&
      areLaidOutAnew(module.before, module.after, text => withWord(text, from, to))
    )
      open.push(
        undecided(`lines of ${module.path} are wrapped or sorted in another way`, [difference.place]),
      );
    else witnesses.push({ reason: `more than ${what} differs`, place: difference.place });
  }
  if (hasWitness(witnesses)) {
    if (isNamed) return violated(facts, witnesses);
    return undecided(
      `no changed file has \`${from}\``,
      witnesses.map(({ place }) => place),
    );
  }
  const [first = otherMeaning(facts, from, renamings) ?? hiddenMember(facts, { from, to })] = open;
  return first ?? refusedByPython(facts) ?? provedIfReadable(facts, `nothing but ${what} differs`);
}

/** A file that is no Python, in which the one word stands in place of the other. */
function isFollowed({ path, before, after }: FileChange, from: string, to: string): boolean {
  if (isPython(path) || before === undefined || after === undefined) return false;
  const [old, now] = [decodeUtf8(before), decodeUtf8(after)];
  return old !== undefined && now !== undefined && withWord(old, from, to) === withWord(now, from, to);
}

function otherMeaning(
  { versions }: Facts,
  from: string,
  renamings: readonly Renaming[],
): Verdict | undefined {
  const other = findOtherMeaning(from, renamings, versions.before);
  if (other === undefined) return undefined;
  const { file, start, what } = other;
  return undecided(`\`${from}\` may be ${what}, too`, [placeIn(file, start, 'before')]);
}

/** A member that becomes private to its class, or that a class of a file that does not change already has: one may hide the other. */
function hiddenMember({ versions: { before, changed } }: Facts, { from, to }: Renamed): Verdict | undefined {
  const mangled = changed.map(each => each.after).find(file => file !== undefined && isMangled(file, to));
  const wasMangled = changed
    .map(each => each.before)
    .find(file => file !== undefined && isMangled(file, from));
  if (mangled !== undefined || wasMangled !== undefined)
    return undecided(`a class writes \`${mangled === undefined ? from : to}\`, and means its own by it`, []);
  const isMember = changed.some(
    each => each.before !== undefined && memberNamed(each.before.module, from) !== undefined,
  );
  if (!isMember) return undefined;
  if (isPrivate(from) || isPrivate(to))
    return undecided(`\`${from}\` and \`${to}\` are seen by other classes`, []);
  for (const module of before.snapshot.modules.values()) {
    const member = memberNamed(module, to);
    if (member === undefined) continue;
    const place = { file: module.path, line: member.line, side: 'before' } as const;
    return undecided(`a class of ${module.path} has \`${to}\` as well, and may be below the other one`, [
      place,
    ]);
  }
  return undefined;
}

/** In a class `__g` is `_A__g`. */
const isMangled = (file: PythonFile, name: string): boolean =>
  isPrivate(name) &&
  placesOf(file, name).some(at =>
    file.module.index.definitions.some(
      ({ kind, start, end }) =>
        kind === 'class' && start <= file.tokens.start(at) && file.tokens.start(at) < end,
    ),
  );

const memberNamed = ({ index }: WorkspaceModule, wanted: string) =>
  index.definitions.find(({ name, parent }) => name === wanted && parent !== -1);

/** `undefined`: this version is there and cannot be read. */
function readLines(module: ChangedModule, side: Side): readonly Line[] | undefined {
  const file = module[side];
  if (file === undefined) return module.unreadable[side] === undefined ? [] : undefined;
  const text = decodeUtf8(file.source);
  return text === undefined ? undefined : keptLines(file, linesOf(text));
}

const WORDS = /([\p{L}\p{N}_]+)/u;
const hasWord = (text: string, word: string) => text.includes(word) && text.split(WORDS).includes(word);
const withWord = (text: string, from: string, to: string) =>
  text.includes(from)
    ? text
        .split(WORDS)
        .map(part => (part === from ? to : part))
        .join('')
    : text;
