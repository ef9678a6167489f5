import { invariantsFor, type PolicyLine, WORKFLOWS } from '../../core/verification/policy.ts';
import { policyOf } from '../../core/verification/read-policy.ts';
import { EXIT, type Io } from '../io.ts';
import { chooseWord } from '../option-values.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspace } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder policy [PATH] [--workflow NAME]

Prints what must hold before a change may be applied, and where each line comes from: built in, .workorder/policy.json.
With PATH, the invariants that a change to this file must keep.

  --workflow NAME               ${WORKFLOWS.map(name => `"${name}"`).join(', ')} (default: "work order")
${COMMON_HELP}`;

export async function policyCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, { workflow: { type: 'string' } }, { min: 0, max: 1 });
  const workflow = chooseWord(line, 'workflow', WORKFLOWS, USAGE) ?? 'work order';
  const { files } = await openWorkspace(line);
  const merged = await policyOf(files, workflow);
  if (!merged.ok) {
    io.stderr(`${merged.error}\n`);
    return EXIT.failed;
  }
  const [path] = line.positionals;
  const { policy, lines } = merged.value;
  const holds = path === undefined ? undefined : new Set(invariantsFor(policy, [path]));
  const shown = lines.filter(one => isFor(one, holds));
  if (line.json) io.stdout(`${JSON.stringify({ workflow, ...(path ? { path } : {}), lines: shown })}\n`);
  else
    for (const { setting, value, from } of shown)
      io.stdout(`${setting.padEnd(30)} ${value.padEnd(24)} ${from}\n`);
  return EXIT.ok;
}

/** All lines but invariants of other files. */
const isFor = ({ setting, value }: PolicyLine, holds: ReadonlySet<string> | undefined): boolean =>
  holds === undefined || !setting.startsWith('invariant in ') || holds.has(value);
