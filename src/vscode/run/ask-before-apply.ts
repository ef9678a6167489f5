import { count } from '../../core/kernel/amounts.ts';
import type { ProposedPart } from '../../core/ports/reviewer.ts';
import { countChoice, wordsOfChoice } from '../../core/workorder/choice-words.ts';
import { showInformationMessage, showQuickPick, showWarningMessage } from '../inert-window.ts';

/** What an approval must name or accept, beside the diff itself. */
export interface ToAskAbout {
  /** Paths that configure tools or run code. */
  readonly controlPlane: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: { readonly files: readonly unknown[] };
  /** For a part of the commands: QA has not seen it without the rest. */
  readonly part?: Pick<ProposedPart, 'kept' | 'of' | 'hunksLeftOut' | 'edits'>;
}

/** How the review asks what cannot be seen in the diff; a test answers in the person's place. */
export interface ReviewQuestions {
  /** The warnings were read and the change is still wanted. */
  readonly acceptWarnings?: boolean;
  /** Control-plane paths approved by name. */
  readonly approvePaths?: readonly string[];
}

/** Asks where the diff alone does not tell the danger; gives the paths approved by name, `undefined` for no. */
export async function askBeforeApply(
  proposal: ToAskAbout,
  answers: ReviewQuestions,
): Promise<readonly string[] | undefined> {
  const approved = answers.approvePaths ?? (await askForPaths(proposal.controlPlane));
  if (approved === undefined) return undefined;
  return answers.acceptWarnings === true || (await askAboutWarnings(proposal)) ? approved : undefined;
}

interface PathWords {
  readonly placeHolder: string;
  /** @param names the files that were not ticked, with their verb */
  readonly left: (names: string) => string;
}

const APPLYING: PathWords = {
  placeHolder: 'Tick every file to apply the change; Escape applies nothing',
  left: names => `Nothing was applied: ${names} not approved. Tick every file, or reject the change.`,
};

/** Each path that configures tools or runs code is approved by name; `undefined` when one is left out. */
export async function askForPaths(
  controlPlane: readonly string[],
  { placeHolder, left: describeLeft }: PathWords = APPLYING,
): Promise<readonly string[] | undefined> {
  if (controlPlane.length === 0) return [];
  // All that is protected is many names, and few changes touch any: not read when the extension is activated.
  const { whyByName } = await import('../../core/changes/path-policy.ts');
  const picked = await showQuickPick(
    controlPlane.map(path => ({ label: path, description: whyByName(path) })),
    {
      canPickMany: true,
      ignoreFocusOut: true,
      title: 'Approve each of these files by name',
      placeHolder,
    },
  );
  if (picked === undefined) return undefined;
  const paths = picked.map(item => item.label);
  const left = controlPlane.filter(path => !paths.includes(path));
  if (left.length === 0) return paths;
  void showInformationMessage(describeLeft(`${left.join(', ')} ${left.length === 1 ? 'is' : 'are'}`));
  return undefined;
}

async function askAboutWarnings({ part, changes, warnings }: ToAskAbout): Promise<boolean> {
  const chosen = part && wordsOfChoice(countChoice(part));
  const isPart = part !== undefined && chosen !== undefined;
  if (warnings.length === 0 && !isPart) return true;
  const isLess = isPart && part.kept.length < part.of;
  const apply = isLess ? `Apply ${part.kept.length} of ${part.of}` : 'Apply';
  const files = count(changes.files.length, 'file');
  const unseen = `QA approved ${part?.of === 1 ? 'the whole command' : `all ${part?.of} commands`}. This was simulated and verified anew by code, not by QA.`;
  const answer = await showWarningMessage(
    isPart ? `Apply ${chosen} to ${files}?` : `Apply the change to ${files}?`,
    {
      modal: true,
      detail: [...(isPart ? [unseen] : []), ...warnings].map(warning => `• ${warning}`).join('\n'),
    },
    apply,
  );
  return answer === apply;
}
