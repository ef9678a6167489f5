import * as vscode from 'vscode';
import { BACK, fits, type LiveRow, pickLive } from '../live-pick.ts';

/** The words of a step that was given up on the way: they are typed once. */
let draft = '';

export const forgetDraft = (): void => {
  draft = '';
};

/** What a person chose: a file, words, or to write these words in an editor. */
export type StepChoice =
  | { readonly kind: 'file'; readonly uri: vscode.Uri }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'editor'; readonly text: string };

type StepRow = LiveRow & { readonly choice: StepChoice };

/** One list for all ways to a step: its words, typed here; a work order of the workspace; an editor for several lines. */
export async function askStep(question: {
  readonly title: string;
  /** What happens with the words: `Run`, `Check`. */
  readonly verb: string;
  readonly files?: readonly vscode.Uri[];
  /** What the words are about: `lines 3 to 9 of shop/cart.py`. */
  readonly about?: string | undefined;
}): Promise<StepChoice | undefined> {
  const { title, verb, files = [], about } = question;
  const orders = files.map(orderRow);
  const words = (text: string, description?: string): StepRow => ({
    label: `${verb} “${text}”`,
    ...(description === undefined ? {} : { description }),
    icon: 'play',
    choice: { kind: 'words', text },
  });
  const inEditor = (text: string): StepRow => ({
    label: text === '' ? 'Describe a step in several lines…' : 'Go on in an editor…',
    description: text === '' ? 'in an editor' : 'for several lines',
    icon: 'edit',
    choice: { kind: 'editor', text },
  });
  const rows = (typed: string): readonly StepRow[] =>
    typed === ''
      ? [...(draft === '' ? [] : [words(draft, 'typed before')]), ...orders, inEditor('')]
      : [
          ...orders.filter(({ label, description = '' }) => fits(typed, `${label} ${description}`)),
          words(typed),
          inEditor(typed),
        ];
  const picked = await pickLive({
    title,
    placeHolder: `Type what should change${about === undefined ? '' : ` (${about})`}${files.length === 0 ? '' : ', or pick a work order'}`,
    rows,
    onType: typed => {
      draft = typed.trim();
    },
  });
  return picked === undefined || picked === BACK ? undefined : picked.choice;
}

function orderRow(uri: vscode.Uri): StepRow {
  return {
    label: uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/\.workorder\.json$/, ''),
    description: vscode.workspace.asRelativePath(uri),
    icon: 'note',
    choice: { kind: 'file', uri },
  };
}
