import type { WorkOrder } from '../../generated/contracts.ts';
import { isInScope } from '../changes/scope.ts';
import { allowRequest, type Spending } from '../conversation/budget.ts';
import { NOTHING_SPENT } from '../conversation/spent.ts';
import { reinstall } from '../lint/failure.ts';
import type { Files } from '../ports/files.ts';
import type { Model } from '../ports/model.ts';

/** What is known of the linters that a run would need. */
export interface LinterFacts {
  /** Not installed, where all of them have to be. */
  readonly missing: readonly { readonly name: string; readonly install: string }[];
  /** A person named a program that does not work. */
  readonly wrong: readonly { readonly name: string; readonly chosen: string }[];
  /** A program is there and fails; left out: of none. */
  readonly failing?: readonly {
    readonly name: string;
    /** Which program, and how. */
    readonly crashed: string;
    readonly install: string;
  }[];
  /** Another one that looks at files is there: a person can do without those that are missing. */
  readonly canDoWithout: boolean;
}

/** What a request that costs nothing says of a model. */
export type EndpointFact =
  /** It answers, or nothing can be known without asking the model. */
  | { readonly kind: 'fine' }
  | { readonly kind: 'unreachable' | 'key refused'; readonly reason: string }
  | {
      readonly kind: 'not listed';
      readonly model: string;
      readonly host: string;
      readonly near: readonly string[];
    };

/** What a host knows before a model is paid; what it leaves out is not looked at. */
export interface PreflightPorts {
  readonly files?: Pick<Files, 'walk' | 'read'>;
  /** Files of the scope with unsaved text: models and linters read the disk. */
  readonly unsaved?: readonly string[];
  readonly linters?: (checkAll: boolean) => Promise<LinterFacts>;
  /** One for each model of the run. */
  readonly endpoints?: () => Promise<readonly EndpointFact[]>;
  readonly budget?: {
    readonly models: readonly Pick<Model, 'label' | 'identity'>[];
    readonly spending: Spending;
  };
  /** Those of the files that were changed after the orders were written. */
  readonly changedSince?: (paths: readonly string[]) => Promise<readonly string[]>;
}

/** What the editor does about a problem. */
export type PreflightFix =
  | 'Save and Run'
  | 'Install and Run'
  | 'Edit Step'
  | 'Open Settings'
  | 'Set API Key'
  | 'Select Models';

/** What would make the run worth less than it costs. */
export interface PreflightProblem {
  /** It names the thing. */
  readonly sentence: string;
  /** The next step, for a terminal. */
  readonly next: string;
  readonly fix: PreflightFix;
  /** What a person can also do without, by name. */
  readonly without?: string;
  /** It would fail, or cost for nothing; otherwise it is to be known. */
  readonly stops: boolean;
}

/**
 * Looks before a model is paid, for a work order, the orders of a plan's phase, or agents that have no order; nothing
 * is written, and no model is asked. The worst first.
 */
export async function preflight(
  orders: readonly WorkOrder[],
  ports: PreflightPorts,
): Promise<readonly PreflightProblem[]> {
  const checkAll = orders.some(({ acceptance }) => acceptance.lint.check_all);
  const [endpoints, facts] = await Promise.all([ports.endpoints?.() ?? [], ports.linters?.(checkAll)]);
  const problems = [
    ...endpoints.flatMap(endpointProblem),
    ...budgetProblems(ports),
    ...(await scopeProblems(orders, ports)),
    ...unsavedProblem(ports.unsaved ?? []),
    ...(facts ? linterProblems(facts) : []),
    ...(await changedProblem(orders, ports)),
  ];
  const once = problems.filter((one, at) => problems.findIndex(p => p.sentence === one.sentence) === at);
  return [...once.filter(({ stops }) => stops), ...once.filter(({ stops }) => !stops)];
}

function endpointProblem(fact: EndpointFact): readonly PreflightProblem[] {
  switch (fact.kind) {
    case 'fine':
      return [];
    case 'unreachable':
      return [
        {
          sentence: fact.reason,
          next: 'start the server, or correct --base-url; workorder models --test asks again',
          fix: 'Select Models',
          stops: true,
        },
      ];
    case 'key refused':
      return [
        {
          sentence: fact.reason,
          next: 'set WORKORDER_API_KEY_FILE or WORKORDER_API_KEY to a key for it',
          fix: 'Set API Key',
          stops: true,
        },
      ];
    case 'not listed': {
      const near = fact.near.length === 0 ? '' : `; it lists ${fact.near.join(', ')}`;
      return [
        {
          sentence: `${fact.host} does not list the model ${fact.model}${near}`,
          next: 'workorder models lists them; some endpoints know more models than they list',
          fix: 'Select Models',
          stops: false,
        },
      ];
    }
  }
}

/** A price that is missing for QA is noticed before the Designer is paid. */
function budgetProblems({ budget }: PreflightPorts): readonly PreflightProblem[] {
  return (budget?.models ?? []).flatMap(model => {
    const allowed = budget ? allowRequest(model, 0, NOTHING_SPENT, budget.spending) : undefined;
    if (allowed?.kind !== 'stop') return [];
    return [
      {
        sentence: allowed.reason,
        next: 'give --prices FILE, or the budget in tokens: --budget 200k',
        fix: 'Open Settings',
        stops: true,
      },
    ];
  });
}

/** Files that an earlier order of the same phase makes are there when a later one needs them. */
async function scopeProblems(
  orders: readonly WorkOrder[],
  { files }: PreflightPorts,
): Promise<readonly PreflightProblem[]> {
  if (!files) return [];
  const problems: PreflightProblem[] = [];
  const made: string[] = [];
  const isEmpty = async (entry: string) =>
    !made.some(path => isInScope(path, [entry])) && (await files.walk(entry)).length === 0;
  for (const { step_id: step, scope_allowlist: scope, new_files = [] } of orders) {
    made.push(...new_files);
    const empty: string[] = [];
    for (const entry of scope) if (await isEmpty(entry)) empty.push(entry);
    const [first] = empty;
    if (first === undefined) continue;
    const of = orders.length > 1 ? ` of ${step}` : '';
    problems.push(
      empty.length === scope.length
        ? {
            sentence: `no file is in the scope${of}: ${scope.join(', ')}`,
            next: 'correct the scope (--scope, or scope_allowlist of the order), or name files to make as new_files',
            fix: 'Edit Step',
            stops: true,
          }
        : {
            sentence: `${empty.join(', ')} of the scope${of} ${empty.length === 1 ? 'is' : 'are'} not there, or no longer`,
            next: 'correct the scope if the order is older than the files',
            fix: 'Edit Step',
            stops: false,
          },
    );
  }
  return problems;
}

const unsavedProblem = (unsaved: readonly string[]): readonly PreflightProblem[] =>
  unsaved.length === 0
    ? []
    : [
        {
          sentence: `${unsaved.join(', ')} ${unsaved.length === 1 ? 'has' : 'have'} unsaved text, which the models do not see`,
          next: 'save the files',
          fix: 'Save and Run',
          stops: true,
        },
      ];

function linterProblems(facts: LinterFacts): readonly PreflightProblem[] {
  const { missing, wrong, failing = [], canDoWithout } = facts;
  const broken = failing.map(
    ({ name, crashed, install }): PreflightProblem => ({
      sentence: `${name} is there and does not work (${crashed}): the run would end FAILED in lint`,
      next: `run it in a terminal to see why, reinstall it (${reinstall(install)}) or name another one: --${name} PATH`,
      fix: 'Open Settings',
      stops: true,
    }),
  );
  const named = wrong.map(
    ({ name, chosen }): PreflightProblem => ({
      sentence: `${name} cannot be started as it was chosen (${chosen}): the run would end FAILED in lint`,
      next: `correct --${name}, or leave it out`,
      fix: 'Open Settings',
      stops: true,
    }),
  );
  if (missing.length === 0) return [...named, ...broken];
  const names = missing.map(({ name }) => name).join(', ');
  return [
    ...named,
    ...broken,
    {
      sentence: `${names} ${missing.length === 1 ? 'is' : 'are'} not installed: the run would end FAILED in lint`,
      next: `${missing.map(({ install }) => install).join('; ')}${canDoWithout ? '; or do without: --lint-tools auto' : ''}`,
      fix: 'Install and Run',
      ...(canDoWithout ? { without: names } : {}),
      stops: true,
    },
  ];
}

const MOST_NAMED = 3;

/** Only of files that an order names one by one: in a folder something always changes. */
async function changedProblem(
  orders: readonly WorkOrder[],
  { files, changedSince }: PreflightPorts,
): Promise<readonly PreflightProblem[]> {
  if (!changedSince || !files) return [];
  const named = new Set<string>();
  for (const entry of orders.flatMap(order => order.scope_allowlist))
    if ((await files.read(entry)).kind === 'file') named.add(entry);
  const changed = await changedSince([...named]);
  if (changed.length === 0) return [];
  const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : '';
  return [
    {
      sentence: `${changed.slice(0, MOST_NAMED).join(', ')}${more} ${changed.length === 1 ? 'was' : 'were'} changed after the order was written`,
      next: 'look whether the order still says what is wanted',
      fix: 'Edit Step',
      stops: false,
    },
  ];
}
