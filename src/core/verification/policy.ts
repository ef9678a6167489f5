import { WORKFLOWS } from '../../generated/workflows.ts';
import { matchesGlob } from './path-glob.ts';

/** `required`: a failure blocks. `advisory`: it is shown as a risk. `off`: the check is not run, and that is said. */
export type Level = 'required' | 'advisory' | 'off';

export { WORKFLOWS };
export type Workflow = (typeof WORKFLOWS)[number];

/** An invariant that holds for part of the workspace. */
export interface PathInvariant {
  /** A glob; every changed file that matches it must keep the invariant. */
  readonly files: string;
  readonly invariant: string;
}

/** What one verification asks of a change. */
export interface Policy {
  /** By the id of the check. */
  readonly checks: Readonly<Record<string, Level>>;
  readonly invariants: readonly PathInvariant[];
  /** Which problems of the linters count: those the change brings, or all in the files it touches. */
  readonly failOn: 'new' | 'any';
  /** Whether every linter has to be installed, or one that is not may be missing. */
  readonly lintTools: 'all' | 'auto';
  /** The most files one change may touch. */
  readonly mostFiles: number;
  /** Argument list that runs the tests; left out: detected. */
  readonly testCommand?: readonly string[];
}

/** Where a policy comes from, and whether it may ask for less than the one before it. */
export interface PolicyLayer {
  /** For people: `built in`, `.workorder/policy.json`, `the work order`, `--fail-on`. */
  readonly from: string;
  /** Only a person loosens; what a model can write may ask for more and never for less. */
  readonly by: 'person' | 'proposal';
  readonly checks?: Readonly<Record<string, Level>>;
  readonly invariants?: readonly PathInvariant[];
  readonly failOn?: 'new' | 'any';
  readonly lintTools?: 'all' | 'auto';
  readonly mostFiles?: number;
  readonly testCommand?: readonly string[];
}

/** One setting of a merged policy. */
export interface PolicyLine {
  readonly setting: string;
  readonly value: string;
  readonly from: string;
}

export interface MergedPolicy {
  readonly policy: Policy;
  readonly lines: readonly PolicyLine[];
  /** What a proposal asked to loosen, in sentences; it was not done. */
  readonly refused: readonly string[];
}

const STRICTNESS: Readonly<Record<Level, number>> = { off: 0, advisory: 1, required: 2 };

/** A check that no policy speaks of is required. */
export const levelOf = ({ checks }: Policy, check: string): Level => checks[check] ?? 'required';

/** Merges the layers in order; each line says where its value comes from. */
export function mergePolicy(builtIn: Policy, layers: readonly PolicyLayer[]): MergedPolicy {
  const merge = new Merge(builtIn);
  for (const layer of layers) merge.add(layer);
  return merge.result();
}

class Merge {
  #policy: Policy;
  readonly #from = new Map<string, string>();
  readonly #invariantsFrom = new Map<PathInvariant, string>();
  readonly #refused: string[] = [];

  constructor(builtIn: Policy) {
    this.#policy = builtIn;
    for (const invariant of builtIn.invariants) this.#invariantsFrom.set(invariant, 'built in');
  }

  add(layer: PolicyLayer): void {
    for (const [check, level] of Object.entries(layer.checks ?? {}))
      this.#set(
        layer,
        `checks.${check}`,
        level,
        STRICTNESS[level] < STRICTNESS[levelOf(this.#policy, check)],
        {
          checks: { ...this.#policy.checks, [check]: level },
        },
      );
    if (layer.failOn !== undefined)
      this.#set(layer, 'fail_on', layer.failOn, layer.failOn === 'new' && this.#policy.failOn === 'any', {
        failOn: layer.failOn,
      });
    if (layer.lintTools !== undefined)
      this.#set(
        layer,
        'lint_tools',
        layer.lintTools,
        layer.lintTools === 'auto' && this.#policy.lintTools === 'all',
        { lintTools: layer.lintTools },
      );
    if (layer.mostFiles !== undefined)
      this.#set(layer, 'most_files', String(layer.mostFiles), layer.mostFiles > this.#policy.mostFiles, {
        mostFiles: layer.mostFiles,
      });
    if (layer.testCommand !== undefined)
      // A command is code: a proposal never chooses it.
      this.#set(layer, 'test_command', layer.testCommand.join(' '), true, { testCommand: layer.testCommand });
    for (const invariant of layer.invariants ?? []) {
      this.#invariantsFrom.set(invariant, layer.from);
      this.#policy = { ...this.#policy, invariants: [...this.#policy.invariants, invariant] };
    }
  }

  #set(layer: PolicyLayer, setting: string, value: string, loosens: boolean, change: Partial<Policy>): void {
    if (loosens && layer.by === 'proposal') {
      this.#refused.push(`${layer.from} asks for ${setting}: ${value}; only a person may loosen a policy`);
      return;
    }
    this.#policy = { ...this.#policy, ...change };
    this.#from.set(setting, layer.from);
  }

  result(): MergedPolicy {
    const { checks, failOn, lintTools, mostFiles, testCommand, invariants } = this.#policy;
    const from = (setting: string) => this.#from.get(setting) ?? 'built in';
    const line = (setting: string, value: string): PolicyLine => ({ setting, value, from: from(setting) });
    return {
      policy: this.#policy,
      lines: [
        ...Object.entries(checks).map(([check, level]) => line(`checks.${check}`, level)),
        line('fail_on', failOn),
        line('lint_tools', lintTools),
        line('most_files', String(mostFiles)),
        line('test_command', testCommand?.join(' ') ?? '(detected)'),
        ...invariants.map(one => ({
          setting: `invariant in ${one.files}`,
          value: one.invariant,
          from: this.#invariantsFrom.get(one) ?? 'built in',
        })),
      ],
      refused: this.#refused,
    };
  }
}

/** The invariants that hold for a change to these files, each once. */
export function invariantsFor({ invariants }: Policy, paths: readonly string[]): readonly string[] {
  const wanted = invariants.filter(({ files }) => paths.some(path => matchesGlob(path, files)));
  return [...new Set(wanted.map(({ invariant }) => invariant))];
}
