import * as vscode from 'vscode';
import { showInformationMessage, showInputBox, showQuickPick } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { type ModelSettings, modelSettings, saveModelSettings } from '../settings.ts';
import { setApiKey } from './set-api-key.ts';

interface EndpointItem extends vscode.QuickPickItem {
  /** Undefined: typed in. `vscode`: the editor's own models. */
  readonly url: string | undefined;
  readonly needsKey: boolean;
}

const EDITOR = 'vscode';

const ENDPOINTS: readonly EndpointItem[] = [
  {
    label: 'VS Code',
    description: 'GitHub Copilot and models of other extensions; no key',
    url: EDITOR,
    needsKey: false,
  },
  {
    label: 'OpenAI',
    description: 'https://api.openai.com/v1',
    url: 'https://api.openai.com/v1',
    needsKey: true,
  },
  {
    label: 'OpenRouter',
    description: 'https://openrouter.ai/api/v1',
    url: 'https://openrouter.ai/api/v1',
    needsKey: true,
  },
  {
    label: 'Ollama',
    description: 'http://localhost:11434/v1',
    url: 'http://localhost:11434/v1',
    needsKey: false,
  },
  {
    label: 'LM Studio',
    description: 'http://localhost:1234/v1',
    url: 'http://localhost:1234/v1',
    needsKey: false,
  },
  {
    label: 'Another endpoint…',
    description: 'any OpenAI-compatible address',
    url: undefined,
    needsKey: true,
  },
];

/** Endpoint, Designer model, QA model, key: in that order, each with what is set as the proposal. */
export async function selectModels(services: Services): Promise<boolean> {
  const now = modelSettings();
  const endpoint = await showQuickPick(
    ENDPOINTS.map(item => (item.url === now.baseUrl ? { ...item, detail: 'set up now' } : item)),
    {
      title: 'Models (1 of 3): which endpoint?',
      placeHolder: 'The work order’s sources are sent there',
      matchOnDescription: true,
    },
  );
  if (endpoint === undefined) return false;
  if (endpoint.url === EDITOR) return selectEditorModels(now);
  const url = endpoint.url ?? (await askUrl(now.baseUrl));
  if (url === undefined) return false;
  const designer = await askModel('Models (2 of 3): which model designs the change?', now.designer, false);
  if (designer === undefined) return false;
  const qa = await askModel('Models (3 of 3): which model checks it? Empty: the same', now.qa, true);
  if (qa === undefined) return false;
  await saveModelSettings({
    baseUrl: url,
    designer: `openai:${designer}`,
    qa: qa === '' || qa === designer ? '' : `openai:${qa}`,
  });
  const origin = new URL(url).origin;
  if (endpoint.needsKey && (await services.keys.get(origin)) === undefined) return setApiKey(services);
  return true;
}

/** Two of the models that extensions provide. */
async function selectEditorModels(now: ModelSettings): Promise<boolean> {
  const models = await vscode.lm.selectChatModels();
  const items = new Map(
    models.map(({ vendor, family, name }) => {
      const spec = `vscode:${vendor}/${family}`;
      return [spec, { label: name, description: spec, spec }];
    }),
  );
  if (items.size === 0) {
    void showInformationMessage(
      'No extension offers a model here. Sign in to GitHub Copilot, install an extension that provides models, or choose an endpoint.',
    );
    return false;
  }
  const pick = (title: string, current: string) =>
    showQuickPick(
      [...items.values()].map(item => (item.spec === current ? { ...item, detail: 'set up now' } : item)),
      { title, matchOnDescription: true },
    );
  const designer = await pick('Models (2 of 3): which model designs the change?', now.designer);
  if (designer === undefined) return false;
  const qa = await pick('Models (3 of 3): which model checks it? Better another one', now.qa);
  if (qa === undefined) return false;
  await saveModelSettings({ designer: designer.spec, qa: qa.spec === designer.spec ? '' : qa.spec });
  return true;
}

async function askUrl(current: string): Promise<string | undefined> {
  const { parseEndpoint } = await import('../../node/model/endpoint.ts');
  const url = await showInputBox({
    title: 'Address of the endpoint',
    value: current,
    placeHolder: 'https://host.example/v1',
    ignoreFocusOut: true,
    validateInput: text => {
      const endpoint = parseEndpoint(text.trim());
      return endpoint.ok ? undefined : endpoint.error;
    },
  });
  return url?.trim();
}

async function askModel(title: string, current: string, mayBeEmpty: boolean): Promise<string | undefined> {
  const name = await showInputBox({
    title,
    value: current.startsWith('openai:') ? current.slice('openai:'.length) : '',
    placeHolder: 'the model’s name as the endpoint knows it',
    ignoreFocusOut: true,
    validateInput: text => (text.trim() === '' && !mayBeEmpty ? 'Name the model' : undefined),
  });
  return name?.trim();
}
