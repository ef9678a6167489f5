import * as vscode from 'vscode';
import type { ThreeVersions } from '../../core/changes/three-versions.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { type MemoryFiles, versionsOf } from './memory-files.ts';

/** Files that a run and someone else both changed. */
export interface Versions {
  /** Tells runs apart. */
  readonly key: string;
  /** Of the run, for the titles. */
  readonly title: string;
  readonly folder: vscode.Uri;
  readonly files: readonly ThreeVersions[];
}

/**
 * All three versions of each file as two diffs with the file itself on the right, where it can be edited: what it
 * was before the run, and what the run wrote. The arrow beside a difference takes the left side over.
 */
export class VersionDiffs {
  readonly #memory: MemoryFiles;

  constructor(memory: MemoryFiles) {
    this.#memory = memory;
  }

  async show({ key, title, folder, files }: Versions): Promise<void> {
    this.#memory.keepVersions(key, folder, files, Date.now());
    const versions = files.map(file => versionsOf(key, folder, file));
    const open = async (what: string, side: 'before' | 'ours') => {
      const rows = versions
        .filter(version => version[side] !== undefined || version.current !== undefined)
        .map(version => [version.current ?? version[side], version[side], version.current]);
      if (rows.length === 0) return;
      await vscode.commands.executeCommand('vscode.changes', showControls(`${what} (${title})`), rows);
      // A preview would be replaced by the next diff.
      await vscode.commands.executeCommand('workbench.action.keepEditor');
    };
    await open('What the run wrote ↔ Now', 'ours');
    await open('Before the run ↔ Now', 'before');
  }
}
