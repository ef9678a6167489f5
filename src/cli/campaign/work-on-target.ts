import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NOTHING_SPENT } from '../../core/conversation/spent.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { Model } from '../../core/ports/model.ts';
import type { TargetJob, WorkEnd, WorkOnTarget } from '../../node/campaign/run-target.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { makeTemporaryFolder } from '../../node/temporary-folders.ts';
import { COMMANDS } from '../command-list.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { endOf, listen } from './read-end.ts';

/** Of a campaign's or worker's own command line, what each target's command gets as it was given. */
const NOT_HANDED_ON: readonly string[] = [
  'root',
  'json',
  'yes',
  'quiet',
  'verbose',
  'no-color',
  'help',
  'timeout',
];

/**
 * Lets the command of an existing workflow work on a target as a person at the terminal would: `wrap`, `run` or `plan`
 * with `--yes`, in a checkout that is thrown away. What it prints is read, nothing is shown.
 *
 * @param limit what every model goes through before it is asked
 */
export function createWorkOnTarget(
  line: Pick<CommandLine, 'given'>,
  io: Io,
  limit: (model: Model, job: TargetJob) => Model = model => model,
): WorkOnTarget {
  return async (root, job, signal) => {
    const { name, options, operands, files } = commandFor(job);
    if (name === 'wrap') {
      const sandbox = await openSandbox(root).state();
      // The command itself would name an option that campaigns do not have.
      if (sandbox.kind === 'none') return blockedEnd(`${NO_SANDBOX} (${sandbox.reason})`);
    }
    const loaded = await COMMANDS[name]?.load();
    if (loaded === undefined) throw new Error(`there is no command ${name}`);
    const { command } = loaded;
    const folder = await makeTemporaryFolder({ kind: 'campaign', outside: root });
    const heard = listen();
    let isModelOut = false;
    const observed = (model: Model): Model => ({
      ...model,
      ask: async request => {
        const reply = await limit(model, job).ask(request);
        isModelOut = reply.kind === 'fault' && reply.outage !== undefined;
        return reply;
      },
    });
    try {
      for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
      const argv = [
        ...['--root', root, '--json', '--yes'],
        ...options,
        ...('budget' in command.options && job.targetBudget !== undefined
          ? ['--budget', job.targetBudget]
          : []),
        ...handedOn(line, command.options),
        '--',
        ...operands.map(one => (Object.hasOwn(files, one) ? path.join(folder, one) : one)),
      ];
      const code = await command
        .execute(argv, { ...quietIo(io, signal), ...heard.io, model: observed })
        .catch((error: unknown) => {
          if (error instanceof Cancelled || signal.aborted) throw new Cancelled();
          if (error instanceof UsageError) heard.io.stderr(error.message);
          else throw error;
          return undefined;
        });
      if (signal.aborted) throw new Cancelled();
      const end = endOf(heard, code, root);
      return isModelOut && end.outcome !== 'APPLIED' && end.outcome !== 'DONE'
        ? { ...end, fault: 'model' }
        : end;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const NO_SANDBOX =
  'there is no sandbox on this machine, and a campaign runs no program without one; install bubblewrap, or let a worker on another machine do it';

const blockedEnd = (reason: string): WorkEnd => ({
  outcome: 'BLOCKED',
  reasons: [reason],
  checks: [],
  findings: [],
  spent: NOTHING_SPENT,
  bundle: {},
});

interface Invocation {
  readonly name: 'wrap' | 'run' | 'plan';
  readonly options: readonly string[];
  readonly operands: readonly string[];
  /** Files that are made beside the checkout; an operand of this name is replaced by the path. */
  readonly files: Readonly<Record<string, string>>;
}

function commandFor({ template: { wrap, work_order: order, plan } }: TargetJob): Invocation {
  if (wrap) {
    const many = (option: string, values: readonly (string | number)[] = []) =>
      values.flatMap(value => [`--${option}=${value}`]);
    const options = [
      ...many('scope', wrap.scope),
      ...many('claim', wrap.claims),
      ...many('invariant', wrap.invariants),
      ...many('require', wrap.require),
      ...many('accept-exit', wrap.accept_exit),
    ];
    return { name: 'wrap', options, operands: wrap.command, files: {} };
  }
  if (order !== undefined)
    return { name: 'run', options: [], operands: [ORDER], files: { [ORDER]: JSON.stringify(order) } };
  return { name: 'plan', options: [], operands: [PLAN], files: { [PLAN]: JSON.stringify(plan) } };
}

const ORDER = 'campaign.workorder.json';
const PLAN = 'campaign.plan.json';

function handedOn(
  { given }: Pick<CommandLine, 'given'>,
  own: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (NOT_HANDED_ON.includes(name) || !(name in own || COMMON_HANDED_ON.includes(name))) return [];
    if (value === true) return [`--${name}`];
    return (Array.isArray(value) ? value : [value]).map(one => `--${name}=${String(one)}`);
  });
}

/** Options of every command that make sense for a target. */
const COMMON_HANDED_ON: readonly string[] = [
  'lint-tools',
  'lint-path',
  'allow-secret-file',
  ...LINTERS.map(({ name }) => name),
];

/** Nobody answers, nothing is shown. */
const quietIo = (io: Io, signal: AbortSignal): Io => ({
  env: io.env,
  cwd: io.cwd,
  isTerminal: false,
  stdout: () => undefined,
  stderr: () => undefined,
  ask: async () => undefined,
  readInput: () => '',
  readInputBytes: () => new Uint8Array(),
  signal,
});
