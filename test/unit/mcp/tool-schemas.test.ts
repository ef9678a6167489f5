import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeTool } from '../../../src/cli/mcp/describe-tool.ts';
import { portableSchema } from '../../../src/cli/mcp/portable-schema.ts';
import { toolFrom } from '../../../src/core/tools/define-tool.ts';
import { resultSchemas } from '../../../src/generated/result-schemas.ts';
import { type ToolContract, toolContracts } from '../../../src/generated/tool-contracts.ts';

const contracts = Object.entries(toolContracts) as [string, ToolContract<unknown>][];
const described = contracts.map(([name, contract]) =>
  describeTool(toolFrom(name, contract, 'read', () => Promise.resolve())),
);
const compile = (schema: object) =>
  new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: false }).compile(schema);

describe('the schemas that an MCP client gets', () => {
  it('of arguments and answers are JSON Schema 2020-12 with one type at a time, and refer to nothing outside', () => {
    for (const { name, inputSchema, outputSchema } of described)
      for (const schema of [inputSchema, outputSchema ?? {}]) {
        assert.doesNotMatch(
          JSON.stringify(schema),
          /"type":\[|"\$(id|schema)"|nullable|#\/definitions/,
          name,
        );
        compile(schema);
      }
  });

  it('take and refuse the same arguments as ours', () => {
    const lint = compile(portableSchema(toolContracts.lint_backend.schema));
    const cases = [{ path: null }, { path: 'shop' }, { path: 3 }, {}, { path: null, more: 1 }];
    for (const some of cases) {
      const args = { check_all: true, ...some };
      assert.equal(lint(args), toolContracts.lint_backend.validate(args), JSON.stringify(args));
    }
  });

  it('of answers are objects, with room for a page, and for a failure', () => {
    const list = compile(portableSchema(resultSchemas['list_files'] ?? {}));
    const entries = [{ name: 'shop', type: 'directory' }];
    const more = { answer: 'answer-1', page: 1, pages: 2 };
    assert.ok(list({ result: entries }) && list({ result: entries, more }));
    assert.ok(list({ path: 'x', error: 'x is not a folder of the workspace', changed: false }));
    assert.ok(!list({ result: 'x' }) && !list({}));
    const trace = compile(portableSchema(resultSchemas['trace_endpoint'] ?? {}));
    const node = { qualified_name: 'a', file: null, line: null };
    const route = {
      framework: 'Flask',
      methods: [],
      path: '/',
      file: 'a.py',
      line: 1,
      handler: { ...node, calls: [node] },
    };
    const answer = { endpoint: '/', routes: [route], total_routes: 1, limits: '' };
    assert.ok(trace(answer) && !trace({ ...answer, routes: [{ ...route, handler: { calls: [1] } }] }));
  });

  it('are there for every tool that a client without a role, or with one, is served', () => {
    const without = described
      .filter(({ outputSchema }) => outputSchema === undefined)
      .map(({ name }) => name);
    // Of tickets, whose roles are models alone, and renames of task agents.
    assert.deepEqual(without, [
      'assign_to_developer',
      'complete_ticket',
      'rename_file',
      'subtask_complete',
      'update_subtask',
    ]);
  });
});
