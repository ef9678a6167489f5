import { createAnalyst } from '../../core/evidence/analyst.ts';
import { NEVER, throwIfCancelled } from '../../core/kernel/cancel.ts';
import type { Examination } from '../../core/ports/analyst.ts';
import { type UnsavedFiles, WorkspaceIndex } from '../../core/python/index/workspace-index.ts';
import { answerFrom } from '../../core/python/python-symbols.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { sameBytes } from '../files/look.ts';
import { breather } from '../files/pause.ts';
import { watchWorkspace } from '../files/watch-workspace.ts';
import { createProcesses } from '../processes.ts';
import { createIndexStore } from '../python/index-store.ts';
import { openTreeIndex } from '../python/tree-index.ts';
import { sha256 } from '../system.ts';
import type { AnalysisAnswers, AnalysisFolder, AnalysisQuestion } from './analysis-calls.ts';

type Answer = AnalysisAnswers[keyof AnalysisAnswers];

/** The index of one folder and everything that is computed from it. */
export function answerQuestions(
  folder: AnalysisFolder,
): (question: AnalysisQuestion, unsaved: UnsavedFiles, signal: AbortSignal) => Promise<Answer> {
  let shownUnsaved: UnsavedFiles = new Map();
  const opening = openFolder(folder, () => shownUnsaved);
  // Whoever asks first is answered.
  opening.catch(() => undefined);
  const examinations = new Map<number, Examination>();

  const examined = (key: number): Examination => {
    const examination = examinations.get(key);
    if (examination === undefined) throw new Error('This change is no longer known here.');
    return examination;
  };

  return async (question, unsaved, signal) => {
    shownUnsaved = keepKnown(unsaved, shownUnsaved);
    const { analyst, symbols } = await opening;
    throwIfCancelled(signal);
    switch (question.ask) {
      case 'simulate':
        return analyst.simulate(question.input, NEVER);
      case 'examine': {
        const examination = await analyst.examine(question.change, signal);
        examinations.set(question.key, examination);
        return examination.evidence;
      }
      case 'grade':
        return examined(question.key).grade(question.spotChecks, question.scope, NEVER);
      case 'invariants':
        return examined(question.key).checkInvariants(question.invariants, signal);
      case 'functions':
        return examined(question.key).changedCode(NEVER);
      case 'forget':
        examinations.delete(question.key);
        return undefined;
      case 'look':
        return void (await analyst.look());
      case 'symbols':
        return symbols[question.method](question.argument);
    }
  };
}

async function openFolder(folder: AnalysisFolder, unsaved: () => UnsavedFiles) {
  const { root, stateDir, tree } = folder;
  const { files, python } =
    tree === undefined
      ? openDisk(folder, unsaved)
      : await openTreeIndex({ root, stateDir, tree }, createProcesses(), NEVER);
  const analyst = createAnalyst({ files, python, sha256, breathe: breather() });
  return { analyst, symbols: answerFrom(python) };
}

function openDisk({ root, stateDir, isWatched }: AnalysisFolder, unsaved: () => UnsavedFiles) {
  const files = createDiskFiles({ root, stateDir });
  const watch = isWatched ? { watch: watchWorkspace(files.root, createProcesses()) } : {};
  const store = createIndexStore({ root, stateDir });
  return { files, python: new WorkspaceIndex(files, { store, unsaved, ...watch }) };
}

/** The array that is known already where the content is the same: the index takes another one for a new version. */
function keepKnown(unsaved: UnsavedFiles, known: UnsavedFiles): UnsavedFiles {
  return new Map(
    [...unsaved].map(([path, bytes]) => {
      const before = known.get(path);
      return [path, before && sameBytes(before, bytes) ? before : bytes];
    }),
  );
}
