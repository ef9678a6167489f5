import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName, placesOfCode } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { bindsElsewhere } from '../facts/bound-names.ts';
import { isNamedSo, ownTokens } from './body-facts.ts';
import { hasWord, tokensOf, withoutLines } from './code-text.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { checkMention } from './mention-facts.ts';
import { isOfOtherModule } from './raise-facts.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { mentionsIn, usesIn } from './uses-in.ts';

/** What is used in some files, and nowhere else. */
export async function checkOnlyUsed(
  look: Lookup,
  { name: said, places, besides, isMention }: ClaimOf<'only_used'>,
): Promise<Truth> {
  const name = lastOf(said);
  const kept: WorkspaceModule[] = [];
  for (const place of places) {
    const module = look.oneModule(place);
    if (module === undefined) return truth('absent', `${place} is not one Python file`);
    kept.push(module);
  }
  const around = besides === undefined ? [] : look.wholeAt(besides);
  const definitions = look.definitions(said);
  if (isMention !== true && (definitions.length !== 1 || said.includes('.')))
    return truth('unknown', `${said} is not one name of the workspace`);
  const missing: string[] = [];
  let isOpen = look.version.snapshot.skipped.length > 0;
  let at: ReturnType<Lookup['place']> | undefined;
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file === undefined) return truth('unknown', `${module.path} cannot be read`);
    const { sure, possible } = isMention === true ? mentionsIn(file, name) : usesIn(file, name);
    if (kept.includes(module)) {
      // Of what is said to stand there every name of it does.
      const [first] = isMention === true ? [...sure, ...possible.filter(token => token.text === name)] : sure;
      if (first !== undefined) at ??= look.place(module, file.lineOf(first.start));
      else if (possible.length > 0) isOpen = true;
      else missing.push(module.path);
      continue;
    }
    if (around.includes(module)) continue;
    const [first] = sure;
    if (first !== undefined)
      return truth('false', `${name} is used in ${module.path}`, [
        look.place(module, file.lineOf(first.start)),
      ]);
    if (possible.length > 0) isOpen = true;
  }
  // Who only defines it may be said to have it.
  const isHome = missing.some(path => definitions.some(({ module }) => module.path === path));
  if (missing.length > 0 && !isHome) return truth('false', `${missing.join(', ')} does not use ${name}`);
  if (missing.length > 0 || isOpen) return truth('unknown', `${name} may be used elsewhere`);
  return truth('true', `${name} is used nowhere else`, at === undefined ? [] : [at]);
}

/** Whether all calls of a function are inside of some functions. */
export async function checkOnlyCalledIn(
  look: Lookup,
  { symbol, callers }: ClaimOf<'only_called_in'>,
): Promise<Truth> {
  const name = lastOf(symbol);
  const definitions = look.definitions(name);
  if (definitions.length !== 1) return truth('unknown', `several things are named ${name}`);
  const around = [];
  for (const caller of callers) {
    const found = await findFunction(look, caller, undefined);
    if (isTruth(found)) return found.value === 'absent' ? truth('unknown', found.reason) : found;
    around.push(found);
  }
  const used = new Set<number>();
  let isOpen = look.version.snapshot.skipped.length > 0;
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file === undefined) return truth('unknown', `${module.path} cannot be read`);
    if (!file.mentions(name)) continue;
    const { sure, possible } = usesIn(file, name);
    for (const token of [...sure, ...possible]) {
      const isCall = [...file.tokens].some(
        (each, i) =>
          each.start === token.start && each.kind !== STRING && file.tokens.op(i + 1) === op.PAREN_OPEN,
      );
      const inside = around.findIndex(
        ({ ref }) =>
          ref.module === module && ref.definition.body <= token.start && token.start < ref.definition.end,
      );
      // Who hands it on, or knows it under another name, lets others call it.
      if (inside >= 0) {
        if (isCall) used.add(inside);
        else if (token.kind !== STRING) isOpen = true;
        continue;
      }
      const statement = module.index.imports.find(
        ({ start, end }) => start <= token.start && token.start < end,
      );
      const isImport = statement?.names.every(each => each.name !== name || each.alias === undefined);
      if (isCall && sure.includes(token))
        return truth('false', `${name} is called in ${module.path}`, [
          look.place(module, file.lineOf(token.start)),
        ]);
      // Somebody who is given it may call it; what it does with itself is its own.
      const isOwn = definitions.some(
        each =>
          each.module === module && each.definition.start <= token.start && token.start < each.definition.end,
      );
      if (isImport !== true && !isOwn) isOpen = true;
    }
  }
  const idle = around.filter((_, i) => !used.has(i));
  const [first] = around;
  const places = first === undefined ? [] : [look.place(first.ref.module, first.ref.definition.line)];
  const isMember = definitions.some(({ definition: { parent } }) => parent !== -1);
  const isSilent = idle.some(({ ref: { definition }, file }) => {
    const body = file.range(definition.start, definition.end);
    // What is a member is called behind a dot.
    return !body.some(
      ({ text, kind }, i) =>
        hasWord(text, name) && (kind === STRING || !isMember || body[i - 1]?.op === op.DOT),
    );
  });
  if (idle.length > 0)
    return truth(
      isSilent ? 'false' : 'unknown',
      `${idle.map(({ ref }) => ref.definition.name).join(', ')} has no call of ${name}`,
      places,
    );
  return truth(isOpen ? 'unknown' : 'true', `${name} is called nowhere else`, places);
}

/** `except handlers[KeyError]:`, `except kinds(KeyError):`: what is caught is what that gives. */
const isComputed = (body: readonly CodeToken[], from: number, to: number): boolean =>
  body
    .slice(from + 1, to)
    .some(
      (token, i, all) => (token.op === op.PAREN_OPEN || token.op === op.BRACKET_OPEN) && isName(all[i - 1]),
    );

/** Whether some code is written in a file. */
export async function checkCodeIn(
  look: Lookup,
  { place, text, is, how }: ClaimOf<'code_in'>,
): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined) return truth('absent', `${place} is not one Python file`);
  const wanted = withoutLines(tokensOf(text.replace(/\(\)$/, '')));
  if (wanted.length === 0) return truth('unknown', `${text} is no code`);
  const all = [...file.tokens];
  const [at = -1] = placesOfCode(all, wanted);
  // `os` of `os.system` may be a parameter.
  const [root] = wanted;
  if (at >= 0 && wanted.length > 1 && isName(root) && bindsElsewhere(file, root.text))
    return truth('unknown', `${root.text} is something else in a part of ${module.path}`, [
      look.place(module, 1),
    ]);
  const isPart = at > 0 && all[at - 1]?.op === op.DOT;
  // What is not called where it stands first may be called elsewhere.
  const isUsedSo = how !== 'called' || all[at + wanted.length]?.op === op.PAREN_OPEN;
  if (at >= 0 && !isPart && !isUsedSo)
    return truth('unknown', `${text} stands in ${module.path}`, [look.place(module, 1)]);
  if (at >= 0 && !isPart)
    return truth(is === 'there' ? 'true' : 'false', `${text} stands in ${module.path}`, [
      look.place(module, file.lineOf(all[at]?.start ?? 0)),
    ]);
  const isPlainName = /^[A-Za-z_][\w.]*$/.test(text);
  const last = wanted.findLast(isName)?.text ?? text;
  // A name of the workspace, said with its module.
  const definitions = isPlainName ? look.definitions(text) : [];
  const [first] = definitions;
  const isOne = definitions.every(ref => ref.module === first?.module && ref.definition.parent === -1);
  if (first !== undefined && isOne)
    return checkMention(look, {
      kind: 'mention',
      name: text,
      place,
      butIn: undefined,
      is,
      how,
      when: 'after',
    });
  // Under another name, or behind another object, it may be there all the same; other code is there or is not.
  // `getattr(os, "remove")`
  const isAsked = isPlainName && all.some(token => token.kind === STRING && hasWord(token.text, last));
  if (isAsked) return truth('unknown', `${last} stands in a text of ${module.path}`);
  const isMentioned =
    isPlainName && all.some((token, i) => token.text === last && isName(token) && mayBe(file, i, text));
  if (isMentioned) return truth('unknown', `${last} stands in ${module.path} in another way`);
  return truth(is === 'absent' ? 'true' : 'false', `${module.path} does not have ${text}`, [
    look.place(module, 1),
  ]);
}

/** `os.system` may be `system`, or `o.system` where `os` has another name; it is not `platform.system`. */
function mayBe(file: PythonFile, i: number, dotted: string): boolean {
  const around = dotted.split('.').at(-2);
  if (around === undefined || file.tokens.op(i - 1) !== op.DOT) return true;
  const before = file.tokens.text(i - 2);
  const isModule = file.module.index.imports.some(
    ({ kind, names }) =>
      kind === 'import' && names.some(({ name, alias }) => alias === undefined && name === before),
  );
  return !isModule || before === around;
}

/** What the `except` clauses of a function name. */
export async function checkCatches(
  look: Lookup,
  { symbol, place, exception, is, isSwallowed }: ClaimOf<'catches'>,
): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const { ref, file } = found;
  // What a function inside catches, it does not.
  const body = ownTokens(found);
  const name = lastOf(exception);
  const places = [look.place(ref.module, ref.definition.line)];
  let isAny = false;
  for (const [i, token] of body.entries()) {
    if (token.word !== word.EXCEPT) continue;
    isAny = true;
    for (let j = i + 1; j < body.length && body[j]?.op !== op.COLON; j++)
      if (body[j]?.text === name && body[j + 1]?.op !== op.DOT && body[j - 1]?.text !== 'as')
        if (
          isComputed(body, i, j) ||
          exception !== name ||
          !isNamedSo(found, symbol) ||
          isOfOtherModule(file, body, j, exception)
        )
          return truth('unknown', `it says "except … ${name}"`, places);
        else if (isSwallowed === true && body.slice(j).some(each => each.word === word.RAISE))
          return truth('unknown', 'it may raise it again', places);
        else return truth(is === 'there' ? 'true' : 'false', `it says "except … ${name}"`, places);
  }
  // `suppress`, a wider exception or another name may catch it as well.
  const all = file.range(ref.definition.body, ref.definition.end);
  const isOpen =
    isAny ||
    // Of a class only its `__init__` is looked at.
    !isNamedSo(found, symbol) ||
    all.some(token => token.word === word.EXCEPT || token.word === word.WITH);
  if (isOpen) return truth('unknown', `no "except" of it names ${name}`, places);
  return truth(is === 'absent' ? 'true' : 'false', 'it catches nothing itself', places);
}
