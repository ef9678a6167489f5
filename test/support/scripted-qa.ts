import { answer, type Behaviour, type ChatBody, type Said, say } from './model-server.ts';

/** What QA does when it is asked: says yes, says no, sends other commands, claims what is false, or is of no use. */
export type QaAct =
  | { readonly act: 'approve'; readonly spotChecks?: readonly unknown[] }
  | { readonly act: 'reject' }
  | { readonly act: 'send'; readonly commands: readonly unknown[] }
  | { readonly act: 'babble' }
  | { readonly act: 'stop half-way' };

export interface SeenProposal {
  readonly commands: readonly unknown[];
  readonly verification: unknown;
}

/** An endpoint whose model is QA and decides by what the Designer proposes; the same question gets the same answer. */
export const scriptedQa =
  (decide: (proposal: SeenProposal) => QaAct, usage: Said['usage']): Behaviour =>
  exchange => {
    const proposal = proposalIn(exchange.body);
    const decision = decide(proposal);
    switch (decision.act) {
      case 'babble':
        return answer(exchange, 'Looks good to me!', usage);
      case 'stop half-way':
        return say(exchange, { text: '{"decision": "APPR', finish: 'length', ...(usage ? { usage } : {}) });
      case 'reject':
        return answer(exchange, JSON.stringify(REJECTED), usage);
      case 'send':
        return answer(
          exchange,
          JSON.stringify({ ...approval(proposal), commands: decision.commands }),
          usage,
        );
      case 'approve': {
        const { spotChecks: spot_checks } = decision;
        return answer(
          exchange,
          JSON.stringify({ ...approval(proposal), ...(spot_checks && { spot_checks }) }),
          usage,
        );
      }
    }
  };

const REJECTED = {
  decision: 'REJECTED',
  commands: [],
  verification: null,
  reasons: ['It does not do what the step asks for.'],
  required_changes: ['Do what the step asks for.'],
};

const approval = ({ commands, verification }: SeenProposal) => ({
  decision: 'APPROVED',
  commands,
  verification,
});

/** The Designer's output is data between tags in the question. */
function proposalIn({ messages = [] }: ChatBody): SeenProposal {
  const text = messages.map(({ content }) => String(content)).join('\n');
  const found = /<designer_output-([0-9a-f]+)>([\s\S]*?)<\/designer_output-\1>/.exec(text);
  if (!found) throw new Error('QA was not shown what the Designer proposes');
  return JSON.parse(found[2] ?? '');
}
