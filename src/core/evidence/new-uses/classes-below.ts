import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { Importers } from '../code/importers.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/** Whether a class, or one with a decorator, may be below it: a header names it, by whatever name it is imported. */
export async function mayHaveClassBelow(
  source: PythonFile,
  { name, ofDecorated }: { readonly name: string; readonly ofDecorated: boolean },
  versions: TwoVersions,
  importers: Importers,
): Promise<boolean> {
  if (mayBeBase(source, name, ofDecorated)) return true;
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = await versions.open(module, 'after');
    if (file !== undefined && mayBeBase(file, brings.kind === 'module' ? name : bound, ofDecorated))
      return true;
  }
  return false;
}

function mayBeBase(file: PythonFile, name: string, ofDecorated: boolean): boolean {
  const { tokens, module } = file;
  const isNamed = ({ kind, name: own, start, head, body }: Definition) =>
    kind === 'class' &&
    own !== name &&
    !(ofDecorated && start === head) &&
    file.range(head, body).some(({ text }) => text === name);
  if (module.index.definitions.some(isNamed)) return true;
  // `Other = A`
  for (let i = 1; !ofDecorated && i < tokens.length; i++)
    if (tokens.text(i) === name && tokens.op(i - 1) === op.ASSIGN && tokens.kind(i + 1) < NAME) return true;
  return false;
}
