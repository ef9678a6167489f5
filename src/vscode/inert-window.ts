import * as vscode from 'vscode';
import { inertText } from '../core/kernel/inert-text.ts';

/**
 * What the editor shows to a person goes through here, because the editor makes links of `[text](command:…)` in
 * notifications and icons of `$(name)` in lists. Answers are the given objects, not what was shown of them.
 */
type MessageKind = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

interface ShowMessage {
  <T extends string>(message: string, ...actions: readonly T[]): Promise<T | undefined>;
  <T extends string>(
    message: string,
    options: vscode.MessageOptions,
    ...actions: readonly T[]
  ): Promise<T | undefined>;
}

const messages =
  (kind: MessageKind): ShowMessage =>
  async <T extends string>(message: string, ...rest: readonly (T | vscode.MessageOptions)[]) => {
    const options: vscode.MessageOptions = rest.find(one => typeof one !== 'string') ?? {};
    const actions = rest.filter(one => typeof one === 'string');
    const shown = actions.map(inertText);
    const answer = await vscode.window[kind](inertText(message), withInert(options, ['detail']), ...shown);
    return answer === undefined ? undefined : actions[shown.indexOf(answer)];
  };

export const showInformationMessage = messages('showInformationMessage');
export const showWarningMessage = messages('showWarningMessage');
export const showErrorMessage = messages('showErrorMessage');

/** The object with these texts made inert. */
function withInert<T extends object>(value: T, keys: readonly (keyof T)[]): T {
  const shown = { ...value };
  for (const key of keys) {
    const text: unknown = value[key];
    if (typeof text === 'string') Object.assign(shown, { [key]: inertText(text) });
  }
  return shown;
}

type Picked<T, O> = O extends { canPickMany: true } ? T[] : T;

/** An icon of ours goes into `iconPath`; in a label it would be text. */
export async function showQuickPick<
  T extends vscode.QuickPickItem,
  const O extends vscode.QuickPickOptions & { readonly canPickMany?: boolean },
>(items: readonly T[], options: O): Promise<Picked<T, O> | undefined> {
  const shown = items.map(item => withInert<vscode.QuickPickItem>(item, ['label', 'description', 'detail']));
  const picked: unknown = await vscode.window.showQuickPick(
    shown,
    withInert<vscode.QuickPickOptions>(options, ['title', 'placeHolder']),
  );
  const originals = items.filter((_, index) =>
    Array.isArray(picked) ? picked.includes(shown[index]) : picked === shown[index],
  );
  if (picked === undefined) return undefined;
  return (options.canPickMany === true ? originals : originals[0]) as Picked<T, O> | undefined;
}

export function showInputBox(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const { validateInput } = options;
  return vscode.window.showInputBox({
    ...withInert(options, ['title', 'prompt', 'placeHolder']),
    ...(validateInput && {
      validateInput: async text => {
        const fault = await validateInput(text);
        return typeof fault === 'string' ? inertText(fault) : fault && withInert(fault, ['message']);
      },
    }),
  });
}

/** In a notification with a Cancel of its own. */
export const withCancel = <T>(title: string, work: (signal: AbortSignal) => Thenable<T>): Thenable<T> => {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: inertText(title), cancellable: true };
  return vscode.window.withProgress(options, (_, cancel) => {
    const stop = new AbortController();
    cancel.onCancellationRequested(() => stop.abort());
    return work(stop.signal);
  });
};

/** In the status bar while the work is under way. */
export const withProgress = <T>(title: string, work: () => Thenable<T>): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: inertText(title) }, work);

/** A sentence in the status bar for some seconds, after an icon of ours. */
export const setStatusBarMessage = (codicon: string, sentence: string, ms: number): vscode.Disposable =>
  vscode.window.setStatusBarMessage(`$(${codicon}) ${inertText(sentence)}`, ms);
