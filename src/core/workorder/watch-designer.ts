import type { Command, DesignerOutput, WorkOrder } from '../../generated/contracts.ts';
import { validateCommand } from '../../generated/validators.cjs';
import { pathsOf } from '../changes/simulate.ts';
import type { ReplyWatch } from '../conversation/ask-watched.ts';
import { ItemStream } from '../conversation/item-stream.ts';
import { checkCommand, checkCommands } from '../gate/check-commands.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import { checkDesignerOutput, describeDesignerFault } from './parse-designer.ts';

/** What a Designer's reply needs behind its commands; stands in for what has not arrived. */
const REST: Omit<DesignerOutput, 'commands'> = {
  touched_files: [],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: null, check_all: false } },
};

export interface DesignerWatch extends ReplyWatch {
  /** Of reasons that were given: the commands were understood, and what they do is not allowed. */
  readonly isUnderstood: () => boolean;
}

/**
 * Looks at each command of the Designer's reply as soon as it is whole. A command that no rest of the reply can
 * save (schema, unknown tool, scope, path policy, or text that is no JSON behind the first command) gives the
 * reasons that the whole reply would be blocked with for its sake. Text before the list may still turn out to
 * be words beside a tool call, so it is never judged here.
 *
 * @param onCommand called with each command that stands up to this, with its 0-based place
 */
export function watchDesigner(
  order: Pick<WorkOrder, 'scope_allowlist' | 'new_files'>,
  onCommand: (command: Command, index: number) => void,
): DesignerWatch {
  const stream = new ItemStream('commands');
  let firstIsError = false;
  let brokenIsJudged = false;
  let isUnderstood = false;

  /** Paths that may be changed: most commands of an answer name the same few. */
  const allowed = new Set<string>();
  const isAllowed = (command: Command, index: number): boolean => {
    const paths = pathsOf(command);
    if (paths.every(path => allowed.has(path))) return true;
    if (checkCommand(command, index, order.scope_allowlist).some(({ problem }) => problem)) return false;
    for (const path of paths) allowed.add(path);
    return true;
  };

  /** Where the strict reader, who alone decides, finds that the text up to `end` can not end well. */
  const judge = (end: number): readonly string[] | undefined => {
    const prefix = stream.text.slice(0, end);
    const json = readStrictJson(`${prefix}]}`);
    if (!json.ok) return json.error.offset < end ? [describeDesignerFault(json.error)] : undefined;
    const output = checkDesignerOutput({ ...REST, ...(json.value as object) });
    if (!output.ok) return [output.error];
    const { problems } = checkCommands(output.value.commands, order.new_files ?? [], order.scope_allowlist);
    if (problems.length === 0) return undefined;
    isUnderstood = true;
    return problems;
  };

  const findFault = (text: string, index: number, end: number): readonly string[] | undefined => {
    const item = readStrictJson(text);
    if (item.ok && index === 0 && isError(item.value)) {
      firstIsError = true; // right when it stays alone
      return undefined;
    }
    if (!item.ok || firstIsError || !validateCommand(item.value)) return judge(end);
    if (!isAllowed(item.value, index)) return judge(end);
    onCommand(item.value, index);
    return undefined;
  };

  return {
    read: piece => {
      for (const { text, index, end } of stream.push(piece)) {
        const reasons = findFault(text, index, end);
        if (reasons) return reasons;
      }
      if (!stream.isBroken || brokenIsJudged) return undefined;
      brokenIsJudged = true;
      return judgeBroken(stream.text);
    },
    discard: () => {
      stream.reset();
      firstIsError = false;
      brokenIsJudged = false;
      isUnderstood = false;
    },
    isUnderstood: () => isUnderstood,
  };
}

function judgeBroken(text: string): readonly string[] | undefined {
  const json = readStrictJson(text);
  return !json.ok && json.error.offset < text.length ? [describeDesignerFault(json.error)] : undefined;
}

const isError = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { tool?: unknown }).tool === '__error__';
