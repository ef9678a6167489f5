import type { ChangeReview, Evidence, SpotCheckGrade } from '../../generated/contracts.ts';
import { prompts } from '../../generated/prompts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateChangeReview } from '../../generated/validators.cjs';
import { diffForModel } from '../changes/diff-for-model.ts';
import { evidenceText } from '../evidence/prompt-text.ts';
import type { ChangeInspection, ProposedChange } from '../gate/change-gate.ts';
import { describeSchemaProblems } from '../kernel/json-path.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { joinReasons } from '../kernel/sentences.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import type { Examination } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { WorkspaceIndex } from '../python/index/workspace-index.ts';
import { answerFrom } from '../python/python-symbols.ts';
import { readTools } from '../tools/read-tools.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { askWithTools } from './ask-with-tools.ts';
import type { Allowance } from './budget.ts';
import { labelData, labelText } from './labelled-data.ts';

/** What QA may call while it looks: the same as for a work order. */
const QA_TOOLS = ['locate_symbol', 'get_source', 'discover_api'] as const;
const MAX_TURNS = 25;

export interface ChangeInspector {
  readonly model: Model;
  /** Where the agent works: what QA's tools show, and what the evidence is about. */
  readonly files: Files;
  readonly sha256: Sha256;
  /** What the agent is to do, asked at each change. */
  readonly task: () => string;
  readonly allow: (inputTokens: number) => Allowance;
  readonly signal: AbortSignal;
  readonly onReply: (model: string, usage: ModelUsage) => Promise<void>;
}

/**
 * QA for the change of an agent before a person is asked (the gate of a work order, for agents): evidence by code,
 * a QA model, its spot checks run again. No repair and no retry: whatever is not a clear approval rejects.
 */
export function changeInspector(
  inspector: ChangeInspector,
): (change: ProposedChange, computed: Examination) => Promise<ChangeInspection> {
  const { files } = inspector;
  const python = new WorkspaceIndex(files);
  const toolbox = new Toolbox(readTools(files, answerFrom(python)));
  return async (change, { evidence, grade }) => {
    const asked = await ask(inspector, toolbox, change, evidence);
    if (!asked.ok) return rejected([asked.error]);
    const review = asked.value;
    const spotChecks = await grade(review.spot_checks, [], inspector.signal);
    if (review.decision === 'REJECTED')
      return { decision: 'reject', reasons: [...review.reasons, ...review.required_changes], spotChecks };
    const refuted = spotChecks.filter(({ verdict }) => verdict === 'refuted').map(describeRefuted);
    if (refuted.length > 0) return { decision: 'reject', reasons: refuted, spotChecks };
    return { decision: 'approve', reasons: review.reasons, spotChecks };
  };
}

const rejected = (reasons: readonly string[]): ChangeInspection => ({
  decision: 'reject',
  reasons,
  spotChecks: [],
});

const describeRefuted = ({ text, reason }: SpotCheckGrade): string =>
  `QA's spot check is refuted by code: "${text}": ${reason}`;

async function ask(
  { model, files, sha256, task, allow, signal, onReply }: ChangeInspector,
  toolbox: Toolbox,
  { note, changes }: ProposedChange,
  evidence: Evidence,
): Promise<Result<ChangeReview>> {
  const user = labelData(
    {
      task: task(),
      agent: note,
      diff: diffForModel(changes.files, files.secretsAllowed),
      facts: evidenceText(evidence),
    },
    sha256,
  );
  const answer = await askWithTools({
    model,
    role: 'qa',
    system: prompts['conversation/qa-change'],
    user: [user.task, user.agent, user.diff, user.facts, 'Return the JSON object with your decision.'].join(
      '\n\n',
    ),
    tools: toolbox.declarations(QA_TOOLS),
    callTool: (name, argumentsJson) => toolbox.call('QA', QA_TOOLS, name, argumentsJson, { signal }),
    label: text => labelText('answer', text, sha256),
    output: { name: 'change_review', schema: schemas['change-review'] },
    temperature: 0,
    maxTurns: MAX_TURNS,
    signal,
    allow,
    onReply: (_text, name, usage) => onReply(name, usage),
    onUnanswered: (_code, name, usage) => onReply(name, usage),
    onToolCall: async () => undefined,
  });
  if (answer.kind !== 'answer')
    return fail(
      `QA gave no decision: ${answer.kind === 'fault' ? answer.reason : joinReasons(answer.reasons)}`,
    );
  const json = readStrictJson(answer.text);
  if (!json.ok) return fail(`QA gave no valid decision: ${json.error.message}`);
  if (!validateChangeReview(json.value))
    return fail(`QA gave no valid decision: ${describeSchemaProblems(validateChangeReview.errors)}`);
  if (json.value.decision === 'REJECTED' && json.value.reasons.length === 0)
    return fail('QA rejected the change without a reason');
  return ok(json.value);
}
