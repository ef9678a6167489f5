import { showInputBox } from '../inert-window.ts';

/** Words of the person, not empty; `undefined` when they stopped. */
export async function askWords(
  title: string,
  question: { readonly prompt?: string; readonly placeHolder: string; readonly missing: string },
): Promise<string | undefined> {
  const { missing, ...shown } = question;
  const words = await showInputBox({
    title,
    ...shown,
    ignoreFocusOut: true,
    validateInput: text => (text.trim() === '' ? missing : undefined),
  });
  return words?.trim();
}
