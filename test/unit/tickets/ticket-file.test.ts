import assert from 'node:assert/strict';
import { slug } from '../../../src/core/kernel/slug.ts';
import { formatTicket, parseTicket, ticketIdOf } from '../../../src/core/tickets/ticket-file.ts';
import { twoSubtasks } from './memory-ticket.ts';

const lines = (...text: readonly string[]) => text.join('\n');

describe('a ticket file', () => {
  it('is read and written without a change', () => {
    const text = formatTicket(twoSubtasks);
    const parsed = parseTicket(text);
    assert.deepEqual(parsed, { ok: true, value: twoSubtasks });
    assert.equal(parsed.ok && formatTicket(parsed.value), text);
  });

  for (const [fault, text, error] of [
    [
      'broken JSON',
      '{\n  "title": }',
      'line 2: parse error at offset 13 (line 2, column 12): expected a JSON value, found "}"',
    ],
    [
      'a missing key',
      '{"title": "T", "description": "", "subtasks": []}',
      'line 1: the JSON has no "acceptanceCriteria"',
    ],
    [
      'a key that is not known',
      lines(
        '{',
        '  "title": "T", "description": "", "acceptanceCriteria": [],',
        '  "subtasks": [',
        '    {"id": "a", "title": "A", "points": 3}',
        '  ]',
        '}',
      ),
      'line 4: subtasks[0] has an unknown key "points"',
    ],
    [
      'a status that is none',
      lines(
        '{',
        '  "title": "T", "description": "", "acceptanceCriteria": [],',
        '  "subtasks": [',
        '    {"id": "a", "title": "A",',
        '     "status": "done"}',
        '  ]',
        '}',
      ),
      'line 5: subtasks[0].status must be one of "open", "in-progress", "awaiting review", "rejected", "complete", "blocked"',
    ],
    [
      'two subtasks with one id',
      lines(
        '{',
        '  "title": "T", "description": "", "acceptanceCriteria": [],',
        '  "subtasks": [',
        '    {"id": "a", "title": "A"},',
        '    {"id": "a", "title": "B"}',
        '  ]',
        '}',
      ),
      'line 5: subtasks[1].id "a" is taken by another subtask',
    ],
  ] as const) {
    it(`tells ${fault} with its line`, () => {
      const parsed = parseTicket(text);
      assert.equal(parsed.ok, false);
      assert.equal(parsed.ok ? '' : parsed.error, error);
    });
  }

  it('gives the ticket a short name: its id, else its file’s, else its title’s', () => {
    assert.equal(ticketIdOf({ id: 'X-1', title: 'T' }, 'tickets/b.ticket.json'), 'X-1');
    assert.equal(ticketIdOf({ title: 'T' }, 'tickets/Gift wrap!.ticket.json'), 'gift-wrap');
    assert.equal(ticketIdOf({ title: '  Große Pläne ' }, undefined), 'gro-e-pl-ne');
    assert.equal(ticketIdOf({ title: '¿?' }, undefined), 'ticket');
    assert.equal(slug(`${'x'.repeat(50)}`), 'x'.repeat(40));
  });
});
