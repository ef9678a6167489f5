import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { Target, ViewNode } from '../../core/panel/view-node.ts';

/** What the editor holds on to: one row, whatever it shows by now. */
export class Row {
  /** The latest version. */
  node: ViewNode;

  constructor(node: ViewNode) {
    this.node = node;
  }

  /** Menus hand the row to their command, which looks for this. */
  get target(): Target | undefined {
    return this.node.target;
  }
}

/** Draws a list of view nodes; it decides nothing. */
export class NodeTree implements vscode.TreeDataProvider<Row> {
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly #rows = new Map<string, Row>();
  readonly #load: () => readonly ViewNode[] | Promise<readonly ViewNode[]>;
  readonly #scope: () => string;
  readonly onDidChangeTreeData = this.#changed.event;

  /** `scope` is part of every row's identity: in another scope rows start open or closed anew. */
  constructor(
    load: () => readonly ViewNode[] | Promise<readonly ViewNode[]>,
    scope: () => string = () => '',
  ) {
    this.#load = load;
    this.#scope = scope;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** Draws one row and what is below it, so that the rest of the tree does not move. */
  refreshRow(node: ViewNode): void {
    if (!this.#rows.has(this.#key(node))) return;
    this.#changed.fire(this.#row(node));
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    const nodes = parent === undefined ? await this.#load() : parent.node.children;
    return nodes.map(node => this.#row(node));
  }

  getTreeItem({ node }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(inertText(node.label), COLLAPSE[node.state]);
    item.id = this.#key(node);
    item.iconPath = new vscode.ThemeIcon(
      node.icon.codicon,
      node.icon.color === undefined ? undefined : new vscode.ThemeColor(node.icon.color),
    );
    item.tooltip = inertText(node.tooltip);
    item.accessibilityInformation = { label: inertText(node.accessibilityLabel) };
    if (node.description !== undefined) item.description = inertText(node.description);
    if (node.context !== undefined) item.contextValue = node.context;
    if (node.target !== undefined) item.command = openCommand(node.target);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The same object for the same row, or the editor would take it for another one. */
  #row(node: ViewNode): Row {
    const key = this.#key(node);
    const known = this.#rows.get(key);
    if (known !== undefined) {
      known.node = node;
      return known;
    }
    const row = new Row(node);
    this.#rows.set(key, row);
    return row;
  }

  #key(node: ViewNode): string {
    return this.#scope() + node.id;
  }
}

const COLLAPSE = {
  leaf: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

const openCommand = (target: Target): vscode.Command => ({
  command: 'workorder.openTarget',
  title: 'Open',
  arguments: [target],
});
