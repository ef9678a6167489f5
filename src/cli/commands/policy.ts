import { invariantsFor, type PolicyLine, WORKFLOWS } from '../../core/verification/policy.ts';
import { policyOf } from '../../core/verification/read-policy.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../io.ts';
import { textOption } from '../option-table.ts';
import { chooseWord } from '../option-values.ts';
import { openWorkspace } from '../workspace.ts';

export const command = defineCommand({
  forms: ['workorder policy [PATH] [--workflow NAME]'],
  about: [
    'Prints what must hold before a change may be applied, and where each line comes from: built in, .workorder/policy.json. With PATH, the invariants that a change to this file must keep.',
  ],
  options: {
    workflow: textOption('NAME', `${WORKFLOWS.map(name => `"${name}"`).join(', ')} (default: "work order")`),
  },
  takes: [[], 1],
  async run(line, io) {
    const workflow = chooseWord(line, 'workflow', WORKFLOWS) ?? 'work order';
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
  },
});

/** All lines but invariants of other files. */
const isFor = ({ setting, value }: PolicyLine, holds: ReadonlySet<string> | undefined): boolean =>
  holds === undefined || !setting.startsWith('invariant in ') || holds.has(value);
