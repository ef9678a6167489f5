import type {
  ContentBlock,
  RequestPermissionRequest,
  SessionUpdate,
  ToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { fileChange } from '../../core/changes/file-change.ts';
import { unifiedDiff } from '../../core/changes/unified-diff.ts';
import {
  CALL_KINDS,
  type CallKind,
  type OutsideCall,
  type OutsidePermission,
  type OutsideUpdate,
} from '../../core/ports/agent-on-copy.ts';
import { sha256 } from '../system.ts';
import { pathsFrom } from './workspace-paths.ts';

/** What of one message of an agent is kept, in characters; and how many of its calls and their files are known. */
const MOST = { title: 1000, path: 1000, output: 64 * 1024, diff: 32 * 1024, paths: 100, calls: 500 } as const;

/** Reads what an agent sends over the protocol; it knows the calls it was told of, because later words leave out parts. */
export class UpdateReader {
  readonly #workspace: string;
  readonly #calls = new Map<string, OutsideCall>();

  /** @param workspace where the agent finds the workspace, absolute */
  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** `undefined` for what nobody is shown: thoughts, lists of commands, modes. */
  update(update: SessionUpdate): OutsideUpdate | undefined {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return { kind: 'said', text: contentText(update.content) };
      case 'plan':
        return {
          kind: 'planned',
          entries: update.entries.map(({ content, status }) => ({ text: content, status })),
        };
      case 'tool_call':
      case 'tool_call_update':
        return {
          kind: 'acted',
          call: this.#call(update),
          status: update.status ?? 'pending',
          ...this.#output(update.content),
        };
      default:
        return undefined;
    }
  }

  permission({ toolCall }: Pick<RequestPermissionRequest, 'toolCall'>): OutsidePermission {
    const call = this.#call(toolCall);
    const { output } = this.#output(toolCall.content);
    return { call, ...(output === undefined || output === call.title ? {} : { detail: output }) };
  }

  #call(told: ToolCall | ToolCallUpdate): OutsideCall {
    const known = this.#calls.get(told.toolCallId);
    const diffs = (told.content ?? []).flatMap(part => (part.type === 'diff' ? [part.path] : []));
    const paths = [...(told.locations ?? []).map(({ path }) => path), ...diffs]
      .slice(0, MOST.paths)
      .map(path => path.slice(0, MOST.path));
    const call: OutsideCall = {
      id: told.toolCallId,
      title: oneLine((told.title ?? known?.title ?? 'a tool').slice(0, MOST.title)),
      does: told.kind ? kindOf(told.kind) : (known?.does ?? 'other'),
      paths: paths.length === 0 ? (known?.paths ?? []) : pathsFrom(this.#workspace, paths),
    };
    // Of very many the oldest are forgotten.
    this.#calls.delete(call.id);
    this.#calls.set(call.id, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MOST.calls && oldest !== undefined) this.#calls.delete(oldest);
    return call;
  }

  #output(content: readonly ToolCallContent[] | null | undefined): { readonly output?: string } {
    const parts = (content ?? []).map(part => {
      switch (part.type) {
        case 'content':
          return contentText(part.content);
        case 'diff': {
          const [path = part.path] = pathsFrom(this.#workspace, [part.path]);
          // Comparing long texts takes minutes; what was changed is compared when the turn ends.
          if ((part.oldText?.length ?? 0) + part.newText.length > MOST.diff)
            return `${path}: its diff is too long to be shown`;
          const bytes = (text: string | null | undefined) =>
            text === null || text === undefined ? undefined : new TextEncoder().encode(text);
          const change = fileChange(path, bytes(part.oldText), bytes(part.newText), sha256);
          return change ? unifiedDiff(change).trimEnd() : '';
        }
        default:
          return '';
      }
    });
    const output = parts
      .map(part => part.slice(0, MOST.output))
      .filter(part => part.trim() !== '')
      .join('\n');
    return output === '' ? {} : { output };
  }
}

function contentText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return block.uri;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : block.resource.uri;
    default:
      return `[${block.type}]`;
  }
}

const kindOf = (kind: string): CallKind => CALL_KINDS.find(known => known === kind) ?? 'other';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
