import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { results } from '../../../scripts/setup/places.mjs';

/** What a test inside VS Code can ask for in the page: an element by role and name, or by its text. */
export interface PageTarget {
  readonly role?: 'button' | 'checkbox' | 'heading' | 'link' | 'option' | 'tab' | 'treeitem';
  /** Part of the accessible name, or of the text where there is no role. */
  readonly name: string;
  /** CSS selector of the region to look in, e.g. `.markers-panel`; the whole workbench without it. */
  readonly within?: string;
}

export interface Answer {
  readonly question: PageTarget;
  readonly key: 'Enter' | 'Escape';
}

/** Done in the process that holds the page, on behalf of tests in the extension host. All arguments are JSON. */
export const pageActions = {
  waitFor: (page: Page, target: PageTarget) => find(page, target).waitFor(),
  /** Whether it is there within a few seconds. */
  appears: (page: Page, target: PageTarget) => soon(find(page, target), 'visible'),
  click: (page: Page, target: PageTarget) => find(page, target).click(),
  /** Presses a key until the question is gone: it is drawn before it has the focus, and a key before that is lost. */
  async answer(page: Page, { question, key }: Answer): Promise<void> {
    const asked = find(page, question);
    await asked.waitFor();
    const { within } = question;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // The chat may take the focus when it has something new to show; a person would click on the question.
      if (within !== undefined && tries > 0) await focusInside(page.locator(within));
      await page.keyboard.press(key);
      if (await soon(asked, 'hidden')) return;
    }
    throw new Error(`"${question.name}" is still asked after ${MOST_TRIES} times ${key}.`);
  },
  textOf: (page: Page, target: PageTarget) => find(page, target).innerText(),
  /** A picture under test-results, named without extension. */
  async screenshot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: path.join(results, `${name}.png`), animations: 'disabled', caret: 'hide' });
  },
} satisfies Readonly<Record<string, (page: Page, argument: never) => Promise<unknown>>>;

/** Each is waited for a few seconds. */
const MOST_TRIES = 30;

export type PageActions = typeof pageActions;

/** Gives what takes text, or a button, the focus where nothing in the region has it. */
async function focusInside(region: Locator): Promise<void> {
  if ((await region.locator(':focus').count()) > 0) return;
  const taking = region.locator('input:visible, .monaco-button:visible').first();
  // It may be gone by now, which the next look at the question says.
  await taking.focus({ timeout: 3000 }).catch(() => undefined);
}

const soon = (element: Locator, state: 'visible' | 'hidden'): Promise<boolean> =>
  element.waitFor({ state, timeout: 3000 }).then(
    () => true,
    () => false,
  );

function find(page: Page, { role, name, within = '.monaco-workbench' }: PageTarget): Locator {
  const region = page.locator(within);
  return (role ? region.getByRole(role, { name }) : region.getByText(name)).first();
}
