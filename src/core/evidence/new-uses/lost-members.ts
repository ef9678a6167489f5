import type { EvidencePlace } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { classesIn } from '../code/definitions-by-kind.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { isThere, membersOf } from './class-members.ts';

interface Lost {
  readonly reason: string;
  readonly place: EvidencePlace;
}

/**
 * Public members that are asked of a class under another name than its own: what a private class has, which public
 * ones inherit and functions give; and what the class itself no longer has, because only its objects get it.
 */
export async function lostMembers(versions: TwoVersions): Promise<readonly Lost[]> {
  const found: Lost[] = [];
  for (const { path, before, after } of versions.changed) {
    if (before === undefined || after === undefined || isTestFile(path)) continue;
    for (const each of lostIn(before, after))
      if (!each.isGone || (await isMentioned(versions, before, each.owner))) found.push(each);
  }
  return found;
}

interface LostMember extends Lost {
  /** The last name of the class. */
  readonly owner: string;
  /** Its objects have it no more, either. */
  readonly isGone: boolean;
}

function* lostIn(before: PythonFile, after: PythonFile): Generator<LostMember> {
  const has = after.once(membersByClass);
  const classes = after.once(classNames);
  const { definitions } = before.module.index;
  for (const [key, { onClass, at, parent }] of before.once(membersByClass)) {
    const owner = qualifiedName(definitions, parent);
    // Names of methods that Python calls are in every class.
    if (!classes.has(owner) || /^_/.test(definitions[at]?.name ?? '_')) continue;
    const now = has.get(key);
    const isGone = now === undefined;
    // One inside of a function is given by that.
    const isInner = definitions[definitions[parent]?.parent ?? -1]?.kind === 'function';
    const isOfPrivate = isInner || /(?:^|\.)_(?!_)/.test(owner);
    if (isGone ? !isOfPrivate : !onClass || now.onClass) continue;
    const name = definitions[at]?.name;
    yield {
      owner: definitions[parent]?.name ?? '',
      isGone,
      reason: isGone ? `${owner} no longer has ${name}` : `the class ${owner} itself no longer has ${name}`,
      place: placeIn(before, definitions[at]?.start ?? 0, 'before'),
    };
  }
}

interface Member {
  /** The class has it, not its objects alone. */
  readonly onClass: boolean;
  readonly at: number;
  readonly parent: number;
}

/** By class and name. */
function membersByClass(file: PythonFile): ReadonlyMap<string, Member> {
  const { definitions } = file.module.index;
  const found = new Map<string, Member>();
  for (const indices of membersOf(definitions).values())
    for (const at of indices) {
      const { parent = -1, name = '' } = definitions[at] ?? {};
      const key = `${qualifiedName(definitions, parent)}.${name}`;
      const onClass = isThere(definitions, at, file, 'class') || found.get(key)?.onClass === true;
      found.set(key, { onClass, at: found.get(key)?.at ?? at, parent });
    }
  return found;
}

const classNames = ({ module: { index } }: PythonFile): ReadonlySet<string> =>
  new Set(classesIn(index).map(i => qualifiedName(index.definitions, i)));

/** Whether anything but its own header speaks of the class. */
async function isMentioned(versions: TwoVersions, own: PythonFile, name: string): Promise<boolean> {
  if (placesOf(own, name).length > 1) return true;
  for (const module of versions.before.snapshot.modules.values()) {
    if (module.path === own.module.path) continue;
    const file = await versions.open(module, 'before');
    if (file?.mentionsName(name) === true) return true;
  }
  return false;
}
