import path from 'node:path';
import {
  type AgentContext,
  methods,
  type PermissionOption,
  type ToolCallContent,
  type ToolCallUpdate,
  type ToolKind,
} from '@agentclientprotocol/sdk';
import type { FileChange } from '../../core/changes/change-set.ts';
import { describeControlPlane } from '../../core/changes/path-policy.ts';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { count } from '../../core/kernel/amounts.ts';
import { orCancelled } from '../../core/kernel/cancel.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type { AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import type { Approvals } from '../review/decide-on-terminal.ts';

/** How the person is called in records. */
const BY = 'the user of the editor';

interface Asking {
  readonly client: AgentContext;
  readonly sessionId: string;
  /** The workspace, absolute. */
  readonly root: string;
  readonly approvals: Approvals;
  /** What the checks of the change came to. */
  readonly verdict: () => string;
}

/** Lets the person decide in their editor: the verdict first, then the diffs as the editor shows them. */
export function editorReviewer({ client, sessionId, root, approvals, verdict }: Asking): AgentReviewer {
  const inTurn = new Semaphore();
  let asked = 0;
  const ask = async (
    call: Omit<ToolCallUpdate, 'toolCallId'> & { readonly title: string; readonly kind: ToolKind },
    words: readonly [yes: string, no: string],
    signal: AbortSignal,
  ): Promise<boolean> => {
    const toolCallId = `question-${++asked}`;
    const update = (sent: Partial<ToolCallUpdate>) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'tool_call_update', toolCallId, ...sent },
      });
    const { title, kind, content, locations } = call;
    await client.notify(methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: 'tool_call',
        toolCallId,
        title,
        kind,
        status: 'pending',
        ...(content ? { content } : {}),
        ...(locations ? { locations } : {}),
      },
    });
    const options: PermissionOption[] = [
      { optionId: 'yes', name: words[0], kind: 'allow_once' },
      { optionId: 'no', name: words[1], kind: 'reject_once' },
    ];
    const question = client.request(
      methods.client.session.requestPermission,
      { sessionId, toolCall: { toolCallId, ...call }, options },
      { cancellationSignal: signal },
    );
    const { outcome } = await orCancelled(question, signal);
    const isYes = outcome.outcome === 'selected' && outcome.optionId === 'yes';
    await update({ status: isYes ? 'completed' : 'failed' });
    return isYes;
  };
  return {
    review: (proposal, signal) =>
      inTurn.run(async () => {
        const { approvalSha256, automatic, changes, controlPlane, warnings } = proposal;
        const { yes, controlPlaneApproved } = approvals;
        const apply = (by: string, named: readonly string[]) =>
          ({ kind: 'apply', by, approvalSha256, controlPlaneApproved: named }) as const;
        if (yes) return apply('--yes', controlPlaneApproved);
        const named = [...controlPlaneApproved];
        for (const name of controlPlane.filter(one => !named.includes(one))) {
          const title = `${describeControlPlane(name)}. Approve ${name} by name?`;
          const locations = [{ path: path.join(root, name) }];
          const question = { title: inertText(title), kind: 'edit', locations } as const;
          if (!(await ask(question, [inertText(`Approve ${name}`), 'Do not approve'], signal)))
            return { kind: 'reject', by: BY, reason: `${name} was not approved by name` };
          named.push(name);
        }
        if (automatic) return apply('--review auto', named);
        const n = changes.files.length;
        const text = [`${verdict()}`, ...warnings.map(warning => `! ${warning}`)].join('\n');
        const question = {
          title: inertText(`${verdict()}. Apply this change to ${count(n, 'file')}?`),
          kind: 'edit',
          content: [
            { type: 'content', content: { type: 'text', text: inertText(text) } },
            ...changes.files.map(file => contentOf(root, file)),
          ] satisfies ToolCallContent[],
          locations: changes.files.map(file => ({ path: path.join(root, file.path) })),
        } as const;
        if (await ask({ ...question, content: [...question.content] }, ['Apply', 'Reject'], signal))
          return apply(BY, named);
        return { kind: 'reject', by: BY, reason: '' };
      }, signal),

    consent: (request, signal) =>
      inTurn.run(async () => {
        if (approvals.yes) return { granted: true, by: '--yes' };
        const title = inertText(describeConsent(request));
        return { granted: await ask({ title, kind: 'execute' }, ['Allow', 'Do not allow'], signal), by: BY };
      }, signal),
  };
}

/** A file's diff; in words where it is not text. */
function contentOf(root: string, { path: name, before, after }: FileChange): ToolCallContent {
  const [oldText, newText] = [before, after].map(bytes => (bytes ? decodeUtf8(bytes) : ''));
  if (oldText === undefined || newText === undefined) {
    const text = inertText(`${name} is not UTF-8: its bytes change, and no diff shows them.`);
    return { type: 'content', content: { type: 'text', text } };
  }
  return {
    type: 'diff',
    path: path.join(root, name),
    ...(before === undefined ? {} : { oldText }),
    newText,
  };
}
