import { prompts } from '../../generated/prompts.ts';

interface VersionedPrompt {
  /** Raised with every change of a text, with a line in docs/prompts.md that says what changed and why. */
  readonly version: number;
  readonly texts: readonly (keyof typeof prompts)[];
}

const CALLS = ['taskagent/protocol-calls', 'taskagent/editing-tools'] as const;
const ROUTA = ['routa/protocol', 'routa/protocol-calls', 'routa/outside'] as const;

/** The built-in prompts, by who is sent them. */
export const PROMPTS = {
  designer: {
    version: 5,
    texts: ['workorder/designer', 'workorder/designer-task', 'workorder/designer-revision'],
  },
  qa: { version: 10, texts: ['workorder/qa', 'workorder/qa-task', 'workorder/qa-revision'] },
  'qa-change': { version: 2, texts: ['conversation/qa-change'] },
  'task-agent': {
    version: 6,
    texts: ['taskagent/agent', 'taskagent/task', 'taskagent/protocol-text', ...CALLS],
  },
  'ticket-manager': {
    version: 7,
    texts: ['tickets/manager-master', 'tickets/manager-breakdown', 'taskagent/protocol-calls'],
  },
  'ticket-developer': {
    version: 7,
    texts: [
      'tickets/developer-write-tests',
      'tickets/developer-implementation',
      'tickets/developer-testing',
      ...CALLS,
    ],
  },
  ROUTA: { version: 3, texts: ['routa/routa', ...ROUTA] },
  CRAFTER: { version: 5, texts: ['routa/crafter', ...ROUTA, 'routa/crafter-on-copy'] },
  GATE: { version: 4, texts: ['routa/gate', ...ROUTA, 'routa/gate-on-copy'] },
} as const satisfies Readonly<Record<string, VersionedPrompt>>;

export type PromptOf = keyof typeof PROMPTS;

/** Which versions a run was made with. */
export type PromptVersions = Readonly<Partial<Record<PromptOf, number>>>;

/** Those of some, and of QA for changes of agents where a model is QA. */
export const versionsOf = (who: readonly PromptOf[], qa?: unknown): PromptVersions =>
  Object.fromEntries(
    [...who, ...(qa === undefined ? [] : (['qa-change'] as const))].map(one => [one, PROMPTS[one].version]),
  );

/** `designer 4, qa 8`. */
export const versionsText = (versions: PromptVersions): string =>
  Object.entries(versions)
    .map(([who, version]) => `${who} ${version}`)
    .join(', ');

/** Everything of a prompt that a version stands for. */
export const textOf = (who: PromptOf): string =>
  PROMPTS[who].texts.map(name => `${name}\0${prompts[name]}\0`).join('');
