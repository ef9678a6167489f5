import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { codeKey } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { headerEnd, ReachedRegistries } from './reached-registries.ts';

/** What may register itself where it is made, and no longer does so as before. */
export interface Unregistered {
  readonly unit: Unit;
  /** Where its names are looked up. */
  readonly module: WorkspaceModule;
}

/**
 * Decorated definitions, classes below others and further statements at the tops of changed modules that are gone or
 * say something else; and such statements that are new. What the body of a function does, registers nothing.
 */
export function unregisteredIn({ changed }: TwoVersions): readonly Unregistered[] {
  return changed.flatMap(({ path, before, after }) => {
    if (before === undefined || isTestFile(path)) return [];
    const { module } = before;
    const [old, now] = [before, after].map(file => registering(file));
    const lost = [...(old ?? [])].flatMap(([key, unit]) => (now?.has(key) ? [] : [{ unit, module }]));
    const fresh = [...(now ?? [])].flatMap(([key, unit]) =>
      old?.has(key) || unit.content.kind === 'definition' ? [] : [{ unit, module }],
    );
    return [...lost, ...fresh];
  });
}

/** All that may register itself in a module that is imported no more. */
export const allRegistering = (file: PythonFile): readonly Unregistered[] =>
  [...registering(file).values()].map(unit => ({ unit, module: file.module }));

/** By what of them runs on import. */
const registering = (file: PythonFile | undefined): ReadonlyMap<string, Unit> =>
  new Map(
    (file === undefined ? [] : readUnits(file)).flatMap(unit =>
      mayRegister(unit) ? [[keyOnImport(unit), unit]] : [],
    ),
  );

function mayRegister({ content, file: { tokens }, from, to, isPlainSet }: Unit): boolean {
  if (isPlainSet) return false;
  // `if __name__ == "__main__":` is left out of what is imported.
  if (content.kind === 'other') return tokens.text(from + 1) !== '__name__';
  if (content.kind !== 'definition') return false;
  const { kind } = content.definition;
  if (kind === 'function') return tokens.op(from) === op.AT;
  if (kind === 'class' && tokens.op(from + 2) === op.PAREN_OPEN) return true;
  // Decorators of the class or of its methods, and what is called.
  const sign = kind === 'class' ? op.AT : op.PAREN_OPEN;
  for (let i = from; i < to; i++) if (tokens.op(i) === sign) return true;
  return false;
}

export const isOfClass = ({ unit: { content } }: Unregistered): boolean =>
  content.kind === 'definition' && content.definition.kind === 'class';

/** Of a function, its decorators and its name. */
function keyOnImport(unit: Unit): string {
  const { content, file } = unit;
  if (content.kind !== 'definition' || content.definition.kind !== 'function')
    return codeKey(withoutDocstrings(importTimeTokens(unit, file), 'definition'));
  return `${file.tokens.key(unit.from, file.tokens.firstFrom(content.definition.head))} ${content.definition.name}`;
}

/** Where it registers itself: by its decorators, those of its methods, and its bases; a statement by all that it says. */
export async function registriesOf(
  unregistered: readonly Unregistered[],
  versions: TwoVersions,
): Promise<ReadonlySet<string>> {
  const reached = new ReachedRegistries(versions);
  for (const { unit, module } of unregistered) {
    const { content, file, from, to } = unit;
    const kind = content.kind === 'definition' ? content.definition.kind : undefined;
    if (kind !== 'class' && kind !== 'function') {
      await reached.follow(file, from, to, module);
      continue;
    }
    for (const [start, end] of decoratorsIn(unit)) await reached.follow(file, start, end, module);
    if (kind === 'class') await reached.follow(file, from, headerEnd(unit), module, 'bases');
  }
  return reached.registries;
}

function decoratorsIn({ file: { tokens }, from, to }: Unit): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let i = from; i < to; i++) {
    const isFirst = i === from || tokens.kind(i - 1) < NAME;
    if (tokens.op(i) !== op.AT || !isFirst) continue;
    let end = i;
    while (end < to && tokens.kind(end) >= NAME) end++;
    found.push([i, end]);
  }
  return found;
}
