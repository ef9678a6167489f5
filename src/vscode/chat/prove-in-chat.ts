import { Cancelled } from '../../core/kernel/cancel.ts';
import { sentence } from '../../core/panel/chat-parts.ts';
import { fixStep, openFindings, proofAnswer } from '../../core/panel/chat-proof.ts';
import { type Provable, proveFolder } from '../prove/prove-folder.ts';
import { workingTree } from '../prove/working-tree.ts';
import type { ChatEnd, ChatQuestion } from './chat-request.ts';
import { folderOfQuestion } from './folder-of-question.ts';
import { showParts } from './show-answer.ts';

/** `/prove`, `/prove HEAD~1`, `/prove main..HEAD`: what code says of a change; the Review view shows the same. */
export async function proveInChat({
  services,
  prompt,
  references,
  stream,
  signal,
}: ChatQuestion): Promise<ChatEnd> {
  const folder = folderOfQuestion(references);
  const what = provableIn(prompt);
  if (what === undefined) {
    showParts(stream, folder, [
      sentence(`“${prompt.trim()}” names no commit. Nothing was proved.`),
      { kind: 'text', markdown: FORMS },
    ]);
    return { followUps: [{ label: 'Prove the working tree', command: 'prove', prompt: '' }] };
  }
  const { analyst } = await services.folders.of(folder);
  const proven = await proveFolder(folder.uri.fsPath, analyst, what, signal, words => stream.progress(words));
  if (signal.aborted) throw new Cancelled();
  if (!proven.ok) {
    showParts(stream, folder, [
      sentence(`Nothing was proved: ${proven.error}`),
      { kind: 'text', markdown: FORMS },
    ]);
    return { followUps: [] };
  }
  const { proof } = proven.value;
  workingTree(services).show(folder, proven.value);
  showParts(stream, folder, proofAnswer(proof));
  if (proof.outcome !== 'nothing changed')
    stream.button({ command: 'workorder.review.focus', title: 'Show in Review' });
  if (openFindings(proof).length > 0)
    stream.button({ command: 'workbench.actions.view.problems', title: 'Show Problems' });
  const step = what.kind === 'worktree' ? fixStep(proof) : undefined;
  return {
    followUps: [
      ...(step === undefined
        ? []
        : [{ label: 'Correct what was found with a work order', command: 'run' as const, prompt: step }]),
      ...(what.kind === 'worktree'
        ? []
        : [{ label: 'Prove the working tree', command: 'prove' as const, prompt: '' }]),
    ],
  };
}

const FORMS =
  'Say `/prove` for the working tree, `/prove HEAD` for a commit, or `/prove main..HEAD` for a range.\n\n';

/** `undefined`: several words that are none of the names of the working tree. */
function provableIn(prompt: string): Provable | undefined {
  const words = prompt.trim();
  if (/^((the|my) )?(working tree|worktree|(uncommitted )?changes)?$/i.test(words))
    return { kind: 'worktree' };
  return /\s/.test(words) ? undefined : { kind: 'commit', name: words };
}
