import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Said } from '../core/ports/steering.ts';
import { type HistoryEntry, outcomeWords } from '../core/runs/history.ts';
import { createHold } from '../node/journal/hold-run.ts';
import { isWaiting, saySomething, takeBack } from '../node/journal/steering.ts';
import { type Command, defineCommand } from './command.ts';
import { openRuns } from './history.ts';
import { EXIT, type Io, UsageError } from './io.ts';
import type { CommandLine } from './options.ts';

/** Where the runs that a person can speak to are kept. */
const FOLDERS: Readonly<Record<string, string>> = { agent: 'agents', ticket: 'tickets', routa: 'routa' };

const LOOK_MS = 100;
/** A run looks several times in this time; what it has not taken then waits for the end of a reply. */
const PATIENCE_MS = 1500;

/** What a person reads: the run has taken it, or it will. */
interface SteerWords {
  readonly taken: string;
  readonly waits: string;
}

export const STEER_EXIT_CODES =
  'Exit codes: 0 said, 1 the run ended before it took it, 3 the run is not at work.';

interface Steering {
  readonly kind: Said['kind'];
  readonly form: string;
  readonly about: string;
  readonly words: SteerWords;
}

/** A command that says one thing, without words of its own. */
export const defineSteering = ({ kind, form, about, words }: Steering): Command =>
  defineCommand({
    forms: [form],
    about: [about],
    options: {},
    notes: [STEER_EXIT_CODES],
    takes: [['no run is given: name a RUN; workorder history lists them'], 1],
    run: (line, io) => steer(line, io, { kind, text: '' }, words),
  });

/**
 * Says something to a run of agents that is at work, in whatever process: `RUN` or `RUN:AGENT`. When the run ends
 * before it has taken it, it is taken back, and that is said.
 */
export async function steer(
  line: CommandLine,
  io: Io,
  said: Pick<Said, 'kind' | 'text'>,
  words: SteerWords,
): Promise<number> {
  const [asked = ''] = line.positionals;
  const [run = '', agentId] = splitOnce(asked);
  const { history, root, stateDir } = openRuns(line);
  const found = await history.find(run === '' ? undefined : run);
  if (!found.ok) throw new UsageError(found.error);
  const { runId, kind, source } = found.value;
  const folder = FOLDERS[source.kind];
  if (folder === undefined)
    throw new UsageError(
      `run ${runId} is a ${kind}: only an agent, a ticket or a ROUTA workspace can be steered`,
    );
  if (agentId !== undefined && source.kind !== 'routa')
    throw new UsageError(
      `run ${runId} is a ${kind} and has no agents to choose from; leave out ":${agentId}"`,
    );
  const runsDir = path.join(stateDir, folder);
  const hold = createHold({ root, stateDir, runsDir, what: `${kind} run` });
  const isAtWork = async () => {
    const held = await hold.run(runId);
    if (held.ok) held.value();
    return !held.ok;
  };
  const sinceEnded = async () => {
    const ended = await history.find(runId);
    return notAtWork(ended.ok ? ended.value : found.value, said.kind);
  };
  if (!(await isAtWork())) throw new UsageError(notAtWork(found.value, said.kind), '');
  const id = saySomething(runsDir, runId, {
    ...said,
    by: 'the user',
    ...(agentId === undefined ? {} : { agentId }),
  });
  const tell = (state: string, sentence: string, code: number) => {
    io.stdout(
      line.json
        ? `${JSON.stringify({ run: runId, agent: agentId ?? null, kind: said.kind, state })}\n`
        : `${sentence}\n`,
    );
    return code;
  };
  for (let waited = 0; isWaiting(runsDir, runId, id); waited += LOOK_MS) {
    if (!(await isAtWork()) && takeBack(runsDir, runId, id))
      return tell('not_delivered', `Not delivered: ${await sinceEnded()}`, EXIT.failed);
    if (waited >= PATIENCE_MS) return tell('waits', words.waits, EXIT.ok);
    await wait(LOOK_MS);
  }
  return tell('taken', words.taken, EXIT.ok);
}

/** A workspace that is done can be given more to do, other runs cannot. */
function notAtWork(run: HistoryEntry, kind: Said['kind']): string {
  const { runId, source } = run;
  const outcome = outcomeWords(run);
  const is = `run ${runId} is not at work (${outcome})`;
  if (source.kind !== 'routa' && /^(DONE|EXECUTED)/.test(outcome)) return `${is}; more work is a new run`;
  if (kind !== 'say') return `${is}, so there is nothing to ${kind}`;
  return `${is}; workorder resume ${runId} --message "…" continues it with your words`;
}

function splitOnce(asked: string): readonly [string, string?] {
  const at = asked.indexOf(':');
  return at < 0 ? [asked] : [asked.slice(0, at), asked.slice(at + 1)];
}
