import * as vscode from 'vscode';
import { AgentsRegistry } from './agents/agents-registry.ts';
import { createAgentsView } from './agents/agents-view.ts';
import { registerCommands } from './commands/register.ts';
import { DiffEditor } from './diff/diff-editor.ts';
import { MemoryFiles, registerMemoryFiles } from './diff/memory-files.ts';
import { SpotCheckComments } from './diff/spot-check-comments.ts';
import { FolderApps } from './folder-apps.ts';
import { registerFixActions } from './lint/fix-actions.ts';
import { LintTasks } from './lint/lint-tasks.ts';
import { Problems } from './lint/problems.ts';
import { ORDER_DOCUMENTS, orderCodeLenses } from './orders/code-lens.ts';
import { createOrderDiagnostics } from './orders/order-diagnostics.ts';
import { Log } from './output.ts';
import { ActiveRun } from './run/active-run.ts';
import { Review } from './run/review.ts';
import { ApiKeys } from './secrets.ts';
import type { Services } from './services.ts';
import { createStatusBar } from './status-bar.ts';
import { createLists } from './views/lists.ts';
import { createReviewView } from './views/review-view.ts';

/** Registers, and does nothing else: models, linters and validators are loaded when they are first used. */
export function activate(context: vscode.ExtensionContext): void {
  const log = new Log();
  const memory = new MemoryFiles();
  const diff = new DiffEditor(memory);
  const comments = new SpotCheckComments();
  const run = new ActiveRun();
  const agents = new AgentsRegistry();
  const problems = new Problems();
  const folders: FolderApps = new FolderApps(log, () => lintTasks);
  const lintTasks = new LintTasks(async folder => (await folders.of(folder)).linter, problems);
  const lists = createLists(folders, run, log);
  const services: Services = {
    context,
    log,
    folders,
    run,
    diff,
    comments,
    review: new Review(diff, comments),
    agents,
    problems,
    lintTasks,
    keys: new ApiKeys(context.secrets, log),
    refreshLists: lists.refresh,
  };
  context.subscriptions.push(
    log,
    diff,
    comments,
    run,
    problems,
    folders,
    lists,
    registerMemoryFiles(memory),
    registerCommands(services),
    lintTasks.register(),
    registerFixActions(problems),
    createReviewView(run, diff),
    agents,
    createAgentsView(agents),
    createStatusBar(run),
    createOrderDiagnostics(),
    vscode.languages.registerCodeLensProvider(ORDER_DOCUMENTS, orderCodeLenses),
  );
}
