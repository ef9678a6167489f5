import { isObject } from '../kernel/is-object.ts';
import type { SchemaProblem } from '../kernel/json-path.ts';
import { describeSchemaProblems, readablePath } from '../kernel/json-path.ts';
import { EDIT_TOOLS } from './roles.ts';

/**
 * Turns a schema error of a Designer or QA reply into the exact words of the table "Validation Failure
 * Modes": `unknown tool: X`, `invalid args for tool X`, `invalid decision`; anything else names its place.
 */
export function explainOutputProblem(
  who: 'Designer' | 'QA',
  output: unknown,
  problems: readonly SchemaProblem[] | null | undefined,
): string {
  if (isObject(output)) {
    if (who === 'QA' && output['decision'] !== 'APPROVED' && output['decision'] !== 'REJECTED') {
      const found = 'decision' in output ? JSON.stringify(output['decision']) : 'there is none';
      return `invalid decision: ${found}; it must be "APPROVED" or "REJECTED"`;
    }
    const commands = Array.isArray(output['commands']) ? output['commands'] : [];
    const unknown = commands.findIndex(
      c => isObject(c) && typeof c['tool'] === 'string' && !isEditTool(c['tool']),
    );
    if (unknown >= 0) {
      const tool = String(commands[unknown].tool);
      const hint =
        tool === '__error__'
          ? '"__error__" must be the only command, with empty args'
          : `only ${EDIT_TOOLS.join(' and ')} may be used`;
      return `unknown tool: ${tool} (commands[${unknown}]; ${hint})`;
    }
  }
  const problem = problems?.[0];
  const args = problem && /^\/commands\/(\d+)\/args/.exec(problem.instancePath);
  if (problem && args && isObject(output) && Array.isArray(output['commands'])) {
    const tool = String(output['commands'][Number(args[1])]?.tool);
    return `invalid args for tool ${tool}: ${describeSchemaProblems(problems)}`;
  }
  if (
    problem?.instancePath.startsWith('/verification') &&
    /^\/verification\/(tool|args)/.test(problem.instancePath)
  ) {
    return `invalid verification: ${readablePath(problem.instancePath)}: ${describeSchemaProblems(problems)}`;
  }
  return `${who} JSON invalid: ${describeSchemaProblems(problems)}`;
}

function isEditTool(tool: string): boolean {
  return (EDIT_TOOLS as readonly string[]).includes(tool);
}
