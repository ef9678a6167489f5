import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { onlyTells } from '../code/packaging-settings.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/** By these a test asks for the version or the description of a project. */
const READING = ['pyproject', 'metadata', 'tomllib', 'tomli', 'pkg_resources', '__version__', 'VERSION'];

/** A test that may ask what is told of the project, where that is not as before: it may decide to be skipped. */
export async function findProjectReaders(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly { readonly reason: string; readonly place: EvidencePlace }[]> {
  const told = files.find(onlyTells);
  if (told === undefined) return [];
  for (const module of versions.after.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await versions.open(module, 'after');
    if (file !== undefined && !READING.some(each => file.mentions(each))) continue;
    const reason = `${module.path} may ask for what ${told.path} says`;
    return [{ reason, place: { file: told.path, line: 1, side: 'after' } }];
  }
  return [];
}
