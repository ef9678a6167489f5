import * as vscode from 'vscode';
import { inertText } from '../core/kernel/inert-text.ts';

/** A row of a list; it is known by its label. */
export interface LiveRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: string;
}

/** A person wants the question before this one. */
export const BACK = Symbol('back');

interface LiveList<T extends LiveRow> {
  readonly title: string;
  readonly placeHolder: string;
  /** What stands in the box at first. */
  readonly value?: string;
  /** What is offered for the text in the box, best first; asked again with every key. */
  readonly rows: (typed: string) => readonly T[];
  readonly onType?: (typed: string) => void;
  readonly canGoBack?: boolean;
  /** More rows come; they are asked for again when it is there. */
  readonly more?: Promise<unknown>;
}

/** One row of a list that follows what is typed. Enter takes the marked row, or the first. */
export async function pickLive<T extends LiveRow>(list: LiveList<T>): Promise<T | typeof BACK | undefined> {
  const picked = await show(list, false);
  return picked === undefined || picked === BACK ? picked : picked[0];
}

/**
 * Rows that are ticked in such a list; none is ticked beforehand.
 *
 * @param whenNone what Enter takes where nothing is ticked
 */
export async function pickSeveral<T extends LiveRow>(
  list: LiveList<T> & { readonly whenNone: 'first' | 'nothing' },
): Promise<readonly T[] | typeof BACK | undefined> {
  return show(list, true, list.whenNone);
}

function show<T extends LiveRow>(
  list: LiveList<T>,
  isMany: boolean,
  whenNone: 'first' | 'nothing' = 'first',
): Promise<readonly T[] | typeof BACK | undefined> {
  const box = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly row: T }>();
  box.title = inertText(list.title);
  box.placeholder = inertText(list.placeHolder);
  box.canSelectMany = isMany;
  box.ignoreFocusOut = true;
  box.value = list.value ?? '';
  if (list.canGoBack) box.buttons = [vscode.QuickInputButtons.Back];
  let offered: readonly T[] = [];
  const draw = () => {
    const ticked = box.selectedItems;
    const kept = ticked.map(({ row }) => row);
    offered = list.rows(box.value.trim());
    const labels = new Set(kept.map(({ label }) => label));
    const others = offered.filter(({ label }) => !labels.has(label)).map(itemOf);
    box.items = isMany ? [...ticked, ...others] : others;
    if (isMany) box.selectedItems = ticked;
  };
  draw();
  if (list.more) {
    box.busy = true;
    const done = () => {
      box.busy = false;
      draw();
    };
    void list.more.then(done, done);
  }
  return new Promise(resolve => {
    const end = (answer: readonly T[] | typeof BACK | undefined) => {
      resolve(answer);
      box.dispose();
    };
    box.onDidChangeValue(typed => {
      list.onType?.(typed);
      draw();
    });
    box.onDidTriggerButton(() => end(BACK));
    box.onDidHide(() => end(undefined));
    box.onDidAccept(() => {
      if (isMany && box.selectedItems.length > 0) return end(box.selectedItems.map(({ row }) => row));
      if (isMany && whenNone === 'nothing' && box.value.trim() === '') return end([]);
      // Keys are faster than the list: a row that is marked may be about words that have changed since.
      const [first] = offered;
      const marked = offered.find(row => row === box.activeItems[0]?.row) ?? first;
      if (marked !== undefined) end([marked]);
    });
    box.show();
  });
}

const itemOf = <T extends LiveRow>(row: T) => ({
  label: inertText(row.label),
  ...(row.description === undefined ? {} : { description: inertText(row.description) }),
  ...(row.detail === undefined ? {} : { detail: inertText(row.detail) }),
  ...(row.icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(row.icon) }),
  // What fits is decided where the rows are made.
  alwaysShow: true,
  row,
});

/** Whether all words that are typed are in the text, whatever their case and order. */
export function fits(typed: string, text: string): boolean {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word));
}
