import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { callsBetween } from '../code/called-paths.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { keyWithoutDocstrings } from '../code/docstrings.ts';
import { lastOf } from '../code/dotted-names.ts';
import { importsBinding, readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { ends } from './lasting-effects.ts';
import type { OpenTest } from './open-test.ts';
import { rangesIn, valuesByName } from './test-ranges.ts';

/** Over how many calls a function is followed. */
const MOST_CALLS = 2;
/** A name that more have, such as `get`, says nothing of what is called. */
const MOST_NAMED = 16;

/** New tests that end the run, or may use up what other tests of the file go through, by what they call or name. */
export async function findCalledByNewTests(versions: TwoVersions): Promise<readonly OpenTest[]> {
  const found: OpenTest[] = [];
  for (const { path, before, after } of versions.changed) {
    if (after === undefined || !isTestFile(path)) continue;
    const shared = before === undefined ? new Set<string>() : before.once(goneThrough);
    // A plain value calls nothing, and names itself alone.
    const units = readUnits(after).filter(
      ({ content, from, isPlainSet }) =>
        content.kind !== 'import' && (!isPlainSet || shared.has(after.tokens.text(from))),
    );
    const known = new Set(before === undefined || units.length === 0 ? [] : readUnits(before).map(keyOf));
    const seen = new Set<string>();
    for (const unit of units) {
      if (known.has(keyOf(unit))) continue;
      const isNaming = unit.tokens.some(({ text }) => shared.has(text)) && unit.content.kind === 'definition';
      if (isNaming || (await callsEnding(after, unit.start, unit.end, shared, versions, seen)))
        found.push({
          reason: `new code in ${path} may end the tests, or change what others go through`,
          place: placeIn(after, unit.start, 'after'),
        });
    }
  }
  return found;
}

const keyOf = ({ file: { tokens }, from, to }: Unit): string => keyWithoutDocstrings({ tokens, from, to });

/**
 * The names at the top of the file that its tests go through when they run: not those of decorators, of classes, and of
 * lists that are written there, which only what changes them uses up.
 */
function goneThrough(file: PythonFile): ReadonlySet<string> {
  const { tokens, module } = file;
  const top = new Set([
    ...readImports(file)
      .filter(({ statement }) => statement.kind === 'from')
      .map(({ bound }) => bound),
    ...module.index.definitions.flatMap(({ kind, name, parent }) =>
      parent === -1 && kind !== 'function' && kind !== 'class' ? [name] : [],
    ),
  ]);
  const values = valuesByName(file);
  const isWritten = (name: string) =>
    values.get(name)?.every(([from, to]) => {
      const isLazy =
        tokens.op(from) === op.PAREN_OPEN && tokens.slice(from, to).some(each => each.word === word.FOR);
      return op.opens(tokens.op(from)) && !isLazy;
    }) === true;
  const found = new Set<string>();
  let [depth, at] = [0, 0];
  for (const [from, to] of rangesIn(file)) {
    for (; at < from; at++) depth += tokens.kind(at) === INDENT ? 1 : tokens.kind(at) === DEDENT ? -1 : 0;
    for (let i = from; i < to && depth > 0; i++) {
      const name = tokens.text(i);
      const isMade = tokens.op(i + 1) === op.PAREN_OPEN || /^[A-Z][a-z]/.test(name);
      if (top.has(name) && !isMade && !isWritten(name)) found.add(name);
    }
  }
  return found;
}

/** `globals().update(x=1)`, `globals()[name] = 1` */
function setsInModule(tokens: readonly CodeToken[], i: number): boolean {
  if (tokens[i]?.text !== 'globals' || tokens[i + 1]?.op !== op.PAREN_OPEN) return false;
  const next = tokens[i + 3];
  if (next?.op === op.DOT) return /^(?:update|pop|clear|__\w+__)$/.test(tokens[i + 4]?.text ?? '');
  return next?.op === op.BRACKET_OPEN && tokens[closing(tokens, i + 3) + 1]?.op === op.ASSIGN;
}

async function callsEnding(
  file: PythonFile,
  start: number,
  end: number,
  shared: ReadonlySet<string>,
  versions: TwoVersions,
  seen: Set<string>,
  further = MOST_CALLS,
): Promise<boolean> {
  for (const path of callsBetween(file, start, end)) {
    const called = path.at(-1) ?? '';
    const names = [called, ...importsBinding(file, called).map(({ target }) => target)];
    for (const name of new Set(names.map(lastOf))) {
      const key = `${further} ${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const refs = versions.after.snapshot.table.definitionsNamed(name);
      if (refs.length > MOST_NAMED) continue;
      for (const { module, definition } of refs) {
        if (definition.kind !== 'function' && definition.kind !== 'method') continue;
        const other = await versions.open(module, 'after');
        if (other === undefined) continue;
        const tokens = other.range(definition.body, definition.end);
        // What it sets for all, other tests may ask for.
        const setsGlobal = tokens.some((token, i) => token.word === word.GLOBAL || setsInModule(tokens, i));
        if (setsGlobal || ends(tokens, other) || tokens.some(({ text }) => shared.has(text))) return true;
        const { body, end: last } = definition;
        if (further > 1 && (await callsEnding(other, body, last, shared, versions, seen, further - 1)))
          return true;
      }
    }
  }
  return false;
}
