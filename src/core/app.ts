import type { LintBackendArgs, WorkOrder } from '../generated/contracts.ts';
import { createAnalyst } from './evidence/analyst.ts';
import { fail, type Result } from './kernel/result.ts';
import type { Sha256 } from './kernel/sha256.ts';
import type { Analyst } from './ports/analyst.ts';
import type { Clock } from './ports/clock.ts';
import type { Files } from './ports/files.ts';
import { type Hold, NOT_HELD } from './ports/hold.ts';
import type { Journals } from './ports/journal.ts';
import type {
  FolderLinter,
  LintCode,
  Linter,
  LintOutcome,
  SimulatedLinter,
  TextLinter,
} from './ports/linter.ts';
import type { PythonSymbols } from './ports/python-symbols.ts';
import type { TestRunner } from './ports/test-runner.ts';
import type { Trials } from './ports/trials.ts';
import { WorkspaceIndex } from './python/index/workspace-index.ts';
import { createRouta, type Routa } from './routa/routa.ts';
import type { RoutaPorts } from './routa/run-request.ts';
import { createStoredRuns, type StoredRuns } from './runs/stored-runs.ts';
import type { AgentPorts } from './taskagent/run-request.ts';
import { createTaskAgent, type TaskAgent } from './taskagent/task-agent.ts';
import type { TicketPorts } from './tickets/run-request.ts';
import { createTickets, type Tickets } from './tickets/tickets.ts';
import { editTools } from './tools/edit-tools.ts';
import { lintTool } from './tools/lint-tool.ts';
import { readTools } from './tools/read-tools.ts';
import type { ToolContext } from './tools/tool.ts';
import type { ToolCallOutcome } from './tools/toolbox.ts';
import { Toolbox } from './tools/toolbox.ts';
import { WorkspaceVerifier } from './verification/workspace-verifier.ts';
import { applyLintFix, type LintFixRequest } from './workorder/apply-lint-fix.ts';
import { applyToolEdit } from './workorder/apply-tool-edit.ts';
import type { RunEvent } from './workorder/events.ts';
import type { Outcome } from './workorder/outcome.ts';
import { type PreviewRequest, type PromptPreview, previewPrompt } from './workorder/preview-prompt.ts';
import type { RunRequest } from './workorder/run-request.ts';
import { runWorkOrder } from './workorder/run-work-order.ts';
import { findSecretFilesInScope, withSecretsAllowed } from './workorder/secret-files.ts';
import type { RunState } from './workorder/state.ts';
import { orderWorkflow } from './workorder/workflow.ts';
import type { WrapEvent } from './wrap/events.ts';
import type { WrapPorts } from './wrap/gate-copy.ts';
import { runSession, type SessionRequest } from './wrap/run-session.ts';
import { runWrap, type WrapRequest } from './wrap/run-wrap.ts';
import type { WrapState } from './wrap/state.ts';

export type { PreviewRequest, PromptPreview } from './workorder/preview-prompt.ts';
export type { RunRequest } from './workorder/run-request.ts';

/** What a host gives: one implementation of each port. */
export interface AppPorts {
  readonly files: Files;
  readonly linter: Linter;
  /** The linters on files that are not written yet: the preview in the review, and `failOn: new`. */
  readonly simulatedLinter?: SimulatedLinter;
  /** Which changes need an approval by name before linters run with them; left out where no linter runs code. */
  readonly lintCode?: LintCode;
  /** Plugins and contract types that `lint_backend` may run when it is called as a tool. */
  readonly approvedLintCode?: readonly string[];
  /** Functions run before and after a change; without it they never are. */
  readonly trials?: Trials;
  /** Ruff on a text, for its fixes; without it there are none. */
  readonly textLinter?: TextLinter;
  /** The workspace's own tests, for a policy that asks for them; left out: they cannot be run here. */
  readonly tests?: TestRunner;
  readonly symbols: PythonSymbols;
  /** Best one that shares its index with `symbols`; left out: one with an index of its own. */
  readonly analyst?: Analyst;
  readonly journals: Journals<RunEvent>;
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Of the runs of work orders; left out where one process is all there is. */
  readonly hold?: Hold;
  /** Path that `null` or `""` means for `lint_backend`. */
  readonly defaultLintPath: () => string;
  /** For the task agent, opened when it is first used; a host without agents leaves it out. */
  readonly agents?: () => Promise<AgentPorts>;
  /** The same for tickets. */
  readonly tickets?: () => Promise<TicketPorts>;
  /** The same for ROUTA workspaces. */
  readonly routa?: () => Promise<RoutaPorts>;
  /** Where the runs of wrapped programs are kept; a host without them leaves it out. */
  readonly wraps?: { readonly journals: Journals<WrapEvent>; readonly hold: Hold };
}

/** What every host calls. */
export interface App {
  /** All tools of the registry. */
  readonly toolbox: Toolbox;
  /** The whole pipeline of a work order. Expected faults do not reject: look at the state's `outcome`. */
  runWorkOrder(request: RunRequest): Promise<RunState>;
  /** Files of an order's scope that look like secrets: to be decided about before a model is asked. */
  secretFiles(order: WorkOrder, signal: AbortSignal): Promise<readonly string[]>;
  /** What a role would be asked, exactly; nothing is sent, journaled or written. */
  previewPrompt(request: PreviewRequest): Promise<Result<PromptPreview, Outcome>>;
  /** Their stored runs, with those of quick fixes and tool calls. */
  readonly workOrders: StoredRuns<RunEvent, RunState>;
  /** Applies a fix ruff offers as a change of its own, journaled and revertable; the error is a sentence. */
  applyLintFix(request: LintFixRequest): Promise<Result<RunState>>;
  lint(args: LintBackendArgs, signal: AbortSignal, onProgress?: (line: string) => void): Promise<LintOutcome>;
  /** Agents that work on a task by calling tools. */
  readonly taskAgent: TaskAgent;
  /** A manager and a developer work on a ticket. */
  readonly tickets: Tickets;
  /** A team of agents plans, implements and verifies. */
  readonly routa: Routa;
  /** A program of a person on a copy of the workspace; what it changed goes through the gate as one change. */
  runWrap(request: WrapRequest): Promise<WrapState>;
  /** The same for an agent that is spoken to: what each of its turns changed is one change. */
  runSession(request: SessionRequest): Promise<WrapState>;
  /**
   * One call of any tool, as a person, an MCP client or an agent of the editor makes it; the tool's exact response.
   * Without `by.reviewer` the call can only read.
   */
  callTool(
    name: string,
    argumentsJson: string,
    signal: AbortSignal,
    by?: Omit<ToolContext, 'signal'>,
  ): Promise<ToolCallOutcome>;
}

export function createApp(ports: AppPorts): App {
  const { files, linter, symbols, journals, clock, sha256 } = ports;
  const analyst = ports.analyst ?? createAnalyst({ files, python: new WorkspaceIndex(files), sha256 });
  const verifier = new WorkspaceVerifier({
    files,
    sha256,
    clock,
    analyst,
    simulatedLinter: ports.simulatedLinter,
  });
  const hold = ports.hold ?? NOT_HELD;
  const programs = { linter: linterOf(ports), tests: ports.tests };
  const wraps: WrapPorts | undefined = ports.wraps && {
    ...{ files, clock, sha256, verifier, analyst, programs },
    ...(ports.trials ? { trials: ports.trials } : {}),
    ...ports.wraps,
  };
  const toolboxOn = (seen: Files) =>
    new Toolbox([
      ...editTools({
        files: seen,
        analyst,
        propose: (edit, reviewer, signal) =>
          applyToolEdit({ ...ports, hold, verifier, programs }, edit, reviewer, signal),
      }),
      lintTool(linter, ports.approvedLintCode ?? []),
      ...readTools(seen, symbols),
    ]);
  const toolbox = toolboxOn(files);
  const runOrder = (request: RunRequest) => {
    const included = request.secretFiles?.included ?? [];
    const seen = included.length === 0 ? files : withSecretsAllowed(files, included);
    const tools = seen === files ? toolbox : toolboxOn(seen);
    return runWorkOrder({ ...ports, hold, files: seen, toolbox: tools, analyst, verifier }, request);
  };
  return {
    toolbox,
    workOrders: createStoredRuns(async () => ({ files, journals, clock, sha256, hold }), orderWorkflow),
    runWorkOrder: runOrder,
    secretFiles: (order, signal) => findSecretFilesInScope(order, files, signal),
    previewPrompt: request => previewPrompt({ ...ports, hold, toolbox, analyst, verifier }, request),
    applyLintFix: async request =>
      ports.textLinter
        ? applyLintFix({ ...ports, verifier, programs }, ports.textLinter, request)
        : fail('this host has no ruff'),
    lint: (args, signal, onProgress) => linter.lint(args, { signal, ...(onProgress ? { onProgress } : {}) }),
    taskAgent: createTaskAgent(ports.agents ?? noAgents),
    tickets: createTickets(ports.tickets ?? noAgents),
    routa: createRouta(ports.routa ?? noAgents),
    runWrap: async request => (wraps ? runWrap(wraps, request) : noAgents()),
    runSession: async request => (wraps ? runSession(wraps, request) : noAgents()),
    callTool: (name, argumentsJson, signal, by) =>
      toolbox.call('the caller', toolbox.names, name, argumentsJson, { signal, ...by }),
  };
}

/** The parts that a host has, as the one linter of the folder. */
const linterOf = ({ linter, simulatedLinter, lintCode }: AppPorts): FolderLinter => ({
  lint: (...question) => linter.lint(...question),
  ...(simulatedLinter ? { lintSimulated: (...question) => simulatedLinter.lintSimulated(...question) } : {}),
  ...(lintCode ? { codeTouchedBy: paths => lintCode.codeTouchedBy(paths) } : {}),
});

const noAgents = (): Promise<never> =>
  Promise.reject(new Error('This host was built without the ports of agents.'));
