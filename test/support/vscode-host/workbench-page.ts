import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/setup/places.mjs';
import type { VsCodeServer } from './server.ts';

/** VS Code's workbench in a headless browser. */
export interface WorkbenchPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote to its console, one entry a message. */
  readonly consoleLog: readonly string[];
  /** Ends with the exit code of the tests that run inside; never where there are none. */
  readonly testsEnded: Promise<number>;
  /** Takes a picture into this file, also where `page.screenshot` takes none. */
  keepPicture(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface PageOptions {
  /** Absolute folder to open. */
  readonly folder: string;
  /** Extension under development and its test runner, both absolute; needs a server for `tests-inside`. */
  readonly tests?: { readonly extension: string; readonly runner: string };
  /** Picture size in CSS pixels. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel; 2 for pictures in the documentation. */
  readonly scale?: number;
  /** Told of the page before it loads, and so before tests inside it start. */
  readonly onPage?: (page: Page) => void;
}

/** For loading the workbench, and for every single step in it: a busy machine takes many times as long. */
const START_MS = 180_000;
const CONSOLE_LINES = 20;
const STEP_MS = 120_000;
// VS Code asks the internet for a webview host and for extension galleries: fail at once instead of waiting for DNS.
const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
const BROWSER_ARGUMENTS = ['--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', NO_NETWORK];

/**
 * The processor paints every frame here, which was half of what a test cost: progress bars and spinners stand still,
 * and the page is transparent but for pictures. For the browser and its tests everything stays where it is.
 */
const UNPAINTED = `addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = 'html { opacity: 0 } *, *::before, *::after { animation: none !important }';
  document.head.append(style);
})`;
const PAINTED = 'html { opacity: 1 !important }';

/**
 * Pictures are for people who look at them: no test reads one, and in three themes one costs as much as the steps
 * before it. `npm test` sets `none`, a suite that is asked for by its name takes them.
 */
export const TAKES_PICTURES = process.env['WORKORDER_PICTURES'] !== 'none';

/** Gives what takes a picture in any case. */
function paintInPictures(page: Page): Page['screenshot'] {
  const screenshot = page.screenshot.bind(page);
  const painted: Page['screenshot'] = options => screenshot({ style: PAINTED, ...options });
  page.screenshot = TAKES_PICTURES ? painted : () => Promise.resolve(Buffer.alloc(0));
  return painted;
}

/**
 * Opens a folder in the workbench and waits until it is restored, so that focus no longer jumps. Where it does not come,
 * the browser is ended, and the error has what the page wrote.
 */
export async function openWorkbenchPage(server: VsCodeServer, options: PageOptions): Promise<WorkbenchPage> {
  const consoleLog: string[] = [];
  const browser = await launchBrowser();
  try {
    return await openIn(browser, server, options, consoleLog);
  } catch (error) {
    await browser.close();
    const said = consoleLog.slice(-CONSOLE_LINES).join('\n') || 'nothing';
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe page wrote: ${said}`);
  }
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found: run "node scripts/setup.mjs vscode".');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Chromium refuses it for root
  return chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS, ...sandbox] });
}

async function openIn(
  browser: Browser,
  server: VsCodeServer,
  options: PageOptions,
  consoleLog: string[],
): Promise<WorkbenchPage> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1440, height: 1200 },
    deviceScaleFactor: options.scale ?? 1,
    locale: 'en-US',
    colorScheme: 'light',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.address });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  page.on('console', message => consoleLog.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => consoleLog.push(`pageerror: ${error.message}`));
  page.on('crash', () => consoleLog.push('the page crashed'));
  page.on('requestfailed', request =>
    consoleLog.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
  );

  let end: (code: number) => void = () => {};
  const testsEnded = new Promise<number>(resolve => {
    end = resolve;
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => end(code));
  await page.exposeFunction('codeAutomationLog', () => {}); // the whole extension host's console: too noisy

  await page.addInitScript(UNPAINTED);
  const picture = paintInPictures(page);
  options.onPage?.(page);
  await loadWorkbench(page, addressOf(server, options), consoleLog);
  // Tests inside start on their own.
  await (options.tests ? untilRestored(page) : untilReady(page));

  const keepPicture = async (file: string) => void (await picture({ path: file }));
  const close = () => browser.close();
  return { page, context, consoleLog, testsEnded, keepPicture, close };
}

function addressOf(server: VsCodeServer, { folder, tests }: PageOptions): string {
  const remote = (file: string) => `vscode-remote://127.0.0.1:${server.port}${file}`;
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
    ...(tests ? [['extensionDevelopmentPath', remote(tests.extension)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests.runner)]] : []),
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `${server.address}/?${query}`;
}

/**
 * A page that gets none of its scripts, or whose process died, stays empty: a person loads it again. Nothing of the
 * extension has run before the workbench is there.
 */
async function loadWorkbench(page: Page, address: string, consoleLog: string[]): Promise<void> {
  await page.goto(address);
  try {
    await page.locator('.monaco-workbench').waitFor({ timeout: START_MS / 2 });
  } catch {
    const said = consoleLog.slice(-CONSOLE_LINES).join('\n    ') || 'nothing';
    console.log(`  The workbench did not come, so its page is loaded again. It wrote:\n    ${said}`);
    await page.goto(address);
  }
}

async function untilRestored(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: START_MS });
  await untilMarked(page, 'code/didStartWorkbench');
}

/** Waits until the window is restored and contributed commands and views exist, also after it was loaded again. */
export async function untilReady(page: Page): Promise<void> {
  await untilRestored(page);
  await untilMarked(page, 'code/didLoadExtensions');
}

/** Waits for one of VS Code's own performance marks. */
async function untilMarked(page: Page, mark: string): Promise<void> {
  const isMarked = `performance.getEntriesByName(${JSON.stringify(mark)}).length > 0`;
  await page.waitForFunction(isMarked, undefined, { timeout: START_MS });
}
