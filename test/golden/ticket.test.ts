import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { colours } from '../../src/cli/print/colours.ts';
import { ticketLine } from '../../src/cli/print/ticket-lines.ts';
import type { TicketEvent } from '../../src/core/tickets/events.ts';
import { runTicket } from '../../src/core/tickets/run-ticket.ts';
import { parseTicket } from '../../src/core/tickets/ticket-file.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { memoryHold } from '../support/memory-hold.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { MemoryTests } from '../unit/taskagent/memory-agent.ts';
import { MemoryTicketReviewer } from '../unit/tickets/memory-ticket.ts';
import { REPOSITORY, readFolder } from './golden-case.ts';

const TICKET = 'tickets/gift-wrap.ticket.json';
const REPLIES = path.join(REPOSITORY, 'examples/replies/ticket-gift-wrap.replay.json');
const EXPECTED = path.join(import.meta.dirname, 'ticket-gift-wrap.txt');

describe('the example ticket', () => {
  it('is rejected once, completed and Done, exactly as written down [000-014] [000-021] [000-028] [000-042]', async () => {
    const files = new MemoryFiles(Object.fromEntries(readFolder(path.join(REPOSITORY, 'examples/shop'))));
    const before = files.snapshot();
    const ticket = parseTicket(files.text(TICKET) ?? '');
    const models = openReplay(REPLIES);
    assert.ok(ticket.ok && models.ok);
    const lines: string[] = [];
    const plain = colours({ isTerminal: false, env: {} });
    let time = Date.UTC(2026, 0, 2, 3, 4, 5);
    const state = await runTicket(
      {
        workspace: {
          label: 'the workspace',
          files,
          tests: new MemoryTests(),
          delivery: undefined,
          isolated: false,
        },
        oneFlow: undefined,
        branches: undefined,
        journals: new MemoryJournals<TicketEvent>(),
        clock: { now: () => (time += 1000) },
        sha256: sha256Of,
        hold: memoryHold(),
      },
      {
        ticket: ticket.value,
        path: TICKET,
        models: { manager: models.value('manager'), developer: models.value('developer') },
        reviewer: new MemoryTicketReviewer(),
        review: 'turn',
        scope: 'ask',
        delivery: 'none',
        maxTurnsPerConversation: 50,
        maxTurnsPerTicket: 1000,
        signal: new AbortController().signal,
        onEvent: event => {
          const line = ticketLine(event, plain);
          if (line !== undefined) lines.push(line);
        },
      },
    );

    assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
    const after = files.snapshot();
    const changed = Object.keys(after).filter(file => after[file] !== before[file]);
    assert.deepEqual(changed, ['shop/pricing/gift_wrap.py', TICKET, 'tests/test_gift_wrap.py'].sort());
    const actual = [...lines, ...changed.map(file => `\n=== ${file}\n${after[file]}`)].join('\n');
    if (process.env['UPDATE_GOLDEN']) writeFileSync(EXPECTED, actual);
    assert.equal(actual, readFileSync(EXPECTED, 'utf8'));
  });
});
