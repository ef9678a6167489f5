import {
  type ClientApp,
  client,
  methods,
  type PermissionOption,
  RequestError,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { Cancelled, orCancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type { OutsideClient } from '../../core/ports/agent-on-copy.ts';
import type { CopyFiles } from './copy-files.ts';
import { UpdateReader } from './read-update.ts';
import type { Terminals } from './terminals.ts';

/** What an agent may ask of us, all of it inside of the copy. */
export function serveCopy(
  workspace: string,
  files: CopyFiles,
  terminals: Terminals,
  listener: OutsideClient,
  turn: { readonly signal: AbortSignal },
): ClientApp {
  const reader = new UpdateReader(workspace);
  const { client: of } = methods;
  return client({ name: 'work-order' })
    .onNotification(of.session.update, ({ params }) => {
      const update = reader.update(params.update);
      if (update) listener.onUpdate(update);
    })
    .onRequest(of.session.requestPermission, async ({ params }) => {
      const request = reader.permission(params);
      try {
        const { signal } = turn;
        throwIfCancelled(signal);
        const granted = await orCancelled(listener.permit(request, signal), signal);
        return answerWith(params.options, granted);
      } catch (error) {
        if (error instanceof Cancelled) return { outcome: { outcome: 'cancelled' } };
        throw error;
      }
    })
    .onRequest(of.fs.readTextFile, async ({ params: { path, line, limit }, signal }) => {
      const read = await files.read(path, signal);
      if (!read.ok) throw RequestError.invalidParams({ path }, read.error);
      if (read.value === undefined) throw RequestError.resourceNotFound(path);
      const text = decodeUtf8(read.value);
      if (text === undefined) throw RequestError.invalidParams({ path }, `${path} is not UTF-8`);
      return { content: linesOf(text, line, limit) };
    })
    .onRequest(of.fs.writeTextFile, async ({ params: { path, content }, signal }) => {
      const written = await files.write(path, new TextEncoder().encode(content), signal);
      if (!written.ok) throw RequestError.invalidParams({ path }, written.error);
      return {};
    })
    .onRequest(of.terminal.create, async ({ params }) => ({ terminalId: await terminals.create(params) }))
    .onRequest(of.terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(of.terminal.waitForExit, ({ params }) => terminals.waitForExit(params.terminalId))
    .onRequest(of.terminal.kill, ({ params }) => {
      terminals.kill(params.terminalId);
      return {};
    })
    .onRequest(of.terminal.release, ({ params }) => {
      terminals.release(params.terminalId);
      return {};
    });
}

/** The answer of the agent's own that says so, this once rather than always. */
function answerWith(options: readonly PermissionOption[], granted: boolean): RequestPermissionResponse {
  const kinds = granted
    ? (['allow_once', 'allow_always'] as const)
    : (['reject_once', 'reject_always'] as const);
  const option = kinds.map(kind => options.find(one => one.kind === kind)).find(one => one !== undefined);
  return option
    ? { outcome: { outcome: 'selected', optionId: option.optionId } }
    : { outcome: { outcome: 'cancelled' } };
}

/** `limit` lines from the 1-based `line` on. */
function linesOf(text: string, line?: number | null, limit?: number | null): string {
  if (line === undefined && limit === undefined) return text;
  const from = Math.max(1, line ?? 1) - 1;
  const lines = text.split(/(?<=\n)/);
  return lines.slice(from, limit === undefined || limit === null ? undefined : from + limit).join('');
}
