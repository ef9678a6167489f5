import type { Command } from './command.ts';

interface ListedCommand {
  /** One line for the list of commands and for completion. */
  readonly about: string;
  readonly load: () => Promise<Command>;
}

/** Each command is loaded on first use, so that `workorder --help` starts at once. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  init: {
    about: 'write a settings file, a policy and a first order for this workspace',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  doctor: {
    about: 'say what this machine and workspace have, what is missing, and how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
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
  revise: {
    about: 'ask for a better answer to the order of a run, with your comments',
    load: async () => (await import('./commands/revise.ts')).reviseCommand,
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
  show: {
    about: 'print one run',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
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
  completion: {
    about: 'print what lets bash, zsh or fish complete commands and options',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  help: {
    about: 'explain a command, or the exit codes',
    load: async () => (await import('./commands/help.ts')).helpCommand,
  },
};
