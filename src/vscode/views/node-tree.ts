import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { Target, ViewNode } from '../../core/panel/view-node.ts';

/** What the editor holds on to: one row, whatever it shows by now. */
export class Row {
  /** The latest version. */
  node: ViewNode;
  /** The row it is under, as it was drawn last. */
  parent: Row | undefined;

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
  #roots: readonly ViewNode[] = [];
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
    this.#changed.fire(this.#row(node, undefined));
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    const nodes = parent === undefined ? await this.#load() : parent.node.children;
    if (parent === undefined) this.#roots = nodes;
    return nodes.map(node => this.#row(node, parent));
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  /** The rows that were drawn last and those below them, in their order, closed ones too. */
  all(): readonly Row[] {
    const below = (nodes: readonly ViewNode[], parent?: Row): readonly Row[] =>
      nodes.flatMap(node => {
        const row = this.#row(node, parent);
        return [row, ...below(node.children, row)];
      });
    return below(this.#roots);
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
    if (node.box !== undefined) item.checkboxState = CHECKED[node.box.ticked ? 'yes' : 'no'];
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The same object for the same row, or the editor would take it for another one. */
  #row(node: ViewNode, parent: Row | undefined): Row {
    const key = this.#key(node);
    const row = this.#rows.get(key) ?? new Row(node);
    this.#rows.set(key, row);
    row.node = node;
    row.parent = parent;
    return row;
  }

  #key(node: ViewNode): string {
    return this.#scope() + node.id;
  }
}

const CHECKED = {
  yes: { state: vscode.TreeItemCheckboxState.Checked, tooltip: 'Part of what Apply writes' },
  no: { state: vscode.TreeItemCheckboxState.Unchecked, tooltip: 'Left out' },
} as const;

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
