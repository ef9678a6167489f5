import type { RunState } from '../../core/workorder/state.ts';
import { type WayForward, waysForward } from '../../core/workorder/ways-forward.ts';
import { COMMON, type CommandLine } from '../options.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import type { Colours } from './colours.ts';
import { askingOptions, playsRecording, sameRoot } from './next-command.ts';

/** What `revise` takes of the options of this call: what the order is, is in the journal, and a plan is another command. */
const takenByRevise = (name: string): boolean =>
  [MODEL_OPTIONS, REVIEW_OPTIONS, COMMON].some(options => name in options);

/** What can be done about a run that did not end as it should, as commands that work as they stand. */
export function printWaysForward(line: CommandLine, state: RunState, c: Colours): string {
  const lines = new Set(waysForward(state).flatMap(way => wordsOf(way, line, state) ?? []));
  return [...lines].map(words => `  ${c.dim(words)}\n`).join('');
}

/** How what a run left on the disk is taken back; a plan says it for all of its steps. */
export function printTakeBack(line: Pick<CommandLine, 'given'>, state: RunState, c: Colours): string {
  if (!state.applied || state.reverted) return '';
  return `  ${c.dim(`take it back with: workorder revert ${state.runId}${sameRoot(line)}`)}\n`;
}

/** Nothing for what the terminal has no command for, or what was just typed. */
function wordsOf(way: WayForward, line: CommandLine, state: RunState): string | undefined {
  const { outcome, runId } = state;
  switch (way) {
    case 'Ask for Changes':
    case 'Fix These Problems': {
      // Given replies come from no model that could be asked.
      if (line.given['designer'] !== undefined) return undefined;
      const isPersons = outcome?.kind === 'BLOCKED' && outcome.by === 'reviewer';
      const comment = isPersons ? " --comment 'WHAT TO CHANGE'" : '';
      const from = playsRecording(line) ? ', from a model instead of the recording' : '';
      const left = Object.keys(line.given).filter(name => !takenByRevise(name));
      return `for a better answer${from}: workorder revise ${runId}${comment}${askingOptions(line, left)}`;
    }
    case 'Set API Key':
      if (isAboutRecording(state)) return undefined;
      return 'the key is read from WORKORDER_API_KEY_FILE or WORKORDER_API_KEY: set it, then run again';
    case 'Select Models':
      if (isAboutRecording(state))
        return 'the recording gives no such answer: record it again, or name a model that can be asked, such as --model openai:MODEL';
      return 'workorder doctor --model-check says whether the model answers';
    case 'Install and Lint Again':
      return 'workorder doctor says what is missing and how to install it; then: workorder lint';
    case 'Compare and Decide':
      return 'workorder recover shows the files and asks what to keep';
    default:
      return undefined;
  }
}

/** No answer came, and it was a recording that had none. */
const isAboutRecording = ({ replayed, stages }: RunState): boolean => {
  const failed = stages.find(({ status }) => status === 'failed')?.stage;
  return replayed.some(role => role === failed);
};
