import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';

/**
 * A comment whose text stands where the name of its author would: VS Code opens its Comments panel over half of the diff
 * at the first comment that has a body. As a name it is plain text: no markup, no links.
 *
 * @param from who says it, and what it is about
 */
export const quietComment = (from: string, text: string): vscode.Comment => ({
  author: { name: inertText(text) },
  label: inertText(from),
  body: '',
  mode: vscode.CommentMode.Preview,
});
