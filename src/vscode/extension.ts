import * as vscode from 'vscode';
import { AgentDocuments } from './agents/agent-documents.ts';
import { AgentReviews } from './agents/agent-reviews.ts';
import { AgentsRegistry } from './agents/agents-registry.ts';
import { createAgentsView } from './agents/agents-view.ts';
import { loadOutsideAgents } from './agents/load-outside-agents.ts';
import { routaWorkspaces } from './agents/routa-adapter.ts';
import { taskAgents } from './agents/task-agent-adapter.ts';
import { ticketRuns } from './agents/ticket-adapter.ts';
import { chatHost, registerAgentModeTools } from './chat/agent-mode-tools.ts';
import { registerMcpServers } from './chat/mcp-servers.ts';
import { registerParticipant } from './chat/participant.ts';
import { whereOffered } from './chat/where-offered.ts';
import { registerCommands } from './commands/register.ts';
import { CommandReasons } from './diff/command-reasons.ts';
import { AGENT_DIFF, AGENT_HISTORY_DIFF, DiffEditor, ORDER_DIFF } from './diff/diff-editor.ts';
import { MemoryFiles, registerMemoryFiles } from './diff/memory-files.ts';
import { ReviewNotes } from './diff/review-notes.ts';
import { SpotCheckComments } from './diff/spot-check-comments.ts';
import { VersionDiffs } from './diff/version-diffs.ts';
import { Typing } from './editor/typing.ts';
import { FolderApps } from './folder-apps.ts';
import { registerFixActions } from './lint/fix-actions.ts';
import { LintTasks } from './lint/lint-tasks.ts';
import { Problems } from './lint/problems.ts';
import { orderCodeLenses } from './orders/code-lens.ts';
import { ORDER_FILES, STEP_DOCUMENTS, TICKET_FILES } from './orders/json-files.ts';
import { createOrderDiagnostics } from './orders/order-diagnostics.ts';
import { SAMPLE_TO_SHOW } from './orders/sample-to-show.ts';
import { ticketCodeLenses } from './orders/ticket-lens.ts';
import { Log } from './output.ts';
import { ShownProof } from './prove/shown-proof.ts';
import { watchWorkingTree } from './prove/watch-working-tree.ts';
import { ActiveRun } from './run/active-run.ts';
import { Review } from './run/review.ts';
import { ApiKeys } from './secrets.ts';
import type { Services } from './services.ts';
import { createStatusBar } from './status-bar.ts';
import { createLists } from './views/lists.ts';
import { createReviewView } from './views/review-view.ts';

/** Registers, and does nothing else: what works is loaded when it is first used, or when the window has started. */
export function activate(context: vscode.ExtensionContext): void {
  const log = new Log();
  const memory = new MemoryFiles();
  const diff = new DiffEditor(memory, ORDER_DIFF);
  const comments = new SpotCheckComments();
  const notes = new ReviewNotes();
  const reasons = new CommandReasons();
  const typing = new Typing();
  const run = new ActiveRun();
  const agents = new AgentsRegistry();
  const agentDiff = new DiffEditor(memory, AGENT_DIFF);
  const agentHistory = new DiffEditor(memory, AGENT_HISTORY_DIFF);
  const agentDocuments = new AgentDocuments();
  const agentReviews = new AgentReviews(agentDiff, agentDocuments, typing);
  const keys = new ApiKeys(context.secrets, log);
  const problems = new Problems();
  const folders: FolderApps = new FolderApps(
    log,
    () => lintTasks,
    context.asAbsolutePath('dist/analysis.js'),
  );
  const lintTasks = new LintTasks(async folder => (await folders.of(folder)).linter, problems, log);
  const agentParts = {
    agents,
    folders,
    reviews: agentReviews,
    documents: agentDocuments,
    history: agentHistory,
    keys,
    log,
    memory: context.workspaceState,
  };
  const agentHosts = {
    taskAgents: taskAgents(agentParts),
    tickets: ticketRuns(agentParts),
    routaWorkspaces: routaWorkspaces(agentParts),
  };
  const review = new Review(diff, comments, notes, reasons, typing);
  const proofs = new ShownProof();
  const reviewView = createReviewView(run, diff, review, proofs);
  const lists = createLists(folders, run, agents, log);
  const services: Services = {
    context,
    log,
    folders,
    run,
    diff,
    memory,
    versions: new VersionDiffs(memory),
    comments,
    notes,
    review,
    typing,
    reviewView,
    agents,
    agentReviews,
    documents: agentDocuments,
    agentParts,
    ...agentHosts,
    problems,
    proofs,
    lintTasks,
    keys,
    refreshLists: lists.refresh,
  };
  context.subscriptions.push(
    log,
    diff,
    comments,
    notes,
    reasons,
    typing,
    run,
    problems,
    proofs,
    folders,
    lists,
    registerMemoryFiles(memory),
    registerCommands(services),
    lintTasks.register(),
    registerFixActions(problems),
    review,
    reviewView,
    agents,
    agentDiff,
    agentHistory,
    agentReviews,
    agentDocuments,
    agentDocuments.register(),
    ...Object.values(agentHosts).flatMap(host => [host, agents.add(host)]),
    agents.add(chatHost(agentReviews)),
    createAgentsView(agents, folders, review),
    folders.onDidOpen(() => void loadOutsideAgents(services)),
    whereOffered(log, 'tools for agents of the editor', () => registerAgentModeTools(services)),
    whereOffered(log, 'MCP server', () => registerMcpServers(context.extension)),
    whereOffered(log, '@workorder in the chat', () => registerParticipant(services)),
    createStatusBar(run),
    watchWorkingTree(services),
    createOrderDiagnostics(),
    vscode.languages.registerCodeLensProvider([...ORDER_FILES.documents, STEP_DOCUMENTS], orderCodeLenses),
    vscode.languages.registerCodeLensProvider(TICKET_FILES.documents, ticketCodeLenses),
  );
  // A proposal that this window showed before it was loaded again: its bytes are gone, the journal has them.
  void diff.closeAll();
  if (context.globalState.get(SAMPLE_TO_SHOW) !== undefined)
    void import('./orders/show-sample-order.ts')
      .then(({ showSampleOrder }) => showSampleOrder(context.globalState))
      .catch((error: unknown) => log.error(error, 'showing the sample'));
}
