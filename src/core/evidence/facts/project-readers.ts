import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { onlyLints, onlyTells } from '../code/packaging-settings.ts';
import { onlyPins } from '../code/pinned-tools.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/** By these a test asks for the version or the description of a project. */
const READING_TOLD = ['pyproject', 'metadata', 'tomllib', 'tomli', 'pkg_resources', '__version__', 'VERSION'];
/** By these for the hooks and workflows of a repository. */
const READING_PINS = ['pre-commit', 'pre_commit', '.github', 'workflows', 'yaml', '.yml', 'rglob'];

/** A test that may ask what such a file says, where that is not as before: it may decide to be skipped. */
export async function findProjectReaders(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly { readonly reason: string; readonly place: EvidencePlace }[]> {
  for (const [changed, words] of [
    [files.find(file => onlyTells(file) || onlyLints(file)), READING_TOLD],
    [files.find(onlyPins), READING_PINS],
  ] as const) {
    const found = changed && (await readerOf(changed, words, versions));
    if (found !== undefined) return [found];
  }
  return [];
}

async function readerOf({ path }: FileChange, words: readonly string[], versions: TwoVersions) {
  for (const module of versions.after.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await versions.open(module, 'after');
    if (file !== undefined && !words.some(each => file.mentions(each))) continue;
    const reason = `${module.path} may ask for what ${path} says`;
    return { reason, place: { file: path, line: 1, side: 'after' } as const };
  }
  return undefined;
}
