import { schemas } from '../../generated/schemas.ts';
import type { ReplyWatch } from '../conversation/ask-watched.ts';
import type { Answer } from '../conversation/ask-with-tools.ts';
import { askWithTools } from '../conversation/ask-with-tools.ts';
import { allowRequest, type Spending } from '../conversation/budget.ts';
import { labelText } from '../conversation/labelled-data.ts';
import { costOf } from '../conversation/prices.ts';
import { usageWith } from '../conversation/spent.ts';
import type { ModelUsage } from '../ports/model.ts';
import { MAX_TURNS, READ_ONLY_TOOLS } from './roles.ts';
import type { RunContext } from './run-request.ts';

const OUTPUTS = {
  designer: { name: 'designer_output', schema: schemas['designer-output'] },
  qa: { name: 'qa_output', schema: schemas['qa-output'] },
} as const;

export interface RolePrompt {
  readonly system: string;
  readonly user: string;
  /** Called with every file a tool showed the model, so that its later edits can be bound to what it saw. */
  readonly onRead?: (path: string) => Promise<void>;
  /** Reads the answer while it arrives, and may end the conversation. */
  readonly watch?: ReplyWatch;
}

/** One role’s conversation with its model; every reply and tool call becomes a journal line. */
export function askRole(run: RunContext, role: 'designer' | 'qa', prompt: RolePrompt): Promise<Answer> {
  const { ports, request, recorder } = run;
  const { toolbox } = ports;
  const model = role === 'designer' ? request.designer : request.qa;
  if (!model)
    return Promise.resolve({ kind: 'fault', code: 'no_model', reason: `no model is set for ${role}` });
  const spending: Spending = request.spending ?? { caps: [] };
  const price = (usage: Omit<ModelUsage, 'estimated'>) => {
    const cost = costOf(usage, model.identity, spending.prices);
    return cost ? { cost } : {};
  };
  const allowed = READ_ONLY_TOOLS[role].filter(name => toolbox.get(name));
  return askWithTools({
    model,
    role,
    system: prompt.system,
    user: prompt.user,
    tools: toolbox.declarations(allowed),
    callTool: (name, argumentsJson) =>
      toolbox.call(role === 'qa' ? 'QA' : 'the Designer', allowed, name, argumentsJson, {
        signal: request.signal,
      }),
    label: text => labelText('answer', text, ports.sha256),
    output: OUTPUTS[role],
    // The same question to QA should get the same verdict.
    ...(role === 'qa' ? { temperature: 0 } : {}),
    ...(prompt.watch ? { watch: prompt.watch } : {}),
    maxTurns: MAX_TURNS,
    signal: request.signal,
    allow: inputTokens => {
      const plays = model.plays ? { plays: model.plays } : {};
      recorder.show({
        type: 'asking',
        role,
        inputTokens,
        ...plays,
        ...price({ inputTokens, outputTokens: 0 }),
      });
      const allowance = allowRequest(model, inputTokens, recorder.state.spent, spending);
      if (allowance.kind === 'go') {
        const most = { inputTokens, outputTokens: allowance.outputTokens ?? 0 };
        spending.shared?.hold({ ...most, estimated: true, ...price(most), unpriced: [] });
      }
      return allowance;
    },
    onReply: async (text, answering, usage) => {
      await recorder.record({
        type: 'model_replied',
        role,
        model: answering,
        text,
        usage: usageWith(model, usage),
        ...price(usage),
      });
      spending.shared?.commit(recorder.state.spent);
    },
    onUnanswered: async (code, answering, usage) => {
      await recorder.record({
        type: 'unanswered',
        role,
        code,
        model: answering,
        usage: usageWith(model, usage),
        ...price(usage),
      });
      spending.shared?.commit(recorder.state.spent);
    },
    onToolCall: async (tool, outcome) => {
      const { args, response } = outcome;
      await recorder.record({
        type: 'tool_called',
        role,
        tool,
        args,
        refused: outcome.kind === 'refused',
        result: response,
      });
      if (tool === 'read_file' && outcome.kind === 'ran' && typeof response === 'string') {
        await prompt.onRead?.((args as { path: string }).path);
      }
    },
    // When it cannot be recorded, the next event finds that out as well.
    onWaiting: sentence =>
      void recorder.record({ type: 'waiting', stage: role, sentence }).catch(() => undefined),
  });
}

/** Why there is no answer, for the reasons of BLOCKED. */
export function describeNoAnswer(
  who: 'the Designer' | 'QA',
  { code, reason }: Extract<Answer, { kind: 'fault' }>,
): string {
  return code === 'over_budget' ? reason : `${who}'s model gave no answer: ${reason}`;
}
