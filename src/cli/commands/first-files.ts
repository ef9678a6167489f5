import { composeOrder, orderText, stepIdFrom } from '../../core/panel/new-order.ts';

/** What a person said when a workspace was set up; left out where they had no wish. */
export interface FirstAnswers {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly scope: string;
  readonly budget: string | undefined;
  readonly step: string | undefined;
}

/** `workorder.toml`: what was said, and the rest as comments. */
export function firstSettings({ model, baseUrl, scope, budget }: FirstAnswers): string {
  const setting = (name: string, value: string | undefined, example: string) =>
    value === undefined ? `# ${name} = ${JSON.stringify(example)}` : `${name} = ${JSON.stringify(value)}`;
  return `# Defaults of the workorder command line in this workspace. Options and environment variables win.
# Keys, approvals and programs do not belong here; what must hold is in .workorder/policy.json.

${setting('model', model, 'openai:MODEL')}
${setting('base-url', baseUrl, 'http://localhost:11434/v1')}

# For a step in words: workorder run "Rename calc_total to order_total"
scope = [${JSON.stringify(scope)}]
# invariants = ["no public API changes"]

${setting('budget', budget, '200k')}
# fail-on = "any"
`;
}

/** The policy that holds without a file, ready to be made stricter. */
export const firstPolicy = (): string =>
  `${JSON.stringify({ fail_on: 'new', checks: {}, invariants: [] }, undefined, 2)}\n`;

const EXAMPLE_STEP = 'Add a docstring of one sentence to every public function that has none.';

export function firstOrder({ step, scope }: FirstAnswers): string {
  const stepText = step ?? EXAMPLE_STEP;
  const invariants = step === undefined ? ['no behavior changes'] : [];
  return orderText(composeOrder({ stepId: stepIdFrom(stepText), stepText, scope: [scope], invariants }));
}
