import { NAME } from '../../python/lexer/token-kinds.ts';
import { classDefinitions } from '../code/definitions-by-kind.ts';
import { firstString } from '../code/docstrings.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, WorkspaceVersion } from '../code/two-versions.ts';
import type { OpenUse } from '../proofs/open-uses.ts';

/**
 * A dataclass that loses its docstring: Python then makes one from the signature, for which it has the defaults shown.
 * Whether a `__repr__` of the workspace works by then is not known.
 */
export function* undocumentedDataclasses(
  { before, after }: ChangedModule,
  version: WorkspaceVersion,
): Generator<OpenUse> {
  if (before === undefined || after === undefined || !after.mentions('dataclass')) return;
  const documented = documentedClasses(before);
  const still = documentedClasses(after);
  const { definitions } = after.module.index;
  for (const [index, { kind, name, start, head }] of definitions.entries()) {
    if (kind !== 'class' || !documented.has(name) || still.has(name)) continue;
    if (!after.range(start, head).some(({ text }) => text === 'dataclass')) continue;
    const values = definitions.filter(({ parent, kind: each }) => parent === index && each !== 'method');
    const shown = values.find(({ body, end }) =>
      after.range(body, end).some(token => token.kind === NAME && showsItself(token.text, after, version)),
    );
    if (shown === undefined) continue;
    const reason = `${name} has no docstring any more: the one that is made on import shows the default of ${shown.name}, and may fail`;
    yield { reason, place: placeIn(after, shown.start, 'after') };
  }
}

const documentedClasses = ({ module, tokens }: PythonFile): ReadonlySet<string> =>
  new Set(
    classDefinitions(module.index).flatMap(({ name, body }) =>
      firstString(tokens, tokens.firstFrom(body)) !== '' ? [name] : [],
    ),
  );

/** Whether the name is a class of the workspace that says itself how it is shown. */
function showsItself(name: string, { module }: PythonFile, { graph }: WorkspaceVersion): boolean {
  const target = graph.resolve(module, name);
  if (target?.kind !== 'definition') return false;
  const { definitions } = target.module.index;
  return definitions.some(each => each.parent === target.index && each.name === '__repr__');
}
