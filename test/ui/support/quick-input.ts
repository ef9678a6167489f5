import type { Locator, Page } from 'playwright-core';
import { escapePattern, exactly } from './names.ts';

/** The first attempt waits so long, each further one twice as long: a busy machine only needs more time. */
const ATTEMPT_MS = 4000;
const OFFERED_WITHIN_MS = 120_000;
const HOVER_MS = 4000;

/** The box at the top: command palette, quick open, picks and inputs that an extension shows. */
export class QuickInput {
  readonly box: Locator;
  readonly input: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.box = page.locator('.quick-input-widget');
    this.input = this.box.locator('input[type="text"]').first();
  }

  /** One row, by the beginning of its accessible name; rows that can be ticked are checkboxes. */
  option(name: string | RegExp): Locator {
    const wanted = typeof name === 'string' ? exactly(name) : name;
    return this.box
      .getByRole('option', { name: wanted })
      .or(this.box.getByRole('checkbox', { name: wanted }))
      .first();
  }

  /** Picks a row of the list that is shown. By its name and not by Enter: the first row need not be the one meant. */
  async pick(name: string | RegExp): Promise<void> {
    const row = this.option(name);
    await row.waitFor();
    // What explains the row that the pointer was left on may lie over the one that is meant.
    await this.#page.mouse.move(0, 0);
    const hover = this.#page.locator('.workbench-hover-container:visible');
    // One that stays belongs to something else, and lies elsewhere.
    await hover.waitFor({ state: 'hidden', timeout: HOVER_MS }).catch(() => undefined);
    await row.click();
  }

  /** Types into the input that is shown and confirms it. */
  async enter(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Runs a command from the palette, waiting until it is offered, so also for its extension to be loaded. */
  runCommand(title: string): Promise<void> {
    return this.#choose('F1', `>${title}`, exactly(title));
  }

  /** Opens a file of the workspace by its path, waiting until the search has heard of it. */
  openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1) ?? path;
    return this.#choose('Control+P', path, new RegExp(escapePattern(name)));
  }

  async #choose(key: string, text: string, option: RegExp): Promise<void> {
    const end = Date.now() + OFFERED_WITHIN_MS;
    for (let timeout = ATTEMPT_MS; ; timeout *= 2) {
      await this.#page.keyboard.press('Escape');
      await this.#page.keyboard.press(key);
      try {
        // Closed meanwhile when something else took the focus (an editor that opens): then from the beginning.
        await this.input.fill(text, { timeout });
        await this.option(option).click({ timeout });
        await this.#untilTaken(text, timeout);
        return;
      } catch (cause) {
        if (Date.now() > end) throw new Error(`VS Code does not offer "${text}".`, { cause });
      }
    }
  }

  /** The palette has closed, or shows the next question instead of our text. */
  async #untilTaken(text: string, timeout: number): Promise<void> {
    const isTaken = `(() => {
      const box = document.querySelector('.quick-input-widget');
      const input = box?.querySelector('input[type="text"]');
      return !box || box.style.display === 'none' || input?.value !== ${JSON.stringify(text)};
    })()`;
    await this.#page.waitForFunction(isTaken, undefined, { timeout });
  }
}
