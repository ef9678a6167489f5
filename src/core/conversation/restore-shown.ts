import { canonicalPath } from '../changes/path-policy.ts';
import { ShownFiles } from '../gate/shown-files.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { isCutMarker } from '../tools/read-page.ts';
import type { ConversationEvent } from './conversation-events.ts';

const WHOLE = { from: 0, to: Number.POSITIVE_INFINITY };

/** What an agent saw and wrote in a resumed conversation, from its journal: the texts that it had as a whole. */
export function restoreShown(
  events: readonly (ConversationEvent | { readonly type: string })[],
  sha256: Sha256,
): ShownFiles {
  const shown = new ShownFiles();
  const note = (path: unknown, text: unknown) => {
    if (typeof path !== 'string' || typeof text !== 'string') return;
    const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
    if (!isCutMarker(last)) shown.noteShown(canonicalPath(path), sha256(encodeUtf8(text)), WHOLE, false);
  };
  for (const event of events) {
    if (!isCall(event) || event.status !== 'ok') continue;
    const { path, content, offset, limit, column } = event.args as Readonly<Record<string, unknown>>;
    if (event.tool === 'read_file' && (offset ?? limit ?? column) === undefined) note(path, event.response);
    if (event.tool === 'write_file') note(path, content);
    if (event.tool === 'retrieve_context_files') {
      const { files } = event.response as { readonly files: Readonly<Record<string, unknown>> };
      for (const [file, text] of Object.entries(files)) note(file, text);
    }
  }
  return shown;
}

const isCall = (
  event: ConversationEvent | { readonly type: string },
): event is Extract<ConversationEvent, { type: 'called' }> => event.type === 'called';
