import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Content } from '../../support/memory-files.ts';

/** A workspace folder and a state folder beside it, both removed by `dispose`. */
export interface TemporaryWorkspace {
  /** Real, absolute. */
  readonly root: string;
  readonly stateDir: string;
  readonly at: (path: string) => string;
  readonly write: (path: string, content: Content) => void;
  readonly remove: (path: string) => void;
  /** `undefined` when there is no such file. */
  readonly bytes: (path: string) => Uint8Array | undefined;
  readonly text: (path: string) => string | undefined;
  /** Everything that is no folder below the root, sorted; temporary files too. */
  readonly paths: () => readonly string[];
  readonly snapshot: () => Readonly<Record<string, string>>;
  readonly stateFiles: () => readonly string[];
  readonly dispose: () => void;
}

export function temporaryWorkspace(initial: Readonly<Record<string, Content>> = {}): TemporaryWorkspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'work-order-test-')));
  const root = join(folder, 'workspace');
  mkdirSync(root);
  const at = (path: string) => join(root, path);
  const bytes = (path: string) => {
    try {
      // A pipe would wait for a writer.
      return statSync(at(path)).isFile() ? readFileSync(at(path)) : undefined;
    } catch {
      return undefined;
    }
  };
  const write = (path: string, content: Content) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const text = (path: string) => bytes(path)?.toString('utf8');
  // Not `recursive`: that follows links, here back into the workspace itself.
  const below = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? below(path) : [relative(root, path).split(sep).join('/')];
    });
  const paths = () => [...below(root)].sort();
  for (const [path, content] of Object.entries(initial)) write(path, content);
  return {
    root,
    stateDir: join(folder, 'state'),
    at,
    write,
    remove: path => rmSync(at(path)),
    bytes,
    text,
    paths,
    snapshot: () => Object.fromEntries(paths().map(path => [path, text(path) ?? ''])),
    stateFiles: () => {
      try {
        return readdirSync(join(folder, 'state'));
      } catch {
        return [];
      }
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
