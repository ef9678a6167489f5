/** One run of one real tool, described by what lies in its workspace. */
export interface LintCase {
  /** File name of the fixture. */
  readonly name: string;
  /** Content of each file; bytes for what is no text. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Exactly these files are selected; without it everything under `path`. */
  readonly select?: readonly string[];
  /** Folder that is linted; the whole workspace when left out. */
  readonly path?: string;
  /** Mypy only: how it is asked to print. */
  readonly format?: 'json' | 'text';
}

/** A byte that no UTF-8 text holds. */
export const NOT_UTF8 = new Uint8Array([0x78, 0x20, 0x3d, 0x20, 0x31, 0x0a, 0xff, 0x0a]);
