import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { lastOf, rootOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { namesOfModule } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { boundNames } from '../facts/bound-names.ts';
import type { OpenUse } from '../proofs/open-uses.ts';

/** Names that a module had from an import, and does not have any more, with its own last name. */
interface Lost {
  readonly names: ReadonlySet<string>;
  readonly module: string;
  readonly path: string;
  /** Its whole name. */
  readonly dotted: string;
  /** Those that the workspace defines: a word of prose is none of them. */
  readonly own: ReadonlySet<string>;
}

/** Imports that are gone, of which another file asks in another way than by an import: a test replaces `m.json`. */
export async function findLostImports(
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const lost = versions.changed.flatMap(each => lostOf(each, versions));
  const all = new Set(lost.flatMap(({ names }) => [...names]));
  if (all.size === 0) return [];
  for (const module of versions.after.snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file === undefined || file.mentionedOf(all).length === 0) continue;
    for (const { names, module: last, path, dotted } of lost) {
      const isThere = hasModule(file, dotted);
      if (path === module.path || !(isThere || file.mentions(dotted))) continue;
      const start = askedAt(file, names, { module: last, hasModule: isThere });
      if (start !== undefined)
        return [
          {
            reason: `${path} no longer imports what is asked of it there`,
            place: placeIn(file, start, 'after'),
          },
        ];
    }
  }
  for (const { own, dotted } of lost) {
    const told = own.size === 0 ? undefined : await versions.otherTexts?.find(own, 'all', dotted);
    if (told !== undefined) return [told];
  }
  return [];
}

function lostOf({ before, after, path }: ChangedModule, versions: TwoVersions): readonly Lost[] {
  if (before === undefined || after === undefined) return [];
  const known = readImports(before).filter(
    ({ statement, bound }) => statement.parent === -1 && bound !== '*',
  );
  if (known.length === 0) return [];
  const bound = boundNames(after);
  const gone = known.filter(({ bound: name }) => !bound.has(name));
  const names = new Set(gone.map(entry => entry.bound));
  if (names.size === 0) return [];
  const { graph } = versions.before;
  const isOwn = (name: string) => graph.resolve(before.module, name)?.kind === 'definition';
  const module = lastOf(before.module.name);
  return [{ names, module, path, dotted: before.module.name, own: new Set([...names].filter(isOwn)) }];
}

/** Whether the file has the module itself as an object, which it may give on under any name. */
const hasModule = (file: PythonFile, dotted: string): boolean =>
  readImports(file).some(({ target }) => target === dotted) ||
  (file.mentions(dotted) && ['import_module', 'sys.modules'].some(each => file.mentions(each)));

/** In a field of a formatted string. */

/** What is given the name of an attribute as a text. */
const ASKING = ['patch', 'setattr', 'delattr', 'getattr', 'attrgetter', 'resolve_name'];

/** A text that is the name, or ends with it behind a dot, where something asks by texts; an attribute of who knows what. */
function askedAt(
  file: PythonFile,
  names: ReadonlySet<string>,
  { module, hasModule: isThere }: { readonly module: string; readonly hasModule: boolean },
): number | undefined {
  const { tokens } = file;
  const asks = ASKING.some(each => file.mentions(each));
  const { imports } = namesOfModule(file.module.index);
  for (let i = 0; i < tokens.length; i++) {
    if (asks && tokens.kind(i) === STRING) {
      const text = contentOf(tokens.text(i));
      if (names.has(lastOf(text))) return tokens.start(i);
    }
    if (!isThere || !tokens.isName(i) || tokens.op(i - 1) !== op.DOT || !names.has(tokens.text(i))) continue;
    if (/^(?:self|cls)$/.test(tokens.text(i - 2))) continue;
    const root = tokens.text(rootOf(tokens, i));
    // Of another module that is imported it is asked there.
    if (!imports.has(root) || root === module) return tokens.start(i);
  }
  return undefined;
}
