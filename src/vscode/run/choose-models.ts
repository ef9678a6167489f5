import * as vscode from 'vscode';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { modelSettings } from '../settings.ts';
import { sampleRepliesFor } from './sample-replies.ts';

/** The two models of a run. */
export interface ChosenModels {
  readonly designer: Model;
  readonly qa: Model;
}

/** From the settings, or the recorded replies of a sample order; offers set-up when there is neither. */
export async function chooseModels(
  services: Services,
  source: OrderSource,
): Promise<ChosenModels | undefined> {
  const sample = await sampleRepliesFor(services.context.extensionUri, source);
  const settings = modelSettings();
  if (settings.designer === '') {
    if (sample !== undefined) return told(await fromReplies(sample.fsPath));
    return offerSetUp(services, source);
  }
  if (sample !== undefined && !settings.designer.startsWith('replay:')) {
    const recorded = { label: 'Recorded replies', description: 'come with the sample; no key, no network' };
    const model = { label: settings.designer, description: 'the model you set up' };
    const picked = await vscode.window.showQuickPick([recorded, model], {
      title: 'This is a sample work order: who answers?',
    });
    if (picked === undefined) return undefined;
    if (picked === recorded) return told(await fromReplies(sample.fsPath));
  }
  return told(await fromSettings(services));
}

async function offerSetUp(services: Services, source: OrderSource): Promise<ChosenModels | undefined> {
  const setUp = 'Set Up a Model';
  const sample = 'Try the Sample';
  const answer = await vscode.window.showInformationMessage(
    'No model is set up yet. Choose an OpenAI-compatible endpoint, or try the sample with recorded replies, without a key.',
    setUp,
    sample,
  );
  if (answer === sample) await vscode.commands.executeCommand('workorder.trySample');
  if (answer !== setUp) return undefined;
  await vscode.commands.executeCommand('workorder.selectModels');
  return modelSettings().designer === '' ? undefined : chooseModels(services, source);
}

async function fromSettings(services: Services): Promise<Result<ChosenModels>> {
  const { designer, qa, baseUrl, timeoutSeconds } = modelSettings();
  const { createModelOpener, parseModelSpec } = await import('../../node/model/model-spec.ts');
  const { bindKey, OPENAI_BASE_URL, parseEndpoint } = await import('../../node/model/endpoint.ts');
  const specs = { designer: parseModelSpec(designer), qa: parseModelSpec(qa === '' ? designer : qa) };
  if (!specs.designer.ok) return specs.designer;
  if (!specs.qa.ok) return specs.qa;
  const url = baseUrl === '' ? OPENAI_BASE_URL : baseUrl;
  const endpoint = parseEndpoint(url);
  if (!endpoint.ok) return endpoint;
  const key = await services.keys.get(endpoint.value.origin);
  const bound = key === undefined ? undefined : bindKey(key, url);
  if (bound?.ok === false) return bound;
  const open = createModelOpener({ baseUrl: url, apiKey: bound?.value, deadlineMs: timeoutSeconds * 1000 });
  const designerModel = open(specs.designer.value);
  if (!designerModel.ok) return designerModel;
  const qaModel = open(specs.qa.value);
  return qaModel.ok ? ok({ designer: designerModel.value, qa: qaModel.value }) : qaModel;
}

async function fromReplies(file: string): Promise<Result<ChosenModels>> {
  const { openReplay } = await import('../../node/model/replay-model.ts');
  const replay = openReplay(file);
  return replay.ok ? ok({ designer: replay.value('designer'), qa: replay.value('qa') }) : replay;
}

function told(models: Result<ChosenModels>): ChosenModels | undefined {
  if (models.ok) return models.value;
  const select = 'Select Models';
  void vscode.window.showErrorMessage(`${models.error}. Nothing was run.`, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}
