import { bindKey, OPENAI_BASE_URL, parseEndpoint } from '../../node/model/endpoint.ts';
import { showErrorMessage, showInformationMessage, showInputBox } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { modelSettings } from '../settings.ts';

/** Stores the key of the endpoint that is set up; it is sent to that origin and to no other. */
export const setApiKey = (services: Services): Promise<boolean> =>
  storeKey(services, modelSettings().baseUrl);

/** The same for this address; empty: that of OpenAI. */
export async function storeKey(services: Services, baseUrl: string): Promise<boolean> {
  const url = baseUrl === '' ? OPENAI_BASE_URL : baseUrl;
  const endpoint = parseEndpoint(url);
  if (!endpoint.ok) {
    void showErrorMessage(`${endpoint.error} Correct the setting workorder.models.baseUrl first.`);
    return false;
  }
  const { origin } = endpoint.value;
  const stored = (await services.keys.get(origin)) !== undefined;
  const typed = await showInputBox({
    title: `API key for ${origin}`,
    prompt: stored
      ? 'A key is stored; a new one replaces it, an empty one removes it'
      : 'Stored for this endpoint only',
    password: true,
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return undefined;
      const bound = bindKey(text, url);
      return bound.ok ? undefined : bound.error;
    },
  });
  if (typed === undefined) return false;
  if (typed.trim() === '') {
    await services.keys.remove(origin);
    if (stored) void showInformationMessage(`The key for ${origin} was removed.`);
    return stored;
  }
  await services.keys.store(origin, typed.trim());
  void showInformationMessage(`The key for ${origin} is stored and is sent to no other address.`);
  return true;
}
