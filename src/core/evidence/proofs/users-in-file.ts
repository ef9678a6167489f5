import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { firstFrom, runOnImport } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { namingUnits, readUnits, type Unit } from '../code/units.ts';

/** Of each name, the functions, classes and values at the top that mention it, or are given it in a statement. */
export function usersOf(file: PythonFile): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const unit of namingUnits(file))
    for (const user of usersIn(unit))
      for (const name of unit.names) {
        if (name !== user) addTo(users, name, user);
      }
  return users;
}

/** Those that ask the module `bound` for the member, or do something else with it than to ask it for other ones. */
export function usersOfMember(file: PythonFile, bound: string, member: string): readonly string[] {
  const path = bound.split('.');
  const root = path[0] ?? bound;
  const mayAsk = ({ file: { tokens }, from, to, names }: Unit): boolean => {
    if (!names.has(root)) return false;
    for (let i = from; i < to; i++) {
      if (tokens.text(i) === member) return true;
      if (tokens.text(i) !== root || tokens.op(i - 1) === op.DOT) continue;
      // `import a.b` binds `a`.
      if (tokens.op(i + 2 * path.length - 1) !== op.DOT) return true;
    }
    return false;
  };
  return readUnits(file).flatMap(unit => {
    const users = usersIn(unit);
    return users.length > 0 && mayAsk(unit) ? users : [];
  });
}

/** What a statement at the top defines, or gives something. */
function usersIn(unit: Unit): readonly string[] {
  const { content, file, start, end } = unit;
  if (content.kind === 'import' || content.kind === 'docstring' || content.kind === 'exports') return [];
  if (content.kind === 'definition')
    return content.definition.kind === 'type' ? [] : [content.definition.name];
  const found = new Set<string>();
  const atTop = file.once(definedAtTop);
  for (let i = firstFrom(atTop, start); (atTop[i]?.start ?? end) < end; i++) {
    const each = at(atTop, i);
    if (each.end <= end && each.kind !== 'type') found.add(each.name);
  }
  for (const name of givenIn(unit)) found.add(name);
  return [...found];
}

/** In the order of where they begin. */
const definedAtTop = ({ module: { index } }: PythonFile): readonly Definition[] =>
  index.definitions.filter(({ parent }) => parent === -1).sort((a, b) => a.start - b.start);

/** What a statement gives something: `app` of `app.handler = check`, `TABLE` of `TABLE["a"] = check`. */
function givenIn({ file: { tokens }, from, to }: Unit): readonly string[] {
  const found: string[] = [];
  for (let i = from; i < to; i++) {
    const isFirst = i === from || tokens.kind(i - 1) < NAME;
    const next = tokens.op(i + 1);
    if (isFirst && tokens.isName(i) && (next === op.DOT || next === op.BRACKET_OPEN))
      found.push(tokens.text(i));
  }
  return found;
}

/** The names that stand behind a dot in what runs on import: `module.name`. */
export const askedFor = once(readAskedFor);

function readAskedFor(file: PythonFile): ReadonlySet<string> {
  const asked = new Set<string>();
  const { tokens } = file;
  // Without a dot nothing is asked for.
  for (const unit of file.mentions('.') ? namingUnits(file) : []) {
    if (unit.content.kind === 'import') continue;
    const chosen = runOnImport(unit, file);
    for (let i = 1; i < chosen.length; i++)
      if (tokens.op(chosen[i - 1] ?? -1) === op.DOT) asked.add(tokens.text(chosen[i] ?? -1));
  }
  return asked;
}
