import { at } from '../../kernel/at.ts';
/** How a file is imported. */
export interface ModuleName {
  /** Dotted name, without the folders above a source root such as `src`. */
  readonly name: string;
  /** Every folder of the path and the file, so that `src.package.module` is found as well. */
  readonly segments: readonly string[];
  /** How many of the segments are before `name`. */
  readonly rootSegments: number;
  readonly isPackage: boolean;
  readonly isStub: boolean;
}

/** Folders that hold packages without being one (PyPA's `src` layout). */
const SOURCE_ROOTS = new Set(['src']);

/**
 * The module that a workspace-relative path stands for. `isPackageFolder` tells folders with an
 * `__init__.py`: a folder named `src` is only a source root when it has none.
 */
export function moduleNameOf(path: string, isPackageFolder: (folder: string) => boolean): ModuleName {
  const isStub = path.endsWith('.pyi');
  // A folder with a dot in its name cannot be imported, but it can be asked for.
  const segments = path.slice(0, isStub ? -4 : -3).split(/[/.]/);
  const isPackage = segments.at(-1) === '__init__' && segments.length > 1;
  if (isPackage) segments.pop();
  const rootSegments = countRootSegments(segments, isPackage, isPackageFolder);
  const own = segments.slice(rootSegments);
  // Stub-only packages are called `name-stubs` (PEP 561).
  if (own[0]?.endsWith('-stubs')) own[0] = own[0].slice(0, -'-stubs'.length);
  return { name: own.join('.'), segments, rootSegments, isPackage, isStub };
}

function countRootSegments(
  segments: readonly string[],
  isPackage: boolean,
  isPackageFolder: (folder: string) => boolean,
): number {
  const folders = isPackage ? segments.length : segments.length - 1;
  for (let i = folders - 1; i >= 0; i--) {
    const isRoot = SOURCE_ROOTS.has(at(segments, i)) && i + 1 < segments.length;
    if (isRoot && !isPackageFolder(segments.slice(0, i + 1).join('/'))) return i + 1;
  }
  return 0;
}
