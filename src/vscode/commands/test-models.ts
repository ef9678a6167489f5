import * as vscode from 'vscode';
import { OPENAI_BASE_URL } from '../../node/model/endpoint.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage, withCancel } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { modelSettings } from '../settings.ts';

/** What a model that gives no answer needs. */
const FIXES: Readonly<Record<string, string>> = {
  'Set API Key': 'workorder.setApiKey',
  'Select Models': 'workorder.selectModels',
};
const AT_ENDPOINT = 'openai:';
/** What a work order cannot do without. */
const NEEDED: ReadonlySet<string> = new Set(['answers', 'structured output']);

/** Asks each model that is set up at the endpoint two tiny questions and says what works. Answers whether all do what a run needs. */
export async function testModels(services: Services): Promise<boolean> {
  const { designer, qa, baseUrl } = modelSettings();
  const names = [...new Set([designer, qa])].flatMap(spec =>
    spec.startsWith(AT_ENDPOINT) ? [spec.slice(AT_ENDPOINT.length)] : [],
  );
  if (names.length === 0) {
    void showInformationMessage('No model of an endpoint is set up. Work Order: Select Models sets one up.');
    return false;
  }
  const { boundKeyOf } = await import('../models/open-model-for.ts');
  const { testModel } = await import('../../node/model/test-model.ts');
  const url = baseUrl === '' ? OPENAI_BASE_URL : baseUrl;
  const apiKey = await boundKeyOf(services.keys, url);
  if (!apiKey.ok) {
    void showErrorMessage(apiKey.error);
    return false;
  }
  let works = true;
  for (const model of names) {
    const stopped = new AbortController();
    const trials = await withCancel(`Work Order: testing ${model}`, signal => {
      signal.addEventListener('abort', () => stopped.abort(), { once: true });
      return testModel({ baseUrl: url, apiKey: apiKey.value, model, signal });
    }).then(undefined, (error: unknown) => {
      if (stopped.signal.aborted) return undefined;
      throw error;
    });
    // A question that was cut off says nothing of the model.
    if (trials === undefined || stopped.signal.aborted) return false;
    const broken = trials.filter(trial => !trial.works);
    const isUsable = broken.every(({ what }) => !NEEDED.has(what));
    works &&= isUsable;
    const good = trials.filter(trial => trial.works).map(({ what }) => what);
    const bad = broken.map(
      ({ what, found, next }) => `${what}: ${found}${next === undefined ? '' : `. ${next}`}`,
    );
    // Where nothing works the buttons are what to do next.
    const sentence =
      good.length === 0
        ? `${model} does not work: ${broken.map(({ found }) => found).join('; ')}`
        : [`${model}: ${good.join(', ')} ✓`, ...bad].join('; ');
    const say =
      broken.length === 0 ? showInformationMessage : isUsable ? showWarningMessage : showErrorMessage;
    void say(sentence, ...(isUsable ? [] : Object.keys(FIXES))).then(answer =>
      answer === undefined ? undefined : vscode.commands.executeCommand(FIXES[answer] ?? ''),
    );
  }
  return works;
}
