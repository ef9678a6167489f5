import * as vscode from 'vscode';
import type { Target, ViewNode } from '../../core/panel/view-node.ts';

/** Draws a list of view nodes; it decides nothing. */
export class NodeTree implements vscode.TreeDataProvider<ViewNode> {
  readonly #changed = new vscode.EventEmitter<ViewNode | undefined>();
  readonly #parents = new Map<string, ViewNode>();
  readonly #load: () => readonly ViewNode[] | Promise<readonly ViewNode[]>;
  readonly onDidChangeTreeData = this.#changed.event;

  readonly #scope: () => string;

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

  async getChildren(node?: ViewNode): Promise<ViewNode[]> {
    const children = node === undefined ? await this.#load() : node.children;
    for (const child of children) {
      if (node === undefined) this.#parents.delete(child.id);
      else this.#parents.set(child.id, node);
    }
    return [...children];
  }

  getParent(node: ViewNode): ViewNode | undefined {
    return this.#parents.get(node.id);
  }

  getTreeItem(node: ViewNode): vscode.TreeItem {
    const item = new vscode.TreeItem(node.label, COLLAPSE[node.state]);
    item.id = this.#scope() + node.id;
    item.iconPath = new vscode.ThemeIcon(
      node.icon.codicon,
      node.icon.color === undefined ? undefined : new vscode.ThemeColor(node.icon.color),
    );
    item.tooltip = node.tooltip;
    item.accessibilityInformation = { label: node.accessibilityLabel };
    if (node.description !== undefined) item.description = node.description;
    if (node.context !== undefined) item.contextValue = node.context;
    if (node.target !== undefined) item.command = openCommand(node.target);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
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
