import type { ExampleCopy } from '../../../scripts/setup/example.mjs';

/** What a run in either VS Code needs. */
export interface HostRun {
  /** Root of the extension under development, absolute. */
  readonly extension: string;
  /** Bundled module whose `run` VS Code calls, absolute. */
  readonly runner: string;
  /** Folder of the scripted language model's extension, absolute. */
  readonly scriptedModel: string;
  /** Folder of what stands in for the Python extension, absolute. */
  readonly fakePython: string;
  readonly example: ExampleCopy;
  /** Environment of the extension host. */
  readonly env: Readonly<Record<string, string>>;
}
