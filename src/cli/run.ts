import { Cancelled } from '../core/kernel/cancel.ts';
import { forTerminal } from '../node/terminal-text.ts';
import { EXIT, type Io, UsageError } from './io.ts';

type Command = (argv: readonly string[], io: Io) => Promise<number>;

/** Each command is loaded on first use, so that `workorder --help` starts at once. */
const COMMANDS: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Command> }>> =
  {
    run: {
      about: 'ask Designer and QA, review, apply, lint',
      load: async () => (await import('./commands/run.ts')).runCommand,
    },
    plan: {
      about: 'run the open steps of a plan, phase by phase',
      load: async () => (await import('./commands/plan.ts')).planCommand,
    },
    check: {
      about: 'validate and simulate given replies; writes nothing',
      load: async () => (await import('./commands/check.ts')).checkCommand,
    },
    apply: {
      about: 'validate, review, apply and lint given replies; no models',
      load: async () => (await import('./commands/apply.ts')).applyCommand,
    },
    agent: {
      about: 'let a model work on a task by calling tools',
      load: async () => (await import('./commands/agent.ts')).agentCommand,
    },
    ticket: {
      about: 'let a manager and a developer model work on a ticket',
      load: async () => (await import('./commands/ticket.ts')).ticketCommand,
    },
    routa: {
      about: 'let a team of models plan, implement and verify',
      load: async () => (await import('./commands/routa.ts')).routaCommand,
    },
    prove: {
      about: 'say what code can show of any change: a commit, a range, the working tree; no model',
      load: async () => (await import('./commands/prove.ts')).proveCommand,
    },
    policy: {
      about: 'print what must hold before a change may be applied, and why',
      load: async () => (await import('./commands/policy.ts')).policyCommand,
    },
    prompt: {
      about: 'print what a model would be asked; sends nothing',
      load: async () => (await import('./commands/prompt.ts')).promptCommand,
    },
    lint: {
      about: 'run lint_backend and print its response',
      load: async () => (await import('./commands/lint.ts')).lintCommand,
    },
    tool: {
      about: 'call one tool and print its response',
      load: async () => (await import('./commands/tool.ts')).toolCommand,
    },
    history: {
      about: 'list the runs of this workspace, of every kind',
      load: async () => (await import('./commands/history.ts')).historyCommand,
    },
    resume: {
      about: 'resume an agent, a ticket or a ROUTA workspace',
      load: async () => (await import('./commands/resume.ts')).resumeCommand,
    },
    show: { about: 'print one run', load: async () => (await import('./commands/show.ts')).showCommand },
    report: {
      about: 'write one file about a run, for a bug report',
      load: async () => (await import('./commands/report.ts')).reportCommand,
    },
    revert: {
      about: 'undo an applied run, keeping later edits',
      load: async () => (await import('./commands/revert.ts')).revertCommand,
    },
    verify: {
      about: 're-check a run against its records and the files; no model',
      load: async () => (await import('./commands/verify.ts')).verifyCommand,
    },
    recover: {
      about: 'finish or undo a run that was interrupted',
      load: async () => (await import('./commands/recover.ts')).recoverCommand,
    },
    mcp: {
      about: 'serve the tools over MCP on standard input and output',
      load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    },
  };

const HELP = `workorder: AI edits you can verify

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  workorder ${name.padEnd(9)}${about}`)
  .join('\n')}

Each command explains itself: workorder run --help
Exit codes: 0 applied or clean, 1 failed, 2 blocked, 3 wrong usage, 130 cancelled
`;

/** The whole command line as a function: arguments and the outside world in, exit code out. */
export function run(argv: readonly string[], io: Io): Promise<number> {
  return runCommand(argv, {
    ...io,
    // The one place where text of models, files, tools and repositories is made harmless for terminals.
    stdout: text => io.stdout(forTerminal(text)),
    stderr: text => io.stderr(forTerminal(text)),
    ask: (question, signal) => io.ask(forTerminal(question), signal),
  });
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name = '--help', ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    io.stdout(HELP);
    return EXIT.ok;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    io.stderr(`There is no command "${name}".\n\n${HELP}`);
    return EXIT.usage;
  }
  try {
    const command = await COMMANDS[name]?.load();
    return command ? await command(rest, io) : EXIT.usage;
  } catch (error) {
    if (error instanceof UsageError) return reportUsage(error, io);
    if (error instanceof Cancelled) {
      io.stderr('Cancelled.\n');
      return EXIT.cancelled;
    }
    io.stderr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return EXIT.failed;
  }
}

function reportUsage(error: UsageError, io: Io): number {
  if (error.message === '') {
    io.stdout(`${error.usage}\n`);
    return EXIT.ok;
  }
  io.stderr(`${error.message}\n\n${error.usage}\n`);
  return EXIT.usage;
}
