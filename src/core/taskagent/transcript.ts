import { findingLine } from '../changes/finding.ts';
import { asCode, asDocument, asQuote, inLine, said } from '../kernel/markdown.ts';
import { checksLine } from '../verification/describe-verdict.ts';
import type { AgentEvent } from './events.ts';
import { agentHeadline } from './outcome.ts';

/** A run as a readable Markdown document: what was said, called, decided and delivered, in order. */
export const agentTranscript = (events: readonly AgentEvent[]): string => asDocument(events.map(section));

function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [
        `# ${inLine(event.task)}`,
        `Run ${event.runId} · ${event.mode} · ${inLine(event.model)} · review: ${event.review} · delivery: ${event.delivery}`,
      ].join('\n\n');
    case 'cycle_started':
      return `## Cycle ${event.cycle} in ${inLine(event.workspace)}`;
    case 'told':
      return `<details><summary>Sent to the agent (${event.role})</summary>\n\n${asCode(event.text)}\n\n</details>`;
    case 'protocol_fault':
      return `**Not accepted:** ${said(event.fault)}`;
    case 'turn_started':
      return `### Turn ${event.turn}\n\n${asQuote(event.note)}`;
    case 'called':
      return [
        `**${inLine(event.tool)}** — ${event.status.replace('_', ' ')}`,
        described(event.args),
        described(event.response),
      ].join('\n\n');
    case 'inspected':
      return [
        `QA ${event.decision === 'approve' ? 'approves' : 'rejects'} change ${event.number}${event.reasons.length > 0 ? `: ${said(event.reasons.join('; '))}` : ''}.`,
        ...event.spotChecks.map(({ text, verdict }) => `- ${verdict.replace('_', ' ')}: ${inLine(text)}`),
      ].join('\n');
    case 'verified':
      return [
        `${event.phase === 'after' ? 'After the apply of change' : 'Change'} ${event.number}: ${inLine(checksLine(event.results))}.`,
        ...event.findings.map(finding => `- ${finding.severity}: ${inLine(findingLine(finding))}`),
      ].join('\n');
    case 'reviewed':
      return event.decision === 'apply'
        ? `Change ${event.number} approved by ${inLine(event.by)}.`
        : `Change ${event.number} rejected by ${inLine(event.by)}${event.reason ? `: ${said(event.reason)}` : ''}.`;
    case 'applied':
      return event.files.map(f => `- ${inLine(f.path)} (+${f.lines_added} −${f.lines_removed})`).join('\n');
    case 'warning':
      return `**Warning:** ${said(event.sentence)}`;
    case 'consented':
      return `${inLine(event.what)}: ${event.granted ? 'allowed' : 'not allowed'} by ${inLine(event.by)}.`;
    case 'committed':
      return `Commit ${event.sha} on ${inLine(event.branch)}: ${inLine(event.subject)}`;
    case 'pushed':
      return `Pushed ${inLine(event.branch)} to ${inLine(event.remote)}.`;
    case 'pull_request':
      return event.created
        ? `Pull request: ${inLine(event.url)}`
        : `Open the pull request at ${inLine(event.url)}`;
    case 'asked':
      return `**Question:** ${said(event.question)}`;
    case 'resumed':
      return event.answer === undefined ? '**Resumed.**' : `**Answer:** ${said(event.answer)}`;
    case 'reverted':
      return `Reverted by ${inLine(event.by)}: ${inLine(event.files.map(f => f.path).join(', '))}.`;
    case 'finished':
      return `**${event.outcome.kind}** — ${said(agentHeadline(event.outcome))}`;
    // What the agent replied is in its turn and calls; the rest is shown by what follows it.
    case 'replied':
    case 'cycle_ended':
    case 'proposed':
    case 'qa_replied':
    case 'tests_missing':
    case 'waiting':
    case 'submitted':
      return undefined;
  }
}

/** Texts of several lines are below as they are; in JSON no one could read them. */
function described(value: unknown): string {
  if (typeof value === 'string') return asCode(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return asCode(JSON.stringify(value, undefined, 2), 'json');
  const isLong = (text: unknown): text is string => typeof text === 'string' && text.includes('\n');
  const short = Object.fromEntries(Object.entries(value).filter(([, member]) => !isLong(member)));
  const long = Object.entries(value).flatMap(([key, member]) =>
    isLong(member) ? [`${inLine(key)}:\n\n${asCode(member)}`] : [],
  );
  const json = Object.keys(short).length > 0 ? [asCode(JSON.stringify(short, undefined, 2), 'json')] : [];
  return [...json, ...long].join('\n\n');
}
