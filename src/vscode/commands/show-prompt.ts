import * as vscode from 'vscode';
import type { PreviewRequest, PromptPreview } from '../../core/app.ts';
import { showQuickPick, showWarningMessage } from '../inert-window.ts';
import { chooseOrder } from '../orders/choose-order.ts';
import type { Services } from '../services.ts';
import { fileOf } from './argument.ts';

/** Shows exactly what the Designer or QA would be asked, in an editor. Nothing is sent or written. */
export async function showPrompt(services: Services, argument: unknown): Promise<string | undefined> {
  const source = await chooseOrder(fileOf(argument), 'Show Prompt', 'Show the Prompt of');
  if (source === undefined) return undefined;
  const asked = await chooseRole(services, source.order.step_id);
  if (asked === undefined) return undefined;
  const { app } = await services.folders.of(source.folder);
  const signal = new AbortController().signal;
  const preview = await app.previewPrompt({ order: source.order, ...asked, signal });
  if (!preview.ok) {
    const { headline } = await import('../../core/workorder/headline.ts');
    void showWarningMessage(`There would be no request. ${headline(preview.error, 0)}`);
    return undefined;
  }
  const content = asText(preview.value);
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: true });
  return content;
}

/** QA is asked about a reply of the Designer: there is one when the run that is shown is of this step. */
async function chooseRole(
  services: Services,
  stepId: string,
): Promise<Pick<PreviewRequest, 'role' | 'designerReply'> | undefined> {
  const shown = services.run.state;
  if (shown?.designer === undefined || shown.order?.step_id !== stepId) return { role: 'designer' };
  const designer = { label: 'Designer', description: 'what proposes the change is asked' };
  const qa = { label: 'QA', description: 'what checks it is asked, about the run in the Review view' };
  const picked = await showQuickPick([designer, qa], { title: 'Whose prompt?' });
  if (picked === undefined) return undefined;
  if (picked === designer) return { role: 'designer' };
  return { role: 'qa', designerReply: JSON.stringify(shown.designer) };
}

function asText({ request, inputTokens, overrides }: PromptPreview): string {
  const facts = [
    `about ${inputTokens} tokens`,
    `tools: ${request.tools.map(tool => tool.name).join(', ') || 'none'}`,
    `answer: ${request.output.name}`,
    ...overrides.map(file => `${file} is used instead of the built-in prompt`),
  ];
  const messages = request.messages.map(({ role, text }) => `──── ${role} ────\n${text}`);
  return `${messages.join('\n\n')}\n\n──── ${facts.join('; ')} ────\n`;
}
