import { findingLine } from '../changes/finding.ts';
import { consentWords, rejectedWords } from '../gate/decided-words.ts';
import { asCode, asQuote, inLine, said } from '../kernel/markdown.ts';
import { joinReasons } from '../kernel/sentences.ts';
import type { Tried } from '../ports/trials.ts';
import { describeTests } from '../trials/describe-tests.ts';
import { describeTrial, trialName, trialWord } from '../trials/describe-trial.ts';
import { checksLine } from '../verification/describe-verdict.ts';
import type { Committed, Reverted, WorkEvent } from './common-events.ts';
import type { OwnLine } from './own-state.ts';
import type { PublishLine } from './publish-branch.ts';

/** What a transcript says of the events that the runs of all agents have; `undefined`: nothing of its own. */
export function workSection(
  event: WorkEvent | Committed | Reverted | OwnLine | PublishLine,
): string | undefined {
  switch (event.type) {
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
        `QA ${event.decision === 'approve' ? 'approves' : 'rejects'} change ${event.number}${event.reasons.length > 0 ? `: ${said(joinReasons(event.reasons))}` : ''}.`,
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
        : `Change ${event.number} ${rejectedWords(inLine(event.by), event.reason && said(event.reason))}.`;
    case 'applied':
      return event.files.map(f => `- ${inLine(f.path)} (+${f.lines_added} −${f.lines_removed})`).join('\n');
    case 'compacted':
      return `<details><summary>The conversation was shortened; the newest ${event.kept} messages are left</summary>\n\n${asCode(event.text)}\n\n</details>`;
    case 'warning':
      return `**Warning:** ${said(event.sentence)}`;
    case 'consented':
      return `${inLine(event.what)}: ${consentWords(event.granted, inLine(event.by))}.`;
    case 'committed':
      return `Commit ${event.sha} on ${inLine(event.branch)}: ${inLine(event.subject)}`;
    case 'branch_made':
      return `The result goes to the branch ${inLine(event.branch)}, from commit ${event.start.slice(0, 9)}.`;
    case 'set_aside':
      return event.reason === 'same' ? undefined : setAside(event);
    case 'pushed':
      return `Pushed ${inLine(event.branch)} to ${inLine(event.remote)}.`;
    case 'pull_request':
      return `${event.created ? 'Pull request' : 'Open the pull request at'}: ${inLine(event.url)}`;
    case 'reverted':
      return `Reverted by ${inLine(event.by)}: ${inLine(event.files.map(f => f.path).join(', '))}.`;
    case 'tried':
      return triedSection(event);
    case 'merging':
      return undefined;
    // What the agent replied is in its turn and calls; the rest is shown by what follows it.
    case 'replied':
    case 'unanswered':
    case 'proposed':
    case 'qa_replied':
    case 'waiting':
      return undefined;
  }
}

/** What was run before and after a change, and what showed. */
export function triedSection({ trials, tests }: Tried): string {
  return [
    'Run before and after the change:',
    ...trials.map(
      trial =>
        `- ${trialWord(trial.result)}: ${inLine(trialName(trial))}: ${inLine(describeTrial(trial.result))}`,
    ),
    ...(tests === undefined ? [] : [`- tests: ${inLine(describeTests(tests))}`]),
  ].join('\n');
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

function setAside({ paths, reason, keptAt }: Extract<OwnLine, { type: 'set_aside' }>): string {
  const why = reason === 'conflict' ? 'does not fit on what is on the branch meanwhile' : 'is left out';
  const kept = keptAt === undefined ? '' : `; it is on the branch ${inLine(keptAt)}`;
  return `What was written in ${inLine(paths.join(', '))} ${why}, and is in the checkout no more${kept}.`;
}
