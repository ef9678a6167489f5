import type { Command } from './command.ts';

interface ListedCommand {
  /** One line for the list of commands and for completion. */
  readonly about: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** Each command is loaded on first use, so that `workorder --help` starts at once. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  init: {
    about: 'write a settings file, a policy and a first order for this workspace',
    load: () => import('./commands/init.ts'),
  },
  doctor: {
    about: 'say what this machine and workspace have and lack, and how to fix it',
    load: () => import('./commands/doctor.ts'),
  },
  models: {
    about: 'list the models of the endpoint, or test one',
    load: () => import('./commands/models.ts'),
  },
  run: {
    about: 'ask Designer and QA, review, apply, lint',
    load: () => import('./commands/run.ts'),
  },
  plan: {
    about: 'run the open steps of a plan, phase by phase',
    load: () => import('./commands/plan.ts'),
  },
  check: {
    about: 'validate and simulate given replies; writes nothing',
    load: () => import('./commands/check.ts'),
  },
  apply: {
    about: 'validate, review, apply and lint given replies; no models',
    load: () => import('./commands/apply.ts'),
  },
  agent: {
    about: 'let a model work on a task by calling tools',
    load: () => import('./commands/agent.ts'),
  },
  ticket: {
    about: 'let a manager and a developer model work on a ticket',
    load: () => import('./commands/ticket.ts'),
  },
  routa: {
    about: 'let a team of models plan, implement and verify',
    load: () => import('./commands/routa.ts'),
  },
  prove: {
    about: 'say what code can show of a commit, a range or the working tree; no model',
    load: () => import('./commands/prove.ts'),
  },
  wrap: {
    about: 'run any program on a copy; verify, review and apply what it changed',
    load: () => import('./commands/wrap.ts'),
  },
  campaign: {
    about: 'the same work in many repositories',
    load: () => import('./commands/campaign.ts'),
  },
  worker: {
    about: 'do targets of campaigns',
    load: () => import('./commands/worker.ts'),
  },
  revise: {
    about: 'ask for a better answer to the order of a run, with your comments',
    load: () => import('./commands/revise.ts'),
  },
  policy: {
    about: 'print what must hold before a change may be applied, and why',
    load: () => import('./commands/policy.ts'),
  },
  prompt: {
    about: 'print what a model would be asked; sends nothing',
    load: () => import('./commands/prompt.ts'),
  },
  eval: {
    about: 'measure models on a suite of tasks that code can check',
    load: () => import('./commands/eval.ts'),
  },
  lint: {
    about: 'run lint_backend and print its response',
    load: () => import('./commands/lint.ts'),
  },
  tool: {
    about: 'call one tool and print its response',
    load: () => import('./commands/tool.ts'),
  },
  history: {
    about: 'list the runs of this workspace, of every kind',
    load: () => import('./commands/history.ts'),
  },
  resume: {
    about: 'resume an agent, a ticket or a ROUTA workspace',
    load: () => import('./commands/resume.ts'),
  },
  watch: {
    about: 'follow a run that is at work in another process',
    load: () => import('./commands/watch.ts'),
  },
  say: {
    about: 'say something to a run of agents at work',
    load: () => import('./commands/say.ts'),
  },
  pause: {
    about: 'let a run of agents stop before its next reply',
    load: () => import('./commands/pause.ts'),
  },
  stop: {
    about: 'stop a run of agents, or one of its agents, at once',
    load: () => import('./commands/stop.ts'),
  },
  show: {
    about: 'print one run',
    load: () => import('./commands/show.ts'),
  },
  report: {
    about: 'write one file about a run, for a bug report',
    load: () => import('./commands/report.ts'),
  },
  revert: {
    about: 'undo an applied run, keeping later edits',
    load: () => import('./commands/revert.ts'),
  },
  verify: {
    about: 're-check a run against its records and the files; no model',
    load: () => import('./commands/verify.ts'),
  },
  recover: {
    about: 'finish or undo an interrupted run',
    load: () => import('./commands/recover.ts'),
  },
  mcp: {
    about: 'serve the tools over MCP',
    load: () => import('./commands/mcp.ts'),
  },
  acp: {
    about: 'be an agent of the Agent Client Protocol, for editors that speak it',
    load: () => import('./commands/acp.ts'),
  },
  completion: {
    about: 'print what lets bash, zsh or fish complete commands',
    load: () => import('./commands/completion.ts'),
  },
  help: {
    about: 'explain a command, or the exit codes',
    load: () => import('./commands/help.ts'),
  },
};
