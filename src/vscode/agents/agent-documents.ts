import * as vscode from 'vscode';

const SCHEME = 'workorder-agent';
/** Older ones are forgotten; an editor that still shows one keeps its text. */
const KEPT = 50;

/** Read-only Markdown documents about agents: transcripts and results of calls. */
export class AgentDocuments implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens the text as a rendered document; showing the same `id` again brings it up to date. */
  async show(id: string, title: string, markdown: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id}/${fileName(title)}.md` });
    const key = uri.toString();
    this.#texts.delete(key);
    this.#texts.set(key, markdown);
    for (const old of [...this.#texts.keys()].slice(0, -KEPT)) this.#texts.delete(old);
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    return uri;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** What a tab can show of a title. */
const fileName = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
