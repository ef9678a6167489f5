import { findingLine } from '../changes/finding.ts';
import { readToolEdit } from '../changes/tool-edit.ts';
import { consentWords, rejectedWords } from '../gate/decided-words.ts';
import { asCode, inLine, said } from '../kernel/markdown.ts';
import { triedSection } from '../runs/work-transcript.ts';
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
      return `# ${inLine(event.order.step_id)}: ${inLine(event.order.step_text)}\n\nRun ${event.runId} · Designer: ${inLine(event.designerModel)} · QA: ${inLine(event.qaModel)}`;
    case 'lint_fix':
      return `# ruff's fix for ${inLine(event.code)} in ${inLine(event.path)}\n\nRun ${event.runId} · asked for by ${inLine(event.by)}`;
    case 'tool_edit': {
      const { title, by } = readToolEdit(event);
      return `# ${inLine(title)}\n\nRun ${event.runId}${by === undefined ? '' : ` · called by ${inLine(by)}`}`;
    }
    case 'stage_started':
      return `## ${event.stage}`;
    case 'warning':
      return `**Warning:** ${said(event.sentence)}`;
    case 'stopped_early':
      return `The answer was not waited for: ${said(event.sentence)}`;
    case 'model_replied':
      return `**${event.role === 'qa' ? 'QA' : 'Designer'}** (${inLine(event.model)}):\n\n${asCode(event.text)}`;
    case 'tool_called':
      return `${event.role === 'qa' ? 'QA' : 'The Designer'} ${event.refused ? 'was refused' : 'called'} ${inLine(event.tool)} ${inLine(JSON.stringify(event.args))}`;
    case 'verified':
      return [
        `Checks ${event.phase} the apply: ${inLine(checksLine(event.results))}.`,
        ...event.findings.map(finding => `- ${finding.severity}: ${inLine(findingLine(finding))}`),
      ].join('\n');
    case 'consented':
      return `${inLine(event.what)}: ${consentWords(event.granted, inLine(event.by))}.`;
    case 'reviewed':
      return event.decision === 'apply'
        ? `Approved by ${inLine(event.by)}.`
        : `The change was ${rejectedWords(inLine(event.by), event.reason && said(event.reason))}.`;
    case 'applied':
      return event.files.map(f => `- ${inLine(f.path)} (+${f.lines_added} −${f.lines_removed})`).join('\n');
    case 'linted':
      return `Lint: ${said(describeLint(event.outcome))}`;
    case 'reverted':
      return `Reverted by ${inLine(event.by)}: ${inLine(event.files.map(f => f.path).join(', '))}.`;
    case 'tried':
      return triedSection(event);
    case 'finished':
      return `**${event.outcome.kind}** — ${said(headline(event.outcome, files))}`;
    default:
      return undefined;
  }
}
