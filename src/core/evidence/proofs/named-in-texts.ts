import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { TwoVersions } from '../code/two-versions.ts';

const known = new WeakMap<TwoVersions, Promise<ReadonlySet<string>>>();

/** Whether some text of the workspace names it as a part of that module: `mock.patch("pkg.m.os")`. */
export async function isNamedInText(
  versions: TwoVersions,
  { segments }: WorkspaceModule,
  name: string,
): Promise<boolean> {
  const pairs = known.get(versions) ?? readPairs(versions);
  known.set(versions, pairs);
  return (await pairs).has(`${segments.at(-1) ?? ''}.${name}`);
}

/** Words by which code finds things whose names are in a text. */
const FINDERS = ['patch', 'setattr', 'delattr', 'import_string', 'resolve_name', 'import_module', 'locate'];

/** Names that stand behind each other in the texts of files that may look them up. */
async function readPairs(versions: TwoVersions): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || !FINDERS.some(each => file.mentions(each))) continue;
    for (const { kind, text } of file.tokens) {
      if (kind !== STRING || !text.includes('.')) continue;
      const names = text.slice(text.indexOf(':') + 1).split(/[^\w]/);
      for (const [i, name] of names.entries()) if (i > 0) found.add(`${names[i - 1]}.${name}`);
    }
  }
  return found;
}
