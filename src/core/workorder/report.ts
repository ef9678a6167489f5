import type { Replay, RunReport } from '../../generated/contracts.ts';
import { describeSpent } from '../conversation/describe-spent.ts';
import { versionsText } from '../conversation/prompt-versions.ts';
import type { RunEvent } from './events.ts';
import { headline } from './headline.ts';
import { replayOfJournal } from './replay-of-journal.ts';
import { initialState, reduce } from './state.ts';

/** What a report is made of. */
export interface ReportParts {
  readonly runId: string;
  readonly events: readonly RunEvent[];
  /** The recorded requests and replies; left out when the run was not recorded. */
  readonly recording?: Replay;
  /** Of what writes the report, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Those of the host that differ from their default. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const FORMAT = 'workorder-report/1';

/** Everything about one run that a bug report needs. Secrets are for the caller to take out. */
export function buildReport({ runId, events, recording, versions, settings }: ReportParts): RunReport {
  const state = events.reduce(reduce, initialState(runId));
  const started = events.find(event => event.type === 'run_started');
  return {
    format: FORMAT,
    about: [
      'What one run of a work order did, for a bug report: how it ended, versions and settings, the work order, the journal of every stage with what the models answered and what their tools read, and the replies to play again.',
      recording
        ? 'The run was recorded: the replay holds each request as it was sent, with the files that were shown to the models.'
        : 'The run was not recorded: the replay holds the replies from the journal, and no requests.',
      'Known API keys, and whatever looks like a key, are taken out. Source code is not: read it before you pass it on.',
      'To play it again in a copy of the same files: workorder run REPORT --model replay:REPORT',
    ],
    summary: {
      run: runId,
      started: new Date(events[0]?.at ?? 0).toISOString(),
      outcome: state.outcome ? headline(state.outcome, state.files.length) : 'The run did not end.',
      models: started ? [started.designerModel, started.qaModel] : [],
      tokens: describeSpent(state.spent) ?? 'no model was asked',
      files: state.files.map(file => file.path),
      warnings: [...state.notices, ...state.warnings],
    },
    versions: {
      ...(started?.version === undefined ? {} : { 'Work Order of the run': started.version }),
      ...(started?.prompts === undefined ? {} : { 'Prompts of the run': versionsText(started.prompts) }),
      ...versions,
    },
    settings: { ...(started?.settings ? { run: started.settings } : {}), ...settings },
    order: state.order ? { ...state.order } : null,
    journal: events.map(event => ({ ...event })),
    replay: recording ?? replayOfJournal(events),
  };
}

/** Whether JSON is an exported report; told by its format alone. */
export const isReport = (value: unknown): value is Pick<RunReport, 'replay'> & { readonly order: unknown } =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
