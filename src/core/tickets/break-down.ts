import type { Ticket, TicketBreakdown, TicketSubtask } from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateTicketBreakdown } from '../../generated/validators.cjs';
import { MAX_REPAIRS } from '../conversation/agent-loop.ts';
import { allowRequest } from '../conversation/budget.ts';
import { estimateUsage } from '../conversation/estimate-usage.ts';
import { labelText } from '../conversation/labelled-data.ts';
import { recordConversation } from '../conversation/record-conversation.ts';
import { rejectedWords } from '../gate/decided-words.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import { describeSchemaProblems } from '../kernel/json-path.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import type { ModelMessage } from '../ports/model.ts';
import { loadTicketPrompt } from './load-prompt.ts';
import type { TicketOutcome } from './outcome.ts';
import type { TicketRun } from './run-request.ts';

const blocked = (...reasons: readonly string[]): TicketOutcome => ({
  kind: 'BLOCKED',
  by: 'breakdown',
  reasons,
});

/**
 * A ticket without subtasks: the manager proposes them, the orchestrator reads them, a person decides before anything
 * is assigned. The value is why it goes no further. A proposal from before a crash is shown again.
 */
export async function breakDown(run: TicketRun): Promise<TicketOutcome | undefined> {
  const { recorder, settings } = run;
  if (recorder.state.proposedSubtasks === undefined) {
    const proposed = await propose(run);
    if (!proposed.ok) return blocked(...proposed.error);
    const subtasks = proposed.value.subtasks.map((s, i): TicketSubtask => ({ id: `subtask-${i + 1}`, ...s }));
    await recorder.record({ type: 'broken_down', subtasks });
  }
  const subtasks = recorder.state.proposedSubtasks ?? [];
  const decision = await settings.reviewer.approveBreakdown(
    { runId: recorder.runId, ticket: ticketOf(run), subtasks },
    settings.signal,
  );
  const { kind, by } = decision;
  const reason = kind === 'reject' ? decision.reason : '';
  await recorder.record({
    type: 'breakdown_decided',
    decision: kind,
    by,
    ...(reason === '' ? {} : { reason }),
  });
  return kind === 'accept' ? undefined : blocked(`the breakdown was ${rejectedWords(by, reason)}`);
}

const ticketOf = ({ recorder }: TicketRun): Ticket => {
  const { id, title, description, acceptanceCriteria } = recorder.state;
  return { id, title, description, acceptanceCriteria: [...acceptanceCriteria], subtasks: [] };
};

async function propose(run: TicketRun): Promise<Result<TicketBreakdown, readonly string[]>> {
  const { ports, settings, recorder } = run;
  const prompt = await loadTicketPrompt('manager-breakdown', ports.workspace.files);
  if (!prompt.ok) return prompt;
  const model = settings.models.manager;
  const { spending = { caps: [] }, signal } = settings;
  const { title, description, acceptanceCriteria } = ticketOf(run);
  const data = JSON.stringify({ title, description, acceptanceCriteria }, undefined, 2);
  const messages: ModelMessage[] = [
    { role: 'system', text: prompt.value.text },
    { role: 'user', text: `## Ticket\n${labelText('ticket', data, ports.sha256)}` },
  ];
  const observer = recordConversation(event => recorder.record(event), model, spending.prices);
  for (const { role, text } of messages) {
    if (role === 'system' || role === 'user') await recorder.record({ type: 'told', role, text });
  }
  for (let repair = 1; ; repair++) {
    throwIfCancelled(signal);
    const output = { name: 'ticket_breakdown', schema: schemas['ticket-breakdown'] };
    const request = { role: 'manager', messages, tools: [], output, signal };
    const allowance = allowRequest(
      model,
      estimateUsage(request, 0).inputTokens,
      recorder.state.spent,
      spending,
    );
    if (allowance.kind === 'stop') return fail([allowance.reason]);
    const { onWaiting } = observer;
    const reply = await model.ask({ ...request, ...(onWaiting ? { onWaiting } : {}) });
    if (reply.kind === 'fault') {
      if (reply.usage) await observer.onUnanswered(reply.code, reply.usage);
      return fail([`the manager gave no breakdown: ${reply.reason}`]);
    }
    await observer.onReply(reply.text, reply.model, reply.usage);
    const parsed = parseBreakdown(reply.text);
    if (parsed.ok) return parsed;
    const isLast = repair > MAX_REPAIRS;
    await observer.onFault(parsed.error, isLast ? 0 : repair);
    if (isLast)
      return fail([`the manager gave no breakdown: ${parsed.error} (after ${MAX_REPAIRS} repair turns)`]);
    const words = `Your reply was not accepted: ${parsed.error}. Reply again with exactly one JSON object {"subtasks": […]} and nothing around it.`;
    messages.push({ role: 'assistant', text: reply.text, toolCalls: [] }, { role: 'user', text: words });
    await observer.onMessage({ role: 'user', text: words });
  }
}

function parseBreakdown(text: string): Result<TicketBreakdown> {
  const json = readStrictJson(text);
  if (!json.ok) return fail(json.error.message);
  return validateTicketBreakdown(json.value)
    ? ok(json.value)
    : fail(describeSchemaProblems(validateTicketBreakdown.errors));
}
