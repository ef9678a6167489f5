import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { pageActions } from './page-actions.ts';

type Action = (page: Page, argument: unknown) => Promise<unknown>;

/** Lets tests in the extension host act on the page: POST {action, argument}, answered with {value} or {error}. */
export class PageBridge {
  readonly #server: Server;
  #page: Page | undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(answer => response.end(JSON.stringify(answer)));
    });
  }

  static async open(): Promise<PageBridge> {
    const bridge = new PageBridge();
    bridge.#server.listen(0, '127.0.0.1');
    await once(bridge.#server, 'listening');
    return bridge;
  }

  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The page bridge is not open.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The page to act on from now on. */
  readonly use = (page: Page): void => {
    this.#page = page;
  };

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage): Promise<{ value: unknown } | { error: string }> {
    try {
      const { action, argument } = JSON.parse(await bodyOf(request)) as { action: string; argument: unknown };
      const act = (pageActions as Readonly<Record<string, Action>>)[action];
      if (!act || !this.#page) throw new Error(`The page cannot do "${action}".`);
      return { value: await act(this.#page, argument) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
