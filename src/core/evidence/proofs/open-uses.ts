import type { CallerCheck, EvidencePlace } from '../../../generated/contracts.ts';
import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { filesMentioningAny } from '../code/mentions.ts';
import { placeIn } from '../code/places.ts';
import { mayBeMangled, unmangled } from '../code/private-names.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { dynamicImporters, findDynamicNames } from './dynamic-names.ts';
import type { ShapeChange } from './shape-change.ts';
import { isFoundByTools } from './tool-names.ts';

/** Why it is not known whether what uses a changed function still works. */
export interface OpenUse {
  readonly reason: string;
  readonly place: EvidencePlace;
}

/** Where one of the changed modules, or one that imports it, reaches names that are not written down. */
async function findReaching(
  changes: readonly ShapeChange[],
  versions: TwoVersions,
): Promise<OpenUse | undefined> {
  for (const file of new Set(changes.map(({ module }) => module.after))) {
    const own = file && findDynamicNames(file, 'after');
    if (own !== undefined) return own;
  }
  const [found] = await dynamicImporters(versions, new Set(changes.map(({ module }) => module.path)));
  return found ?? findLoading(changes, versions);
}

/** Where a file imports by a text that may mean one of the changed modules, and asks it for names by texts. */
async function findLoading(
  changes: readonly ShapeChange[],
  versions: TwoVersions,
): Promise<OpenUse | undefined> {
  const names = new Set(changes.map(({ module }) => (module.after ?? module.before)?.module.segments.at(-1)));
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const isAsking = ASKING.some(each => file.mentions(each));
    const loading = isAsking ? [...LOADING, ...RESOLVING] : RESOLVING;
    if (!loading.some(each => file.mentions(each))) continue;
    const { tokens } = file;
    const aliases = module.index.imports.flatMap(({ names: all }) =>
      all.flatMap(({ name, alias }) => (alias !== undefined && loading.includes(name) ? [alias] : [])),
    );
    for (let i = 0; i < tokens.length; i++) {
      const isLoading = loading.includes(tokens.text(i)) || aliases.includes(tokens.text(i));
      if (!isLoading || tokens.op(i + 1) !== op.PAREN_OPEN) continue;
      const behind = tokens.op(i + 3);
      const isText = tokens.kind(i + 2) === STRING && (behind === op.COMMA || behind === op.PAREN_CLOSE);
      const last = tokens
        .text(i + 2)
        .split(/[.:]/)
        .at(-1);
      if (isText && !names.has(last)) continue;
      const reason = `${tokens.text(i)} may import what changed, and be asked for any name of it`;
      return { reason, place: placeIn(file, tokens.start(i), 'after') };
    }
  }
  return undefined;
}

const LOADING = ['import_module', '__import__', 'import_string', 'run_path', 'run_module'];
/** These find a name in a module by one text: the whole text mentions it, and a part may not. */
const RESOLVING = ['resolve_name', 'import_string', 'import_object', 'locate'];
const ASKING = ['getattr', '__dict__', 'vars', 'dir', 'getmembers'];

/** Of more beginnings than these, reading a file once is faster than searching it for each. */
const MOST_SEARCHED = 60;

/**
 * What keeps "no broken callers" from being proved. Known are only changes of plain functions at the top of a
 * module, every mention of which in the workspace is a call that fits, and names that no one mentions any more.
 */
export async function findOpenUses(
  changes: readonly ShapeChange[],
  callers: readonly CallerCheck[],
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const unknown = changes.filter(
    ({ isPlain, what, change }) => !isPlain || (what !== 'function' && change !== 'removed'),
  );
  if (unknown.length > 0)
    return unknown.map(({ reason, place }) => ({
      reason: `${reason}, and what uses it is not known`,
      place,
    }));
  if (changes.length === 0) return [];
  const byTools = changes.find(isFoundByTools);
  if (byTools !== undefined)
    return [{ reason: `${byTools.name} may be called by a tool that knows its name`, place: byTools.place }];
  const reaching = await findReaching(changes, versions);
  if (reaching !== undefined) return [reaching];
  const { snapshot } = versions.after;
  const [skipped] = snapshot.skipped;
  if (skipped !== undefined)
    return [
      { reason: `${skipped.file} cannot be read`, place: { file: skipped.file, line: 1, side: 'after' } },
    ];
  const byName = new Map(changes.map(change => [unmangled(change.name), change]));
  const lines = (isMeant: (verdict: CallerCheck['verdict']) => boolean) =>
    callers.filter(({ verdict }) => isMeant(verdict)).map(({ place }) => `${place.file}:${place.line}`);
  const fitting = new Set(lines(verdict => verdict === 'fits'));
  // Another call of the same line may not fit.
  for (const line of lines(verdict => verdict !== 'fits')) fitting.delete(line);
  const names = [...byName.keys()];
  const beginnings = [...new Set(names.flatMap(beginningsOf))];
  const isSearched = beginnings.length <= MOST_SEARCHED && !names.some(mayBeMangled);
  const mentioning = isSearched ? await filesMentioningAny(versions, new Set(names)) : undefined;
  const byBeginning = once(namesByBeginning);
  const mention = (kind: number, text: string) => mentionedBy(kind, text, byName, byBeginning);
  const found: OpenUse[] = [];
  for (const module of snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    if (mentioning?.has(file) === false && !beginnings.some(each => file.mentions(each))) continue;
    const { imports } = module.index;
    const { tokens } = file;
    const mentionAt = tokens.asking(mention);
    for (let i = 0; i < tokens.length; i++) {
      const change = mentionAt(i);
      if (change === null) continue;
      const start = tokens.start(i);
      const isOwn = module.path === change.module.path;
      if (isOwn && tokens.word(i - 1) === word.DEF && change.change === 'changed') continue;
      const isImport = imports.some(
        each =>
          each.start <= start &&
          start < each.end &&
          each.names.every(({ name, alias }) => name !== change.name || alias === undefined),
      );
      if (isImport && change.change === 'changed') continue;
      const isFittingCall =
        tokens.op(i + 1) === op.PAREN_OPEN && fitting.has(`${module.path}:${file.lineOf(start)}`);
      if (isFittingCall) continue;
      found.push({
        reason: `${change.name} is mentioned there, and not in a call that is known to fit`,
        place: placeIn(file, start, 'after'),
      });
    }
  }
  if (found.length > 0) return found;
  const named = await versions.otherTexts?.find(new Set(names), 'all');
  return named === undefined ? [] : [named];
}

/** What ends a text behind a dot or a colon, or stands there before what is put in: `"a._do_" + n`, `f"a:_do_{n}"`. */
const PART_OF_PATH = /[.:](_*[^\W_]\w*)(?=$|[{%])/g;

/** Without such a beginning a file has no part of the name behind a dot or a colon. */
function beginningsOf(name: string): readonly string[] {
  const at = name.search(/[^_]_/);
  return at < 0 ? [] : ['.', ':'].map(sign => sign + name.slice(0, at + 1));
}

/** By what a name may begin with before something is put in: up to an underscore, with it or without it. */
function namesByBeginning(byName: ReadonlyMap<string, ShapeChange>): ReadonlyMap<string, ShapeChange> {
  const found = new Map<string, ShapeChange>();
  for (const [name, change] of byName)
    for (let at = name.indexOf('_'); at >= 0; at = name.indexOf('_', at + 1))
      for (const beginning of [name.slice(0, at), name.slice(0, at + 1)])
        if (!found.has(beginning)) found.set(beginning, change);
  return found;
}

/** What a name, or a word of a text, may mean. */
function mentionedBy(
  kind: number,
  text: string,
  byName: ReadonlyMap<string, ShapeChange>,
  byBeginning: typeof namesByBeginning,
): ShapeChange | null {
  if (kind === NAME) return byName.get(unmangled(text)) ?? null;
  if (kind !== STRING) return null;
  const content = text.slice(text.indexOf(':') + 1);
  for (const word of content.split(/\W+/)) {
    const change = byName.get(unmangled(word));
    if (change !== undefined) return change;
  }
  for (const [, part = ''] of content.matchAll(PART_OF_PATH)) {
    const change = byBeginning(byName).get(part);
    if (change !== undefined) return change;
  }
  return null;
}
