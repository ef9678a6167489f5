import assert from 'node:assert/strict';
import type { Model, ModelRequest } from '../../../src/core/ports/model.ts';
import { create, delegate, MemoryTeam, report, type Step, task, write } from './memory-team.ts';

const TASKS = [task('a', { acceptance: ['it is there'] })];
const SCRIPTS: Readonly<Record<string, readonly Step[]>> = {
  routa: [[create('c'), delegate('c', 'a')], []],
  c: [[write('a.txt', 'A\n')], [report('c', 'a')]],
};

/** QA that answers the same to every change; keeps what it was asked. */
function qaThatSays(decision: 'APPROVED' | 'REJECTED', asked: ModelRequest[]): Model {
  const reasons = decision === 'REJECTED' ? ['the test is missing'] : [];
  const text = JSON.stringify({ decision, reasons, required_changes: [], spot_checks: [] });
  const usage = { inputTokens: 1000, outputTokens: 10, estimated: false };
  return {
    label: 'qa',
    ask: async request => {
      asked.push(request);
      return { kind: 'answer', text, usage, model: 'qa-model' };
    },
  };
}

describe('QA of the changes of a ROUTA workspace', () => {
  it('sees the task and the diff before the change is written, paid from the same budget', async () => {
    const team = new MemoryTeam();
    const asked: ModelRequest[] = [];
    team.settings = { qa: qaThatSays('APPROVED', asked), modelCalls: 1 };
    await team.run(SCRIPTS, { tasks: TASKS });
    const [question] = asked;
    assert.equal(asked.length, 1);
    assert.match(question?.messages[1]?.text ?? '', /Task a[\s\S]*- it is there[\s\S]*\+A/);
    const order = team.events.map(e => e.type).filter(t => ['inspected', 'reviewed', 'applied'].includes(t));
    assert.deepEqual(order, ['inspected', 'reviewed', 'applied']);
    assert.equal(team.files.text('a.txt'), 'A\n');
    const replies = team.ofType('replied').length;
    assert.equal(team.workspace.spent.inputTokens, 1000 + 10 * replies);
  });

  it('rejects for the agent to mend: nobody is asked, nothing is written, the reason is told', async () => {
    const team = new MemoryTeam();
    team.settings = { qa: qaThatSays('REJECTED', []), review: 'turn' };
    await team.run(SCRIPTS, { tasks: TASKS });
    assert.equal(team.files.text('a.txt'), undefined);
    assert.equal(team.reviewer.proposals.length, 0);
    assert.deepEqual(
      team.ofType('reviewed').map(e => [e.agentId, e.decision, e.by]),
      [['c', 'reject', 'QA']],
    );
    assert.match(JSON.stringify(team.told('c', 1).messages.at(-1)), /rejected by QA: the test is missing/);
  });
});
