import { orCancelled } from '../../core/kernel/cancel.ts';
import { parseEndpoint } from '../../node/model/endpoint.ts';
import { allowEndpoint, isEndpointAllowed } from '../../node/settings/allowed-endpoints.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';

/**
 * Where requests go: what the person named, else what a file of the workspace names, once the person has allowed
 * exactly that. The endpoint reads the source code that models are shown, and gets the person's key. `--yes` does not
 * answer for the person here.
 */
export async function chooseEndpoint(line: CommandLine, io: Io): Promise<string | undefined> {
  const named = line.text('base-url');
  const asked = line.settings.values['base-url'];
  if (named !== undefined || asked === undefined) return named;
  const place = line.settings.from['base-url'] ?? '';
  const endpoint = parseEndpoint(asked);
  if (!endpoint.ok) throw new UsageError(`${place}: ${endpoint.error}`);
  const { url, host } = endpoint.value;
  const stateDir = workspaceStateDir(line.root);
  if (await isEndpointAllowed(stateDir, url)) return asked;
  const question =
    `${place} chooses the endpoint ${url}. It would get your API key and the source code that models are shown.\n` +
    `Type ${host} to allow it for this workspace: `;
  const answer = await orCancelled(io.ask(question, line.signal), line.signal);
  if (answer?.trim() !== host)
    throw new UsageError(
      `${place} chooses the endpoint ${url}, which you have not allowed. Nothing was sent.`,
      `Name it yourself with --base-url ${url} or WORKORDER_BASE_URL, or run the command on a terminal and allow it.`,
    );
  await allowEndpoint(stateDir, url);
  return asked;
}
