import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { unifiedDiff } from '../core/changes/unified-diff.ts';
import { describeConsent } from '../core/gate/describe-consent.ts';
import { orCancelled } from '../core/kernel/cancel.ts';
import type {
  AgentDecision,
  AgentProposal,
  AgentReviewer,
  ConsentRequest,
} from '../core/ports/agent-reviewer.ts';

/** Longer diffs cannot be read in a client's question, so they are not approved by one. */
const MAX_DIFF = 30_000;
/** A person may be away for a while. */
const TIMEOUT_MS = 60 * 60 * 1000;
const BY = 'the user of the MCP client';

export interface EditApproval {
  /** `--yes`: stands in for a person where the client cannot ask one. */
  readonly yes: boolean;
  /** Paths approved by name on the command line. */
  readonly controlPlaneApproved: readonly string[];
}

/** Lets the user of an MCP client decide, by elicitation; without it `--yes` decides, and else nothing is written. */
export function mcpReviewer(server: Server, { yes, controlPlaneApproved }: EditApproval): AgentReviewer {
  return {
    async review(proposal, signal) {
      const { approvalSha256 } = proposal;
      if (server.getClientCapabilities()?.elicitation?.form !== undefined)
        return askUser(server, proposal, controlPlaneApproved, signal);
      if (yes) return { kind: 'apply', by: '--yes', approvalSha256, controlPlaneApproved };
      return reject(
        'nobody',
        'this MCP client cannot ask its user (elicitation); start workorder mcp with --allow-edits --yes to apply edits without a question',
      );
    },
    async consent(request, signal) {
      if (server.getClientCapabilities()?.elicitation?.form !== undefined)
        return { granted: await allowUser(server, request, signal), by: BY };
      return yes ? { granted: true, by: '--yes' } : { granted: false, by: 'nobody' };
    },
  };
}

const reject = (by: string, reason: string): AgentDecision => ({ kind: 'reject', by, reason });

/** The policy asks for tests or linters behind an edit; both run code of the workspace. */
async function allowUser(server: Server, request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
  const question = server.elicitInput(
    {
      mode: 'form',
      message: describeConsent(request),
      requestedSchema: {
        type: 'object',
        properties: { decision: { type: 'string', title: 'Decision', enum: ['allow', 'do not allow'] } },
        required: ['decision'],
      },
    },
    { signal, timeout: TIMEOUT_MS },
  );
  const answer = await orCancelled(question, signal);
  return answer.action === 'accept' && answer.content?.['decision'] === 'allow';
}

async function askUser(
  server: Server,
  proposal: AgentProposal,
  approvedBefore: readonly string[],
  signal: AbortSignal,
): Promise<AgentDecision> {
  const { approvalSha256, changes, warnings, controlPlane } = proposal;
  const diff = changes.files.map(unifiedDiff).join('');
  if (diff.length > MAX_DIFF)
    return reject(
      'nobody',
      `the diff has ${diff.length} characters, more than can be shown in a question (${MAX_DIFF}); make smaller edits`,
    );
  const toName = controlPlane.filter(path => !approvedBefore.includes(path));
  const named = toName.map((path, n) => [`name_${n + 1}`, path] as const);
  const question = server.elicitInput(
    {
      mode: 'form',
      message: [`Apply this change?`, diff, ...warnings.map(warning => `! ${warning}`)].join('\n\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          decision: { type: 'string', title: 'Decision', enum: ['apply', 'reject'] },
          ...Object.fromEntries(
            named.map(([field, path]) => [
              field,
              { type: 'string' as const, title: `Type ${path} to approve it by name` },
            ]),
          ),
        },
        required: ['decision'],
      },
    },
    { signal, timeout: TIMEOUT_MS },
  );
  const answer = await orCancelled(question, signal);
  if (answer.action !== 'accept' || answer.content?.['decision'] !== 'apply') return reject(BY, '');
  const approved = named.flatMap(([field, path]) => (answer.content?.[field] === path ? [path] : []));
  return {
    kind: 'apply',
    by: BY,
    approvalSha256,
    controlPlaneApproved: [...approvedBefore, ...approved],
  };
}
