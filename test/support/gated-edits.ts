import { createAnalyst } from '../../src/core/evidence/analyst.ts';
import type { Files } from '../../src/core/ports/files.ts';
import { NOT_HELD } from '../../src/core/ports/hold.ts';
import { WorkspaceIndex } from '../../src/core/python/index/workspace-index.ts';
import { editTools } from '../../src/core/tools/edit-tools.ts';
import type { Tool } from '../../src/core/tools/tool.ts';
import { WorkspaceVerifier } from '../../src/core/verification/workspace-verifier.ts';
import { applyToolEdit } from '../../src/core/workorder/apply-tool-edit.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import { sha256 } from '../../src/node/system.ts';
import { MemoryJournals } from './memory-journals.ts';

/** The editing tools as a host offers them: behind the change gate, with a journal. */
export function gatedEdits(files: Files, journals = new MemoryJournals<RunEvent>()): readonly Tool[] {
  const clock = { now: () => 0 };
  const verifier = new WorkspaceVerifier({ files, sha256, clock });
  const ports = { files, journals, hold: NOT_HELD, clock, sha256, verifier, programs: {} };
  return editTools({
    files,
    analyst: createAnalyst({ files, python: new WorkspaceIndex(files), sha256 }),
    propose: (edit, reviewer, signal) => applyToolEdit(ports, edit, reviewer, signal),
  });
}
