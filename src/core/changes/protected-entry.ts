/**
 * `never`: what version control keeps for itself. `environment`: what is installed or made by a tool, which nothing
 * but that tool changes. Neither is ever written. `control_plane`: configures tools or runs code; written only with an
 * approval by name, even inside the scope and whether or not the file exists.
 */
export type ProtectedClass = 'never' | 'environment' | 'control_plane';

/** What kind of file a protected path is. */
export type ProtectedArea =
  | 'version control'
  | 'installed'
  | 'environment variables'
  | 'cache'
  | 'editor'
  | 'continuous integration'
  | 'hosting'
  | 'git'
  | 'git hooks'
  | 'container'
  | 'build'
  | 'packages'
  | 'shell'
  | 'agent'
  | 'python'
  | 'lint';

/**
 * One protected name. Names are compared folded (lower case) and at any depth; a `/` at the start means the workspace
 * folder only. `*` stands for any characters of one name, at most once in it. `name/**` is something of
 * that name and everything in it; without it the last name is a file's. `except`: names the last one must not be.
 */
export interface ProtectedEntry {
  readonly pattern: string;
  readonly area: ProtectedArea;
  readonly except?: readonly string[];
}

/** Entries of one kind, from names separated by white space. */
export function entriesOf(area: ProtectedArea, patterns: string): readonly ProtectedEntry[] {
  return patterns
    .trim()
    .split(/\s+/u)
    .map(pattern => ({ pattern, area }));
}
