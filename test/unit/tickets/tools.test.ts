import assert from 'node:assert/strict';
import { DEVELOPER_TOOLS, MANAGER_TOOLS } from '../../../src/core/tickets/roles.ts';
import { schemas } from '../../../src/generated/schemas.ts';
import type { Call } from '../taskagent/memory-agent.ts';
import { assign, completeTicket, MemoryTicket, report, smoothManager, update } from './memory-ticket.ts';

/** The parameters as the document writes them. */
const DOCUMENT = {
  assign_to_developer: {
    description: 'Assign the current subtask to the developer agent',
    required: ['mode', 'goal', 'acceptanceCriteria'],
    properties: {
      mode: {
        type: 'string',
        enum: ['implementation', 'testing', 'write-tests'],
        description: 'The developer mode to activate',
      },
      goal: { type: 'string', description: 'Clear description of what the developer should accomplish' },
      filesToInspect: {
        type: 'array',
        items: { type: 'string' },
        description: 'File paths the developer should read before making changes',
      },
      filesToModify: {
        type: 'array',
        items: { type: 'string' },
        description: 'File paths the developer is expected to create or modify',
      },
      acceptanceCriteria: {
        type: 'array',
        items: { type: 'string' },
        description: 'List of criteria that must be met for the subtask to be complete',
      },
      priorContext: {
        type: ['string', 'null'],
        description: 'Context from previous attempts or dependent subtasks',
      },
      constraints: {
        type: 'array',
        items: { type: 'string' },
        description: 'Rules or patterns the developer must follow',
      },
    },
  },
  update_subtask: {
    description: 'Update the current subtask status after verification',
    required: ['status', 'notes'],
    properties: {
      status: {
        type: 'string',
        enum: ['complete', 'rejected', 'blocked'],
        description: 'The new status for the subtask',
      },
      notes: { type: 'string', description: 'Reason for the status change, feedback, or blocker details' },
    },
  },
  complete_ticket: {
    description: 'Mark the ticket as Done after all work and tests are complete',
    required: ['summary'],
    properties: {
      summary: { type: 'string', description: 'Brief summary of all changes made for this ticket' },
    },
  },
  subtask_complete: {
    description: 'Signal completion of current work and return control to manager',
    required: ['status', 'filesChanged', 'buildStatus', 'message'],
    properties: {
      status: {
        type: 'string',
        enum: ['complete', 'blocked'],
        description: 'Whether the work was completed successfully or is blocked',
      },
      filesChanged: {
        type: 'array',
        items: { type: 'object', properties: { path: { type: 'string' }, summary: { type: 'string' } } },
        description: 'List of files that were created or modified',
      },
      buildStatus: {
        type: 'string',
        enum: ['pass', 'fail'],
        description: 'Whether the solution builds successfully',
      },
      testResults: {
        type: ['object', 'null'],
        properties: {
          total: { type: 'integer' },
          passed: { type: 'integer' },
          failed: { type: 'integer' },
          skipped: { type: 'integer' },
        },
        description: 'Test results if tests were run (testing/write-tests modes)',
      },
      message: { type: 'string', description: 'Summary of what was done' },
      blockerDetails: {
        type: ['object', 'null'],
        properties: {
          issue: { type: 'string' },
          tried: { type: 'array', items: { type: 'string' } },
          needed: { type: 'string' },
        },
        description: "Details about what is blocking progress (if status is 'blocked')",
      },
    },
  },
};

type ToolName = keyof typeof DOCUMENT;

/** Without what our schemas add: titles for the generated types, and that other keys are refused. */
const asDocumented = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member) =>
      key === 'title' || key === 'additionalProperties' ? undefined : member,
    ),
  );

describe('the tools of a ticket', () => {
  for (const [tool, row] of [
    ['assign_to_developer', '[000-001] [000-002]'],
    ['update_subtask', '[000-015] [000-016]'],
    ['complete_ticket', '[000-024] [000-025]'],
    ['subtask_complete', '[000-031] [000-032]'],
  ] as const) {
    it(`have the exact parameters of the document: ${tool} ${row}`, () => {
      const { description, required, properties } = schemas[`tools/${tool}`];
      assert.deepEqual(asDocumented({ description, required, properties }), DOCUMENT[tool]);
    });
  }

  it('take no id anywhere: the orchestrator keeps the ids [000-052]', () => {
    for (const tool of Object.keys(DOCUMENT) as ToolName[])
      assert.deepEqual(
        Object.keys(schemas[`tools/${tool}`].properties).filter(key => /id$/i.test(key)),
        [],
      );
  });

  /** One wrong call; nothing but its refusal may come of it. */
  async function checkRefused(agent: 'manager' | 'developer', call: Call, problem: RegExp): Promise<void> {
    const ticket = new MemoryTicket();
    const before = agent === 'manager' ? 'open' : 'in-progress';
    const state =
      agent === 'manager' ? await ticket.run([[call]], []) : await ticket.run([[assign()]], [[call]]);
    const answer = ticket[agent].results(1)[0];
    assert.equal(answer?.status, 'refused');
    assert.match(JSON.stringify(answer?.result), problem);
    assert.equal(state.subtasks[0]?.status, before);
    assert.equal(state.currentAgent, agent);
    assert.deepEqual(state.rejectionCounts, {});
  }

  const without = ([tool, args = {}]: Call, key: string): Call => {
    const { [key]: _left, ...rest } = args;
    return [tool, rest];
  };
  for (const [agent, call, rows] of [
    ['manager', assign(), '[000-002]'],
    ['manager', update('complete'), '[000-016]'],
    ['manager', completeTicket(), '[000-025]'],
    ['developer', report(), '[000-032]'],
  ] as const) {
    for (const key of DOCUMENT[call[0] as ToolName].required) {
      it(`refuse ${call[0]} without "${key}" before anything changes ${rows}`, () =>
        checkRefused(agent, without(call, key), new RegExp(`has no \\\\"${key}\\\\"`)));
    }
  }

  for (const [agent, call, problem, rows] of [
    ['manager', assign({ mode: 'refactoring' }), /mode must be one of/, '[000-003]'],
    ['manager', assign({ goal: 3 }), /goal must be of type string/, '[000-004]'],
    ['manager', assign({ filesToInspect: 'a.py' }), /filesToInspect must be of type array/, '[000-005]'],
    ['manager', assign({ filesToModify: [1] }), /filesToModify.{3} must be of type string/, '[000-006]'],
    ['manager', assign({ acceptanceCriteria: 'all' }), /acceptanceCriteria must be/, '[000-007]'],
    ['manager', assign({ priorContext: 1 }), /priorContext must be of type string or null/, '[000-008]'],
    ['manager', assign({ constraints: {} }), /constraints must be of type array/, '[000-009]'],
    ['manager', assign({ subtaskId: 'tests' }), /unknown key \\"subtaskId\\"/, '[000-052]'],
    ['manager', update('done'), /status must be one of/, '[000-017]'],
    ['manager', ['update_subtask', { status: 'complete', notes: null }], /notes must be/, '[000-018]'],
    ['developer', report({ status: 'rejected' }), /status must be one of/, '[000-033]'],
    ['developer', report({ filesChanged: ['a.py'] }), /filesChanged.{3} must be of type object/, '[000-034]'],
    ['developer', report({ buildStatus: 'ok' }), /buildStatus must be one of/, '[000-035]'],
    [
      'developer',
      report({ testResults: { total: 1.5 } }),
      /testResults.total must be of type integer/,
      '[000-036]',
    ],
    ['developer', report({ message: 7 }), /message must be of type string/, '[000-037]'],
    [
      'developer',
      report({ blockerDetails: 'none' }),
      /blockerDetails must be of type object or null/,
      '[000-038]',
    ],
  ] as readonly (readonly ['manager' | 'developer', Call, RegExp, string])[]) {
    it(`refuse ${call[0]} where ${problem.source.split(/[|\\]/)[0]} ${rows}`, () =>
      checkRefused(agent, call, problem));
  }

  for (const [agent, call, rows] of [
    ['developer', assign(), '[000-001]'],
    ['developer', update('complete'), '[000-015]'],
    ['developer', completeTicket(), '[000-024]'],
    ['manager', report(), '[000-031]'],
  ] as const) {
    it(`refuse ${call[0]} by the ${agent}: role_not_allowed ${rows}`, () =>
      checkRefused(agent, call, new RegExp(`role_not_allowed: ${agent} may not call ${call[0]}`)));
  }

  it('give the manager nothing that writes or runs [000-001]', async () => {
    assert.deepEqual([...MANAGER_TOOLS].sort(), [
      'assign_to_developer',
      'complete_ticket',
      'list_files',
      'read_file',
      'retrieve_context_files',
      'update_subtask',
    ]);
    for (const call of [
      ['write_file', { path: 'a.txt', content: '' }],
      ['delete_file', { path: 'a.txt' }],
      ['run_tests', {}],
    ] as readonly Call[])
      await checkRefused('manager', call, /role_not_allowed/);
  });

  it('give the testing developer nothing that writes', async () => {
    assert.deepEqual(
      DEVELOPER_TOOLS.testing.filter(tool => /write|rename|delete/.test(tool)),
      [],
    );
    const ticket = new MemoryTicket();
    await ticket.run([[assign({ mode: 'testing' })]], [[['write_file', { path: 'a.txt', content: '' }]]]);
    assert.match(
      JSON.stringify(ticket.developer.results(1)),
      /role_not_allowed: developer may not call write_file/,
    );
    assert.deepEqual(ticket.reviewer.proposals, []);
  });

  it('accept null where the document says nullable [000-008] [000-036] [000-038]', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[assign({ priorContext: null })], ...smoothManager(2).slice(1)],
      [[report({ testResults: null, blockerDetails: null })], [report()]],
    );
    assert.equal(state.outcome?.kind, 'DONE');
  });
});
