import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { inertText } from '../../core/kernel/inert-text.ts';

const LONGEST = 80;

/** What a client calls itself, as one line that a record can hold; empty where it says nothing. */
export function clientName(server: Pick<Server, 'getClientVersion'>): string {
  const { name = '', version = '' } = server.getClientVersion() ?? {};
  return inertText(`${name} ${version}`.replace(/\s+/g, ' ').trim()).slice(0, LONGEST);
}
