import { findingLine } from '../changes/finding.ts';
import { checksLine } from '../verification/describe-verdict.ts';
import type { AgentEvent } from './events.ts';
import { agentHeadline } from './outcome.ts';

/** A run as a readable Markdown document: what was said, called, decided and delivered, in order. */
export function agentTranscript(events: readonly AgentEvent[]): string {
  const parts = events.map(section).filter(part => part !== undefined);
  return `${parts.join('\n\n')}\n`;
}

function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [
        `# ${oneLine(event.task)}`,
        `Run ${event.runId} · ${event.mode} · ${event.model} · review: ${event.review} · delivery: ${event.delivery}`,
      ].join('\n\n');
    case 'cycle_started':
      return `## Cycle ${event.cycle} in ${event.workspace}`;
    case 'told':
      return `<details><summary>Told to the agent (${event.role})</summary>\n\n${fenced(event.text)}\n\n</details>`;
    case 'protocol_fault':
      return `**Not accepted:** ${event.fault}`;
    case 'turn_started':
      return `### Turn ${event.turn}\n\n${quoted(event.note)}`;
    case 'called':
      return [
        `**${event.tool}** — ${event.status.replace('_', ' ')}`,
        described(event.args),
        described(event.response),
      ].join('\n\n');
    case 'inspected':
      return [
        `QA ${event.decision === 'approve' ? 'approves' : 'rejects'} change ${event.number}${event.reasons.length > 0 ? `: ${event.reasons.join('; ')}` : ''}.`,
        ...event.spotChecks.map(({ text, verdict }) => `- ${verdict.replace('_', ' ')}: ${text}`),
      ].join('\n');
    case 'verified':
      return [
        `Change ${event.number}: ${checksLine(event.results)}.`,
        ...event.findings.map(finding => `- ${finding.severity}: ${findingLine(finding)}`),
      ].join('\n');
    case 'reviewed':
      return event.decision === 'apply'
        ? `Change ${event.number} approved by ${event.by}.`
        : `Change ${event.number} rejected by ${event.by}${event.reason ? `: ${event.reason}` : ''}.`;
    case 'applied':
      return event.files.map(f => `- ${f.path} (+${f.lines_added} −${f.lines_removed})`).join('\n');
    case 'warning':
      return `**Warning:** ${event.sentence}`;
    case 'consented':
      return `${event.what}: ${event.granted ? 'allowed' : 'not allowed'} by ${event.by}.`;
    case 'committed':
      return `Commit ${event.sha} on ${event.branch}: ${event.subject}`;
    case 'pushed':
      return `Pushed ${event.branch} to ${event.remote}.`;
    case 'pull_request':
      return event.created ? `Pull request: ${event.url}` : `Open the pull request at ${event.url}`;
    case 'asked':
      return `**Question:** ${event.question}`;
    case 'resumed':
      return event.answer === undefined ? '**Resumed.**' : `**Answer:** ${event.answer}`;
    case 'reverted':
      return `Reverted by ${event.by}: ${event.files.map(f => f.path).join(', ')}.`;
    case 'finished':
      return `**${event.outcome.kind}** — ${agentHeadline(event.outcome)}`;
    // What the agent replied stands in its turn and calls; the rest is shown by what follows it.
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

/** Texts of several lines stand below as they are; in JSON nobody could read them. */
function described(value: unknown): string {
  if (typeof value === 'string') return fenced(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fenced(JSON.stringify(value, undefined, 2), 'json');
  const isLong = (text: unknown): text is string => typeof text === 'string' && text.includes('\n');
  const short = Object.fromEntries(Object.entries(value).filter(([, member]) => !isLong(member)));
  const long = Object.entries(value).flatMap(([key, member]) =>
    isLong(member) ? [`${key}:\n\n${fenced(member)}`] : [],
  );
  const json = Object.keys(short).length > 0 ? [fenced(JSON.stringify(short, undefined, 2), 'json')] : [];
  return [...json, ...long].join('\n\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const quoted = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n');

/** A fence longer than any in the text, so that no content can end it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(m => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
