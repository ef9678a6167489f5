import type { Plan } from '../../src/generated/contracts.ts';
import { answer, type Behaviour } from './model-server.ts';

const step = (name: string) => ({
  step_id: name,
  step_text: `Say what ${name} is.`,
  scope_allowlist: [`shop/${name}.py`],
  invariants: [],
  acceptance: { lint: { path: `shop/${name}.py`, check_all: false } },
});

/** A plan whose steps cannot touch each other's file: `shop/one.py` and `shop/two.py`, each with a `VALUE`. */
export const TWO_STEPS: Plan = {
  title: 'Two modules',
  phases: [{ id: 'p', outcome: 'Both say what they are.', steps: [step('one'), step('two')] }],
};

/** Answers for the step that a request is about; the first two requests only when both are there. */
export function answerTogether(): Behaviour {
  let open: () => void = () => undefined;
  const both = new Promise<void>(resolve => {
    open = resolve;
  });
  let asked = 0;
  return async exchange => {
    asked++;
    if (asked === 2) open();
    await both;
    const [system, user] = exchange.body.messages?.map(message => String(message.content)) ?? [];
    const name = /Say what (\w+) is/.exec(user ?? '')?.[1] ?? '';
    const replacements = [{ old_string: 'VALUE', new_string: name.toUpperCase() }];
    const commands = [
      { tool: 'atomic_replace', args: { file_path: `shop/${name}.py`, replacements }, reason: 'Say it.' },
    ];
    const verification = { tool: 'lint_backend', args: { path: `shop/${name}.py`, check_all: false } };
    const reply = system?.startsWith('You are QA')
      ? { decision: 'APPROVED', commands, verification }
      : { touched_files: [`shop/${name}.py`], commands, changed_signatures: [], verification };
    answer(exchange, JSON.stringify(reply));
  };
}
