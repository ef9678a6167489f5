import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { classesIn, isScope } from '../code/definitions-by-kind.ts';
import { firstFrom } from '../code/import-time.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { runsOnImport } from '../new-uses/statements.ts';

/** A function or class in a class that has the name of something around it, in whose place the body finds it. */
export interface Hiding {
  readonly owner: string;
  readonly names: ReadonlySet<string>;
  /** Of its body. */
  readonly start: number;
  readonly end: number;
}

/** The classes that are made on import and hide a builtin name, or one of their module: `def list(self)`. */
export function readHidings(file: PythonFile): readonly Hiding[] {
  const { index } = file.module;
  const { definitions } = index;
  let imported: ReadonlySet<string> | undefined;
  const isAround = (name: string) => {
    imported ??= new Set(
      index.imports.flatMap(({ names }) => names.map(each => each.alias ?? each.name.split('.')[0] ?? '')),
    );
    const isOwn = definitionsNamed(index, name).some(i => definitions[i]?.parent === -1);
    return BUILTIN_NAMES.has(name) || isOwn || imported.has(name);
  };
  return classesIn(index).flatMap(i => {
    const { name, parent, body, end } = at(definitions, i);
    if (!runsOnImport(parent, definitions)) return [];
    const own = (namesOfModule(index).inside.get(i) ?? [])
      .flatMap(each => definitions[each] ?? [])
      .filter(isScope);
    const names = new Set(own.map(each => each.name).filter(isAround));
    return names.size === 0 ? [] : [{ owner: name, names, start: body, end }];
  });
}

/** Classes that are looked back over for the one around an expression. */
const MOST_LOOKED_BACK = 50;

/** The class around an expression, and the name that it hides and the expression asks for. */
export function hiddenIn(
  hidings: readonly Hiding[],
  tokens: readonly CodeToken[],
): { readonly owner: string; readonly name: string } | undefined {
  const at = tokens[0]?.start ?? 0;
  const next = firstFrom(hidings, at + 1);
  const around = hidings.slice(Math.max(0, next - MOST_LOOKED_BACK), next).findLast(({ end }) => at < end);
  if (around === undefined) return undefined;
  const { owner, names } = around;
  const asked = tokens.find(
    (token, i) => isName(token) && names.has(token.text) && tokens[i - 1]?.op !== op.DOT,
  );
  return asked && { owner, name: asked.text };
}
