import { describeOpen } from '../gate/after-apply.ts';
import type { ProgramEnd, ProgramOnCopy } from '../ports/program-on-copy.ts';
import { beginRun } from '../runs/begin-run.ts';
import type { Recorder } from '../runs/recorder.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';
import { type CopyRequest, gateOfCopy, type WrapPorts } from './gate-copy.ts';
import type { WrapState } from './state.ts';
import { wrapWorkflow } from './workflow.ts';

export interface WrapRequest extends CopyRequest {
  readonly program: ProgramOnCopy;
  /** Exit codes that say that all is well. */
  readonly goodEnds: readonly number[];
  /** A change of a program that did not end well: a person decides, or nothing is applied. */
  readonly otherEnds: 'ask' | 'refuse';
}

/** Runs a program on a copy of the workspace, and takes what it changed through the change gate as one change. */
export const runWrap = (ports: WrapPorts, request: WrapRequest): Promise<WrapState> =>
  beginRun(ports, wrapWorkflow, {
    title: request.command.join(' '),
    onEvent: request.onEvent,
    work: async recorder => {
      const { command, scope, claims } = request;
      await recorder.record({ type: 'run_started', runId: recorder.runId, command, scope, claims });
      return work(ports, request, recorder);
    },
  });

async function work(
  ports: WrapPorts,
  request: WrapRequest,
  recorder: Recorder<WrapEvent, WrapState>,
): Promise<WrapOutcome> {
  const { program, signal } = request;
  const ran = await program.run(text => recorder.show({ type: 'printed', text }), signal);
  if (!ran.ok)
    return signal.aborted
      ? { kind: 'CANCELLED', reason: `cancelled; ${ran.error}` }
      : blockedBy('program', ran.error);
  const { end, ms, sandbox, changes, notCarried, notes } = ran.value;
  const files = changes.files.length;
  await recorder.record({
    type: 'ran',
    end,
    ms,
    ...(sandbox === undefined ? {} : { sandbox }),
    files,
    ...(notes.length === 0 ? {} : { notes }),
  });
  if (notCarried.length > 0) return blockedBy('program', ...notCarried);
  if (files === 0) return endUnchanged(request, end, notes);
  if (!isGood(request, end) && request.otherEnds === 'refuse')
    return blockedBy(
      'program',
      `the program ended with ${end}; give --accept-exit ${end} when its changes count all the same`,
    );
  return applyChange(ports, request, recorder, ran.value);
}

async function applyChange(
  ports: WrapPorts,
  request: WrapRequest,
  recorder: Recorder<WrapEvent, WrapState>,
  { end, changes, notes }: ProgramEnd,
): Promise<WrapOutcome> {
  const isOdd = !isGood(request, end);
  const gate = gateOfCopy(
    ports,
    request,
    recorder,
  )({
    changes,
    warnings: [...(isOdd ? [`the program did not end well: ${endOf(end)}`] : []), ...notes],
    needsPerson: isOdd,
    task: `A person ran this program on a copy of the workspace: ${request.command.join(' ')}`,
  });
  const decided = await gate.decide(changes);
  if (!decided.ok) return blockedBy('checks', decided.error);
  const { open } = decided.value;
  if (open.length > 0) return { kind: 'FAILED', reasons: [describeOpen(open)], changeKept: true };
  return { kind: 'APPLIED', files: changes.files.length };
}

const blockedBy = (by: 'program' | 'checks', ...reasons: readonly string[]): WrapOutcome => ({
  kind: 'BLOCKED',
  by,
  reasons,
});

/** A program that fails and changes nothing has not done its work. */
const endUnchanged = (request: WrapRequest, end: number | string, notes: readonly string[]): WrapOutcome =>
  isGood(request, end)
    ? { kind: 'DONE', ...(notes.length === 0 ? {} : { notes }) }
    : blockedBy(
        'program',
        `the program changed ${notes.length === 0 ? 'nothing' : 'no contents of files'} and did not end well: ${endOf(end)}`,
      );

const isGood = ({ goodEnds }: WrapRequest, end: number | string): boolean =>
  typeof end === 'number' && goodEnds.includes(end);

const endOf = (end: number | string): string =>
  typeof end === 'number' ? `exit code ${end}` : `ended by ${end}`;
