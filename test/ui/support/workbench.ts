import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { results } from '../../../scripts/setup/places.mjs';
import { eventually } from '../../support/eventually.ts';
import { TAKES_PICTURES } from '../../support/vscode-host/workbench-page.ts';
import { escapePattern, exactly } from './names.ts';
import { QuickInput } from './quick-input.ts';

const THEMES = {
  light: { system: { colorScheme: 'light', forcedColors: 'none' }, part: '.vs' },
  dark: { system: { colorScheme: 'dark', forcedColors: 'none' }, part: '.vs-dark' },
  hc: { system: { colorScheme: 'dark', forcedColors: 'active' }, part: '.hc-black' },
} as const;
/** Settings under which the system decides the theme. */
export const FOLLOWS_SYSTEM = {
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.preferredLightColorTheme': 'Light 2026',
  'workbench.preferredDarkColorTheme': 'Dark 2026',
  'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
};
export type Theme = keyof typeof THEMES;

/**
 * The workbench as a person sees it. Found by role and accessible name first, by the stable class of a part second,
 * never by generated ids or positions. Editor text is drawn in parts only: read the disk instead.
 */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  /** Runs a command by its full title in the palette, e.g. `Work Order: Run Work Order`. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.runCommand(title);
  }

  openFile(path: string): Promise<void> {
    return this.quickInput.openFile(path);
  }

  /** Moves the cursor of the editor in front to its end, which `position` names as the status bar does: `Ln 3, Col 1`. */
  goToEnd(position: string): Promise<void> {
    return this.pressUntil('Control+End', position);
  }

  /** Presses a key until the status bar shows this place: one that comes before the editor has its text moves nothing. */
  async pressUntil(key: string, position: string | RegExp): Promise<void> {
    const there = this.page.locator('.statusbar-item').getByText(position);
    await eventually(async () => {
      await this.page.keyboard.press(key);
      return there.waitFor({ timeout: 2000 }).then(() => true);
    }, `the cursor at ${position}`);
  }

  /** Shows a view container of the activity bar. */
  async openView(container: string): Promise<void> {
    const tab = this.page
      .locator('.activitybar')
      .getByRole('tab', { name: new RegExp(`^${escapePattern(container)}`) });
    await tab.waitFor();
    const isOpen = (await tab.getAttribute('aria-selected')) === 'true' || (await isExpanded(tab));
    if (!isOpen) await tab.click();
  }

  /** Shows the Runs view, in the panel. */
  async showRuns(): Promise<void> {
    await this.runCommand('Work Order: Focus on Runs View');
    await this.page.locator('.panel').getByRole('tree', { name: /^Runs/ }).waitFor();
  }

  /** Gives the side bar this width, by its edge. */
  async narrowSideBar(width: number): Promise<void> {
    const bar = this.page.locator('.part.sidebar');
    const { x, y, width: before, height } = await boxOf(bar);
    const sashes = await this.page.locator('.monaco-sash.vertical').all();
    const edges = await Promise.all(sashes.map(sash => sash.boundingBox()));
    const edge = edges.find(one => one !== null && Math.abs(one.x - (x + before)) < 12);
    if (!edge) throw new Error('The edge of the side bar is not found.');
    const middle = y + height / 2;
    await this.page.mouse.move(edge.x + edge.width / 2, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(edge.x + edge.width / 2 + width - before, middle, { steps: 4 });
    await this.page.mouse.up();
    await eventually(async () => Math.abs((await boxOf(bar)).width - width) < 3, `a side bar of ${width} px`);
  }

  /** A row of a tree of the product: Work Orders and Review in the side bar, Agents and Runs in the panel. */
  treeItem(name: string | RegExp): Locator {
    return this.page.locator('.customview-tree').getByRole('treeitem', { name }).first();
  }

  /** Clicks until something is shown that another click leaves as it is: a row that is drawn anew just then forgets one. */
  async clickUntil(target: Locator, shown: Locator, what = 'what a click shows'): Promise<void> {
    await eventually(async () => {
      if (await shown.isVisible()) return true;
      await target.click({ timeout: 10_000 });
      return shown.waitFor({ timeout: 10_000 }).then(() => true);
    }, what);
  }

  /** Shows what is below a row. */
  expand(row: Locator): Promise<void> {
    return this.clickUntil(
      row,
      row.and(this.page.locator('[aria-expanded="true"]')),
      'the row to be expanded',
    );
  }

  /** Unticks a row until the view says so: the editor forgets a click on a row that is drawn anew just then. */
  async untick(row: Locator, taken: Locator): Promise<void> {
    const box = row.getByRole('checkbox', { checked: true }).first();
    await eventually(async () => {
      if (await box.isVisible()) await box.click({ timeout: 10_000 });
      return taken.waitFor({ timeout: 5000 }).then(() => true);
    }, 'the row to be left out');
  }

  /** Approves the plan that waits: a decision right after it was shown is not taken for one about it. */
  async approvePlan(): Promise<void> {
    const waits = this.treeItem(/^Plan to approve/);
    await eventually(async () => {
      await this.runCommand('Work Order: Approve Plan');
      return waits.waitFor({ state: 'hidden', timeout: 10_000 }).then(() => true);
    }, 'the plan to be approved');
  }

  /** The checkbox of a row of a tree. */
  checkbox(name: string | RegExp): Locator {
    return this.treeItem(name).getByRole('checkbox');
  }

  /** A button in the title of a view, shown while the pointer is over it. */
  async viewAction(view: string, name: string): Promise<Locator> {
    const pane = this.page.locator('.sidebar .pane', {
      has: this.page.getByRole('button', { name: new RegExp(`^${escapePattern(view)}`) }),
    });
    await pane.hover();
    return pane.getByRole('button', { name: exactly(name) }).first();
  }

  editorTab(name: string | RegExp): Locator {
    return this.page.locator('.editor').getByRole('tab', { name }).first();
  }

  /** A button at the right of the editor's title. */
  editorAction(name: string): Locator {
    return this.page.locator('.editor-actions').getByRole('button', { name }).first();
  }

  /**
   * Picks a command from the context menu of a row; by Enter until the menu is gone, since one that has just opened takes
   * no click and no key. `picture`: kept of the open menu.
   */
  async chooseFromMenu(row: Locator, name: string, picture?: string): Promise<void> {
    await row.click({ button: 'right' });
    const item = this.page.getByRole('menuitem', { name });
    await item.hover();
    if (picture !== undefined) await this.page.screenshot({ path: path.join(results, `${picture}.png`) });
    await eventually(async () => {
      await this.page.keyboard.press('Enter');
      return item.waitFor({ state: 'hidden', timeout: 5000 }).then(() => true);
    }, `the menu to take “${name}”`);
  }

  /** Applies an agent's change: a click right after it was shown is not taken for one about it. */
  async applyChange(done: Locator): Promise<void> {
    await eventually(async () => {
      if (await done.isVisible()) return true;
      await this.editorAction('Apply')
        .click({ timeout: 1000 })
        .catch(() => undefined);
      return done.isVisible();
    }, 'the change to be applied');
    await done.waitFor();
  }

  /**
   * Clicks the action above the text until `started` is there: VS Code draws its code lenses anew whenever it asks
   * for them again, and a click on one that is just going away does nothing.
   */
  async clickCodeLens(text: string, started: Locator): Promise<void> {
    const lens = this.page.locator('.codelens-decoration').getByText(text, { exact: true }).first();
    const isStarted = () => started.waitFor({ timeout: 10_000 }).then(() => true);
    await eventually(async () => {
      // What it started may have taken the editor's place meanwhile.
      await lens.click({ timeout: 10_000 }).catch(() => undefined);
      return isStarted();
    }, `“${text}” to do something`);
  }

  /** The files of the multi-file diff that is shown; only those near the screen are drawn. */
  diffEntries(): Locator {
    return this.page.locator('.multiDiffEntry');
  }

  /** The rows of the Problems panel, files and problems. */
  problems(): Locator {
    return this.page.locator('.markers-panel').getByRole('treeitem');
  }

  async openProblems(): Promise<void> {
    await this.runCommand('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel').first().waitFor();
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  /** The modal question that blocks everything else. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  }

  /** Runs a contributed task. Tasks of a type that was never used stand one level down, under the type. */
  async runTask(type: string, label: string): Promise<void> {
    await this.runCommand('Tasks: Run Task');
    // Its accessible name; what one sees is the bare type.
    const group = this.quickInput.option(`All ${type} tasks`);
    const task = this.quickInput.option(new RegExp(`\\b${escapePattern(label)}(,|$)`));
    await group.or(task).first().waitFor();
    if (await group.isVisible()) await group.click();
    await task.click();
    await this.quickInput.box.waitFor({ state: 'hidden' });
  }

  /** As the system's own switch does: the palette would show every theme on the way. */
  async setTheme(theme: Theme): Promise<void> {
    const { system, part } = THEMES[theme];
    await this.page.emulateMedia(system);
    await this.page.locator(`.monaco-workbench${part}`).first().waitFor();
  }

  /** Closes what tests left open: questions, notifications, editors, the panel. */
  async closeEverything(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.runCommand('Notifications: Clear All Notifications');
    await this.runCommand('View: Close All Editors');
    if (await this.page.locator('.part.panel').isVisible())
      await this.runCommand('View: Toggle Panel Visibility');
  }

  /** What a person would look at first: a line for each part of the window that has something to say. */
  async summary(): Promise<string> {
    const parts = {
      'status bar': '.statusbar-item:has-text("Work Order")',
      notifications: '.notifications-toasts .notification-list-item-message',
      question: '.monaco-dialog-box',
      'quick input': '.quick-input-widget:visible',
      'editor in front': '.editor-group-container.active .tab.active',
      selected: '[role="treeitem"][aria-selected="true"]',
    };
    const lines = Object.entries(parts).map(async ([part, selector]) => {
      const texts = await this.page.locator(selector).allInnerTexts(); // without the text of style elements
      const words = texts.map(text => text.replace(/\s+/g, ' ').trim().slice(0, 200)).filter(Boolean);
      return words.length === 0 ? [] : [`  ${part}: ${words.join(' | ')}`];
    });
    return (await Promise.all(lines)).flat().join('\n');
  }

  /** A picture under test-results, in each of the themes: `review.light.png`, … The last theme stays. */
  async screenshot(name: string, themes: readonly Theme[] = ['light']): Promise<void> {
    if (!TAKES_PICTURES) return;
    fs.mkdirSync(results, { recursive: true });
    for (const theme of themes) {
      await this.setTheme(theme);
      await this.page.mouse.move(640, 2); // no hover anywhere
      await this.page.screenshot({
        path: path.join(results, `${name}.${theme}.png`),
        animations: 'disabled',
        caret: 'hide',
      });
    }
  }
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('This part of the window is not there.');
  return box;
}

async function isExpanded(tab: Locator): Promise<boolean> {
  return (await tab.getAttribute('aria-expanded')) === 'true';
}
