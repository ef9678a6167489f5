import * as vscode from 'vscode';
import { parseEndpoint } from '../../node/model/endpoint.ts';
import type { ModelList } from '../../node/model/list-models.ts';
import { showInformationMessage, showInputBox, showQuickPick, withCancel } from '../inert-window.ts';
import { BACK, fits, type LiveRow, pickLive } from '../live-pick.ts';
import type { Services } from '../services.ts';
import { type ModelSettings, modelSettings, saveModelSettings } from '../settings.ts';
import { storeKey } from './set-api-key.ts';

interface EndpointRow extends LiveRow {
  /** Undefined: typed in. `vscode`: the editor's own models. */
  readonly url: string | undefined;
  readonly needsKey: boolean;
}

const EDITOR = 'vscode';

const ENDPOINTS: readonly EndpointRow[] = [
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

/** What the list offers for the text in its box: an address that is typed whole is an endpoint, too. */
function endpointRows(
  now: ModelSettings,
  isAddress: (typed: string) => boolean,
): (typed: string) => readonly EndpointRow[] {
  const all = ENDPOINTS.map(row => (row.url === now.baseUrl ? { ...row, detail: 'set up now' } : row));
  return typed => {
    const known = all.filter(({ label, description = '' }) => fits(typed, `${label} ${description}`));
    if (isAddress(typed) && !known.some(({ url }) => url === typed))
      return [
        { label: typed, description: 'this address', icon: 'edit', url: typed, needsKey: true },
        ...known,
      ];
    return known.length === 0 ? all.slice(-1) : known;
  };
}

/** Endpoint, its key, Designer model, QA model: in that order, with the models that the endpoint lists. */
export async function selectModels(services: Services): Promise<boolean> {
  const now = modelSettings();
  const endpoint = await pickLive({
    title: 'Models (1 of 3): which endpoint?',
    placeHolder: 'Choose, or type its address; the work order’s sources are sent there',
    rows: endpointRows(now, typed => parseEndpoint(typed).ok),
  });
  if (endpoint === undefined || endpoint === BACK) return false;
  if (endpoint.url === EDITOR) return selectEditorModels(now);
  const url = endpoint.url ?? (await askUrl(now.baseUrl));
  if (url === undefined) return false;
  const { origin } = new URL(url);
  const isMissing = endpoint.needsKey && (await services.keys.get(origin)) === undefined;
  if (isMissing && !(await storeKey(services, url))) return false;
  const list = await modelsAt(services, url);
  if (list === undefined) return false;
  const models = await askModels(list, now);
  if (models === undefined) return false;
  const { designer, qa } = models;
  await saveModelSettings({
    baseUrl: url,
    designer: `openai:${designer}`,
    qa: qa === designer ? '' : `openai:${qa}`,
  });
  void offerTest([...new Set([designer, qa])], origin);
  return true;
}

/** Asking for the list costs nothing. `undefined`: the person stopped it. */
async function modelsAt(services: Services, url: string): Promise<ModelList | undefined> {
  const { listModels } = await import('../../node/model/list-models.ts');
  const { boundKeyOf } = await import('../models/open-model-for.ts');
  const apiKey = await boundKeyOf(services.keys, url);
  const { host } = new URL(url);
  try {
    return await withCancel(`Work Order: asking ${host} for its models`, signal =>
      listModels({ baseUrl: url, apiKey: apiKey.ok ? apiKey.value : undefined, signal }),
    );
  } catch {
    return undefined; // cancelled
  }
}

/** From the list of the endpoint, or typed; QA after the Designer, and back. */
async function askModels(
  list: ModelList,
  now: ModelSettings,
): Promise<{ readonly designer: string; readonly qa: string } | undefined> {
  for (;;) {
    const designer = await askModel('Models (2 of 3): which model designs the change?', list, now.designer);
    if (designer === undefined || designer === BACK) return undefined;
    const qa = await askModel(
      'Models (3 of 3): which model checks it? Better another one',
      list,
      now.qa,
      designer,
    );
    if (qa === undefined) return undefined;
    if (qa !== BACK) return { designer, qa };
  }
}

/** @param designer whose QA this is; the same model is the first row */
async function askModel(
  title: string,
  list: ModelList,
  current: string,
  designer?: string,
): Promise<string | typeof BACK | undefined> {
  const names = list.kind === 'list' ? list.models : [];
  const set = current.replace(/^openai:/, '');
  const known: readonly LiveRow[] = [
    ...(designer === undefined ? [] : [{ label: designer, description: 'the same model' }]),
    ...(names.includes(set) && set !== designer ? [{ label: set, description: 'set up now' }] : []),
    ...names.filter(name => name !== set && name !== designer).map(label => ({ label })),
  ];
  const rows = (typed: string): readonly LiveRow[] => {
    const found = known.filter(({ label }) => fits(typed, label));
    if (typed === '' || known.some(({ label }) => label === typed)) return found;
    return [...found, { label: typed, description: 'as typed', icon: 'edit' }];
  };
  const placeHolder =
    list.kind === 'list'
      ? `${list.models.length} models; type to search, or another name`
      : `${list.reason}: type the model’s name as the endpoint knows it`;
  const picked = await pickLive({ title, placeHolder, rows, canGoBack: designer !== undefined });
  return picked === undefined || picked === BACK ? picked : picked.label;
}

async function offerTest(models: readonly string[], origin: string): Promise<void> {
  const test = 'Test';
  const answer = await showInformationMessage(
    `${models.join(' and ')} at ${origin}: set up. A test asks two tiny questions, which cost a few tokens.`,
    test,
  );
  if (answer === test) await vscode.commands.executeCommand('workorder.testModels');
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
