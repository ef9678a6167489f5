// docs/tools.md from the tool registry: what models, MCP clients and VS Code are told, as a page.
// Run it after changing a tool or a role: node scripts/tools-page.mjs
import fs from 'node:fs';
import path from 'node:path';
import { coordinationTools } from '../src/core/routa/coordination-tools.ts';
import { lifecycleTools } from '../src/core/routa/lifecycle-tools.ts';
import { toolsIn, toolsOf } from '../src/core/routa/roles.ts';
import { EDITING_TOOLS, toolsOf as taskAgentTools } from '../src/core/taskagent/roles.ts';
import { DEVELOPER_TOOLS, MANAGER_TOOLS } from '../src/core/tickets/roles.ts';
import { agentFileTools } from '../src/core/tools/agent-file-tools.ts';
import { controlTools } from '../src/core/tools/control-tools.ts';
import { deliveryTools } from '../src/core/tools/delivery-tools.ts';
import { editTools } from '../src/core/tools/edit-tools.ts';
import { lintTool } from '../src/core/tools/lint-tool.ts';
import { readMoreTool } from '../src/core/tools/read-more.ts';
import { readTools } from '../src/core/tools/read-tools.ts';
import { runTestsTool } from '../src/core/tools/run-tests.ts';
import { searchTools } from '../src/core/tools/search-tools.ts';
import { ticketTools } from '../src/core/tools/ticket-tools.ts';
import { EDIT_TOOLS, READ_ONLY_TOOLS } from '../src/core/workorder/roles.ts';

const root = path.resolve(import.meta.dirname, '..');
export const PAGE = path.join(root, 'docs/tools.md');

/** Nothing runs here: the tools only say what they are. */
const nothing = new Proxy({}, { get: () => () => undefined });

/** Every entry of the registry, the first of each name. */
function registry() {
  const tools = [
    ...editTools(nothing),
    lintTool(nothing),
    ...readTools(nothing, nothing),
    readMoreTool(nothing),
    ...agentFileTools(nothing),
    ...searchTools(nothing),
    runTestsTool(nothing),
    ...deliveryTools(nothing),
    ...controlTools(nothing),
    ...ticketTools(nothing),
    ...coordinationTools(nothing, nothing, nothing),
    ...lifecycleTools(nothing, nothing, nothing),
  ];
  return [...new Map([...tools].reverse().map(tool => [tool.name, tool])).values()].reverse();
}

/** Who may call what, from the role tables. */
const ROLES = {
  Designer: [...READ_ONLY_TOOLS.designer, ...EDIT_TOOLS.map(name => `${name} (proposes)`)],
  QA: [...READ_ONLY_TOOLS.qa],
  'task agent': EDITING_TOOLS.map(name =>
    taskAgentTools('thoughts/1').includes(name) ? name : `${name} (native calls)`,
  ),
  'ticket manager': [...MANAGER_TOOLS],
  'ticket developer': [...new Set(Object.values(DEVELOPER_TOOLS).flat())],
  ROUTA: routaTools('ROUTA'),
  CRAFTER: routaTools('CRAFTER'),
  GATE: routaTools('GATE'),
  'agents from outside': ['propose_changes', 'read_more'],
};

function routaTools(role) {
  const ofTheDocument = toolsOf(role);
  return toolsIn('calls/1', role).map(name =>
    ofTheDocument.includes(name) ? name : `${name} (native calls)`,
  );
}

const EFFECTS = {
  read: 'reads only',
  write: 'stages a change, which goes through the change gate',
  verify: 'runs tests or linters, on approved files only',
  vcs: 'commits, and pushes as far as the run allows',
  coordinate: 'changes the state of other agents or of the work',
  control: 'ends a cycle or a ticket',
  ask: 'halts for the person',
};

export function toolsPage() {
  const tools = registry();
  const summary = tools.map(
    ({ name, effect }) => `| [\`${name}\`](#${name}) | ${EFFECTS[effect]} | ${callers(name)} |`,
  );
  return `${[
    '# Tools',
    '<!-- Written by scripts/tools-page.mjs from the tool registry; a test keeps it fresh. -->',
    'Each tool is one entry: its schema checks the arguments without coercion, and is what a model, an MCP client or VS Code is told. A call goes through *allow → validate → run*; a tool that fails answers `{error, changed: false}`, never with an exception. `workorder tool NAME ARGS_JSON` and `workorder mcp` call those that need no agent. There they only read and lint; with `--allow-edits` an edit is shown, approved (by MCP elicitation, a question on the terminal, or `--yes`), recorded in `workorder history`, and taken back by `workorder revert`. An MCP answer has at most 40,000 characters; a longer one comes in pages, which `read_more` reads on without a second run ([mcp.md](mcp.md)). Agents of the editor (agent mode) have `workorder_locate_symbol`, `workorder_get_source`, `workorder_discover_api`, `workorder_trace_calls`, `workorder_prove`, and `workorder_propose`, which is `propose_changes` with your decision in the diff ([agent-mode.md](agent-mode.md)).',
    ['| tool | what it may do | who may call it |', '|---|---|---|', ...summary].join('\n'),
    ...tools.map(section),
  ].join('\n\n')}\n`;
}

const callers = name =>
  Object.entries(ROLES)
    .flatMap(([role, names]) =>
      ['', ' (proposes)', ' (native calls)']
        .filter(how => names.includes(`${name}${how}`))
        .map(how => `${role}${how}`),
    )
    .join(', ') || 'Main only';

function section({ name, description, parameters }) {
  const result = resultOf(name);
  return [
    `## ${name}`,
    description,
    argumentsTable(parameters),
    ...(result === undefined ? [] : [`Answers \`${shape(result)}\`.`]),
  ].join('\n\n');
}

function argumentsTable(schema) {
  const rows = Object.entries(schema.properties ?? {});
  if (rows.length === 0) return 'No arguments.';
  return [
    '| argument | type | |',
    '|---|---|---|',
    ...rows.map(([key, value]) => {
      const isRequired = (schema.required ?? []).includes(key);
      const words = [isRequired ? '' : 'Optional.', value.description ?? ''].filter(Boolean).join(' ');
      return `| \`${key}\` | \`${cell(shape(value))}\` | ${cell(words)} |`;
    }),
  ].join('\n');
}

/** A bar would end the cell. */
const cell = text => text.replaceAll('|', '\\|');

/** A schema as a person writes a shape; optional members have a `?`. `top` is the schema that `#/…` points into. */
function shape(schema, top = schema) {
  if (schema.$ref !== undefined) return shapeOfReferred(schema.$ref, top);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return variants.map(variant => shape(variant, top)).join(' | ');
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type;
  if (type === 'array') {
    const item = shape(schema.items ?? {}, top);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (type !== 'object') return schema.nullable ? `${type} | null` : (type ?? 'any');
  if (schema.properties === undefined) {
    const values = schema.additionalProperties;
    return typeof values === 'object' ? `{[name]: ${shape(values, top)}}` : 'object';
  }
  const required = schema.required ?? [];
  const members = Object.entries(schema.properties).map(
    ([key, value]) => `${key}${required.includes(key) ? '' : '?'}: ${shape(value, top)}`,
  );
  return `{${members.join(', ')}}`;
}

const schemas = new Map(
  fs
    .readdirSync(path.join(root, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.schema.json'))
    .map(file => JSON.parse(fs.readFileSync(path.join(root, 'schemas', file), 'utf8')))
    .flatMap(schema => (schema.$id === undefined ? [] : [[schema.$id, schema]])),
);
const BASE = 'https://work-order.dev/schemas/';

/** A definition that contains itself is named at its second place. */
const open = new Set();

function shapeOfReferred(ref, top) {
  const [file, pointer = ''] = ref.split('#');
  const name = file.split('/').at(-1);
  const inside = file === '' ? top : [...schemas].find(([id]) => id.endsWith(`/${name}`))?.[1];
  const steps = pointer.split('/').filter(Boolean);
  if (open.has(ref)) return steps.at(-1) ?? name;
  open.add(ref);
  const found = steps.reduce((value, key) => value?.[key], inside) ?? {};
  const written = shape(found, inside);
  open.delete(ref);
  return written;
}

const resultOf = name => schemas.get(`${BASE}tools/${name}.result.schema.json`);

if (process.argv[1] === import.meta.filename) fs.writeFileSync(PAGE, toolsPage());
