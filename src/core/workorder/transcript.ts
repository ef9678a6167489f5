import { findingLine } from '../changes/finding.ts';
import { checksLine } from '../verification/describe-verdict.ts';
import { describeLint } from './describe-lint.ts';
import type { RunEvent } from './events.ts';
import { headline } from './headline.ts';
import { initialState, reduce } from './state.ts';

/** A run as a readable Markdown document: what was ordered, answered, found, decided and changed, in order. */
export function orderTranscript(events: readonly RunEvent[]): string {
  const { files } = events.reduce(reduce, initialState(''));
  const parts = events.map(event => section(event, files.length)).filter(part => part !== undefined);
  return `${parts.join('\n\n')}\n`;
}

function section(event: RunEvent, files: number): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `# ${event.order.step_id}: ${event.order.step_text.replace(/\s+/g, ' ').trim()}\n\nRun ${event.runId} · Designer: ${event.designerModel} · QA: ${event.qaModel}`;
    case 'lint_fix':
      return `# ruff's fix for ${event.code} in ${event.path}\n\nRun ${event.runId} · asked for by ${event.by}`;
    case 'tool_edit':
      return `# ${event.command.tool} in ${event.command.args.file_path}\n\nRun ${event.runId}`;
    case 'stage_started':
      return `## ${event.stage}`;
    case 'warning':
      return `**Warning:** ${event.sentence}`;
    case 'stopped_early':
      return `The answer was not waited for: ${event.sentence}`;
    case 'model_replied':
      return `**${event.role === 'qa' ? 'QA' : 'Designer'}** (${event.model}):\n\n${event.text.replace(/^/gm, '    ')}`;
    case 'tool_called':
      return `${event.role === 'qa' ? 'QA' : 'The Designer'} ${event.refused ? 'was refused' : 'called'} ${event.tool} ${JSON.stringify(event.args)}`;
    case 'verified':
      return [
        `Checks ${event.phase} the apply: ${checksLine(event.results)}.`,
        ...event.findings.map(finding => `- ${finding.severity}: ${findingLine(finding)}`),
      ].join('\n');
    case 'reviewed':
      return event.decision === 'apply'
        ? `Approved by ${event.by}.`
        : `Rejected by ${event.by}${event.reason ? `: ${event.reason}` : ''}.`;
    case 'applied':
      return event.files.map(f => `- ${f.path} (+${f.lines_added} −${f.lines_removed})`).join('\n');
    case 'linted':
      return `Lint: ${describeLint(event.outcome)}`;
    case 'reverted':
      return `Reverted by ${event.by}: ${event.files.map(f => f.path).join(', ')}.`;
    case 'finished':
      return `**${event.outcome.kind}** — ${headline(event.outcome, files)}`;
    default:
      return undefined;
  }
}
