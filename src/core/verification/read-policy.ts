import type { PolicyFile } from '../../generated/contracts.ts';
import { validatePolicy } from '../../generated/validators.cjs';
import { isCheckable } from '../evidence/invariants/invariants.ts';
import { findJsonLine } from '../kernel/find-json-line.ts';
import { describeSchemaProblem } from '../kernel/json-path.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import { ALL_CHECKS } from './checks/all.ts';
import { defaultPolicy } from './default-policies.ts';
import { type MergedPolicy, mergePolicy, type PolicyLayer, type Workflow } from './policy.ts';

/** Where a workspace keeps its policy. A change to it needs an approval by name, like every configuration of tools. */
export const POLICY_FILE = '.workorder/policy.json';

/** Reads a policy file; the error names the line. */
export function parsePolicy(text: string): Result<PolicyFile> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const json = readStrictJson(body);
  if (!json.ok) return fail(`${POLICY_FILE}, line ${json.error.line}: ${json.error.message}`);
  const line = (pointer: string) => `${POLICY_FILE}, line ${findJsonLine(body, pointer)}`;
  if (!validatePolicy(json.value)) {
    const [problem] = validatePolicy.errors ?? [];
    return fail(
      problem
        ? `${line(problem.instancePath)}: ${describeSchemaProblem(problem)}`
        : `${POLICY_FILE} does not match its schema`,
    );
  }
  for (const [pointer, levels] of levelsIn(json.value))
    for (const name of Object.keys(levels))
      if (!CHANGEABLE.includes(name))
        return fail(
          `${line(`${pointer}/${name}`)}: there is no check "${name}" whose level can be set; there are ${CHANGEABLE.join(', ')}`,
        );
  const unknown = json.value.invariants?.findIndex(({ invariant }) => !isCheckable(invariant)) ?? -1;
  if (unknown >= 0)
    return fail(
      `${line(`/invariants/${unknown}`)}: code cannot check "${json.value.invariants?.[unknown]?.invariant}"; ` +
        'use one of the phrases of docs/evidence.md',
    );
  return ok(json.value);
}

/** The path policy always holds. */
const CHANGEABLE: readonly string[] = ALL_CHECKS.map(({ id }) => id).filter(id => id !== 'paths');

const levelsIn = ({ checks, workflows }: PolicyFile): readonly (readonly [string, object])[] => [
  ['/checks', checks ?? {}],
  ...Object.entries(workflows ?? {}).map(([name, levels]) => [`/workflows/${name}`, levels] as const),
];

/** A policy file as the layers it adds for one workflow. A person wrote it, so it may also loosen. */
export function layersOf(file: PolicyFile, workflow: Workflow): readonly PolicyLayer[] {
  const by = 'person';
  const own = file.workflows?.[workflow];
  return [
    {
      from: POLICY_FILE,
      by,
      ...(file.checks ? { checks: { ...file.checks } } : {}),
      ...(file.invariants ? { invariants: file.invariants } : {}),
      ...(file.fail_on ? { failOn: file.fail_on } : {}),
      ...(file.lint_tools ? { lintTools: file.lint_tools } : {}),
      ...(file.most_files ? { mostFiles: file.most_files } : {}),
      ...(file.test_command ? { testCommand: file.test_command } : {}),
    },
    ...(own ? [{ from: `${POLICY_FILE}, workflows.${workflow}`, by, checks: { ...own } } as const] : []),
  ];
}

/**
 * The policy that holds in a workspace for one workflow: built in, then the workspace's file, then `more` (an order's
 * own, options of a person). A file that is there and cannot be read is an error: nothing may pass for want of it.
 */
export async function policyOf(
  files: Pick<Files, 'read'>,
  workflow: Workflow,
  more: readonly PolicyLayer[] = [],
): Promise<Result<MergedPolicy>> {
  const builtIn = defaultPolicy(workflow);
  const read = await files.read(POLICY_FILE);
  if (read.kind === 'missing') return ok(mergePolicy(builtIn, more));
  const text = read.kind === 'file' ? decodeUtf8(read.file.bytes) : undefined;
  if (text === undefined)
    return fail(`${POLICY_FILE} cannot be read${read.kind === 'refused' ? `: ${read.reason}` : ' as UTF-8'}`);
  const parsed = parsePolicy(text);
  if (!parsed.ok) return parsed;
  return ok(mergePolicy(builtIn, [...layersOf(parsed.value, workflow), ...more]));
}
