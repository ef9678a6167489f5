import type { ProtectedArea, ProtectedClass, ProtectedEntry } from './protected-entry.ts';
import { SERVICE_ENTRIES } from './protected-services.ts';
import { TOOL_ENTRIES } from './protected-tools.ts';
import { UNTOUCHABLE_ENTRIES } from './protected-untouchable.ts';

/** Why each kind is protected, as the second half of a sentence about a path. */
export const REASONS: Readonly<Record<ProtectedArea, string>> = {
  'version control': 'version control keeps its own data there',
  installed: 'it belongs to an environment, which only its own tools change',
  'environment variables': 'it sets environment variables and secrets of this machine',
  cache: 'it is a cache, which only its own tool writes and then believes',
  editor: 'editors read it, and can run programs it names',
  'continuous integration': 'it tells build servers what to run, with their secrets',
  hosting: 'it tells a host what to build and run',
  git: 'git reads it, and can run programs or fetch from addresses it names',
  'git hooks': 'it says what runs when anyone commits or pushes',
  container: 'containers are built and started from it',
  build: 'a build or a task runner runs what it says',
  packages: 'it says what package managers install, from where, and what they run',
  shell: 'shells and version managers run or load what it says',
  agent: 'coding agents take instructions, tools or permissions from it',
  python: 'Python or a test runner runs it or is steered by it',
  lint: 'it says what the linters check and which code they load',
};

const AREAS_NEVER: readonly ProtectedArea[] = ['version control'];
const AREAS_ENVIRONMENT: readonly ProtectedArea[] = ['installed', 'environment variables', 'cache'];

export function classOf(entry: ProtectedEntry): ProtectedClass {
  if (AREAS_NEVER.includes(entry.area)) return 'never';
  return AREAS_ENVIRONMENT.includes(entry.area) ? 'environment' : 'control_plane';
}

/** All entries. Data only; test/unit/changes/protected-paths.test.ts tries each in many spellings. */
export const PROTECTED_PATHS: readonly ProtectedEntry[] = [
  ...UNTOUCHABLE_ENTRIES,
  ...TOOL_ENTRIES,
  ...SERVICE_ENTRIES,
];

/** Those that need an approval by name. */
export const CONTROL_PLANE: readonly ProtectedEntry[] = PROTECTED_PATHS.filter(
  entry => classOf(entry) === 'control_plane',
);
