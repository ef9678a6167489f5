import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { Importers } from '../code/importers.ts';
import { filesMentioning } from '../code/mentions.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';

/**
 * Whether a name that goes from a module may be asked of it without an import of the module: `pkg.a._f`, where only
 * `pkg` is imported, `attrgetter("_f")`, `a:_f` in a setting. Of what was only imported there, `a.json` is asked for.
 *
 * @param isOwn it was defined there, and is no public name
 */
export async function isReachedElsewhere(
  versions: TwoVersions,
  source: WorkspaceModule,
  name: string,
  importers: Importers,
  isOwn: boolean,
): Promise<boolean> {
  const { path, segments } = source;
  const owners = new Set([segments.at(-1) ?? '']);
  for (const { bound } of importers.reach(source, name)) owners.add(lastOf(bound));
  for (const file of await filesMentioning(versions, name)) {
    if (file.module.path !== path && isMember(file, name, isOwn ? undefined : owners)) return true;
    if (isOwn && isText(file, name)) return true;
  }
  return isOwn && (await versions.otherTexts?.find(new Set([name]), 'all')) !== undefined;
}

/** `x.name`, with whatever `x` but the object of a class, or with this one. */
function isMember(file: PythonFile, name: string, owners: ReadonlySet<string> | undefined): boolean {
  const { tokens } = file;
  return placesOf(file, name).some(at => {
    if (tokens.op(at - 1) !== op.DOT) return false;
    const around = tokens.text(at - 2);
    return owners === undefined ? around !== 'self' && around !== 'cls' : owners.has(around);
  });
}

/** A text that is the name, alone or behind others: `"a:name"`, `"pkg.a.name"`. */
const isText = ({ tokens }: PythonFile, name: string): boolean =>
  tokens.find(
    ({ kind, text }) =>
      kind === STRING && text.endsWith(name) && /^\w*:(?:[\w.:]*[.:])?\w+$/.test(text) && isWhole(text, name),
  ) !== undefined;

const isWhole = (text: string, name: string): boolean => /[.:]$/.test(text.slice(0, -name.length));
