// schemas/ → src/generated: ajv standalone validators, TypeScript types, the schemas and prompts as constants.
// The schemas are the single source of truth; nothing in src/generated is written by hand or tracked by git.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Ajv from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { resultSchemas } from './build/result-schemas.mjs';

const root = path.resolve(import.meta.dirname, '..');
// scripts/build.mjs imports this file: its options are its own.
const isMain = process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === import.meta.filename;
const { values: places } = parseArgs({
  args: isMain ? process.argv.slice(2) : [],
  options: {
    schemas: { type: 'string', default: path.join(root, 'schemas') },
    out: { type: 'string', default: path.join(root, 'src/generated') },
  },
});
const { schemas: schemaDir, out } = places;

const files = fs
  .readdirSync(schemaDir, { recursive: true })
  .filter(f => f.endsWith('.schema.json'))
  .map(f => f.split(path.sep).join('/'))
  .sort();
/**
 * One that editors check files with and that refers to another has no `$id` of its own: they would look for the other
 * one below it, on the internet, instead of beside its file.
 */
const schemas = new Map(
  files.map(f => [
    f,
    {
      $id: `https://work-order.dev/schemas/${f}`,
      ...JSON.parse(fs.readFileSync(path.join(schemaDir, f), 'utf8')),
    },
  ]),
);

// Editor-only keywords; ajv's strict mode would refuse them otherwise.
const EDITOR_KEYWORDS = ['defaultSnippets', 'markdownDescription', 'patternErrorMessage'];

function validatorName(file) {
  const words = file
    .replace('.schema.json', '')
    .replace('tools/', 'args/')
    .split(/[/._-]/);
  if (words[0] === 'args' && words.at(-1) === 'result') words.shift();
  else if (words[0] === 'args') words.push(words.shift());
  return `validate${words.map(w => w[0].toUpperCase() + w.slice(1)).join('')}`;
}

/** The names of the workflows, in the order of the schema: every check and every policy is about one of them. */
function generateWorkflows() {
  const { workflows } = schemas.get('policy.schema.json').properties;
  return `export const WORKFLOWS = ${JSON.stringify(Object.keys(workflows.properties))} as const;\n`;
}

/** Our own answers, and the suite of `workorder eval`: no other command and no editor loads their validators. */
const isAnswer = file =>
  /\.result\.schema\.json$|^(lint-report|lint-failure|tool-failure|evidence|report|proof)\./.test(file);

/** Of the suite that measures models: loaded by its command alone. */
const isOfSuite = file => file.startsWith('eval-');

/** What is said about a value, and decides nothing: validators would carry it into the package. */
const WORDS = new Set(['description', 'title', 'examples', ...EDITOR_KEYWORDS]);
/** Their keys are names of properties and definitions. */
const NAMED = new Set(['properties', 'patternProperties', 'definitions']);
const VALUES = new Set(['enum', 'const', 'default']);

function withoutWords(schema) {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !WORDS.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (VALUES.has(key)) return [key, value];
      if (!NAMED.has(key)) return [key, withoutWords(value)];
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutWords(each)])),
      ];
    }),
  );
}

function generateValidators(wanted) {
  const ajv = new Ajv({
    schemas: [...schemas.values()].map(withoutWords),
    code: { source: true, lines: true, esm: false },
    discriminator: true,
    ownProperties: true,
    // One function per shared schema instead of a copy in each that uses it.
    inlineRefs: false,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: false,
  });
  const chosen = [...schemas].filter(([file]) => wanted(file));
  const names = Object.fromEntries(chosen.map(([file, schema]) => [validatorName(file), schema.$id]));
  const code = dropUnusedSchemas(standaloneCode(ajv, names));
  const types = chosen.map(
    ([file, schema]) =>
      `export declare const ${validatorName(file)}: Validate<import('./contracts.ts').${schema.title}>;`,
  );
  const dts = `export interface SchemaError { readonly instancePath: string; readonly keyword: string; readonly message?: string; readonly params: Readonly<Record<string, unknown>> }
export interface Validate<T> { (value: unknown): value is T; errors?: readonly SchemaError[] | null }
${types.join('\n')}
`;
  return { code, dts };
}

/** ajv writes out every schema, also those its functions do not look at. */
function dropUnusedSchemas(code) {
  return code
    .split('\n')
    .filter(line => {
      const name = /^const (schema\d+) = /.exec(line)?.[1];
      return name === undefined || code.split(new RegExp(`\\b${name}\\b`)).length > 2;
    })
    .join('\n');
}

async function generateTypes() {
  const umbrella = {
    title: 'Contracts',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries([...schemas.values()].map(s => [s.title, { $ref: s.$id }])),
    required: [...schemas.values()].map(s => s.title),
  };
  const byId = new Map([...schemas.values()].map(s => [s.$id, s]));
  return compile(umbrella, 'Contracts', {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    format: false,
    declareExternallyReferenced: true,
    $refOptions: {
      resolve: {
        local: {
          order: 1,
          canRead: file => byId.has(file.url.split('#')[0]),
          read: file => JSON.stringify(byId.get(file.url.split('#')[0]), withNamedProperties),
        },
        http: false,
      },
    },
  });
}

/** TypeScript has no type for further properties beside named ones of another type: the named ones are typed. */
const withNamedProperties = (_, value) =>
  value?.properties && typeof value.additionalProperties === 'object'
    ? { ...value, additionalProperties: false }
    : value;

function generateSchemaConstants() {
  const shipped = [...schemas].filter(([file]) => !isAnswer(file) && !isOfSuite(file));
  const entries = shipped.map(
    ([f, s]) => `  ${JSON.stringify(f.replace('.schema.json', ''))}: ${JSON.stringify(s)},`,
  );
  return `export const schemas = {\n${entries.join('\n')}\n} as const;\n`;
}

/** What is wrong with a text that does not match a pattern, in the schema's words for editors. */
function generatePatternMessages() {
  const messages = new Map();
  const collect = value => {
    if (typeof value !== 'object' || value === null) return;
    if (value.patternErrorMessage) messages.set(value.pattern, value.patternErrorMessage);
    Object.values(value).forEach(collect);
  };
  [...schemas.values()].forEach(collect);
  const json = JSON.stringify(Object.fromEntries(messages), undefined, 2);
  return `export const patternMessages: Readonly<Record<string, string>> = ${json};\n`;
}

/** Of each tool the schema of its arguments and what checks them, under its name. */
function generateToolContracts() {
  const tools = [...schemas].flatMap(([file, { title }]) => {
    const name = /^tools\/(\w+)\.schema\.json$/.exec(file)?.[1];
    return name === undefined ? [] : [{ name, title, validator: validatorName(file) }];
  });
  const lines = (line, end) => tools.map(tool => `  ${line(tool)}${end}`).join('\n');
  return `import type * as types from './contracts.ts';
import { schemas } from './schemas.ts';
import * as validators from './validators.cjs';

/** The arguments of each tool. */
export interface ToolArgs {
${lines(({ name, title }) => `${name}: types.${title}`, ';')}
}

export type ToolName = keyof ToolArgs;

export interface ToolContract<Args> {
  readonly schema: { readonly description: string } & Readonly<Record<string, unknown>>;
  readonly validate: validators.Validate<Args>;
}

export const toolContracts: { readonly [Name in ToolName]: ToolContract<ToolArgs[Name]> } = {
${lines(({ name, validator }) => `${name}: { schema: schemas['tools/${name}'], validate: validators.${validator} }`, ',')}
};
`;
}

/** What each tool answers, for clients; the hosts that check nothing by it do not load it. */
function generateResultSchemas() {
  const json = JSON.stringify(resultSchemas(schemas));
  return `export const resultSchemas: Readonly<Record<string, { readonly type: 'object' } & Readonly<Record<string, unknown>>>> = ${json};\n`;
}

function generatePrompts() {
  // Read folder by folder: the oldest Node that may build this has no glob.
  const core = path.join(root, 'src/core');
  const entries = fs
    .readdirSync(core)
    .sort()
    .flatMap(folder => {
      const prompts = path.join(core, folder, 'prompts');
      if (!fs.existsSync(prompts)) return [];
      return fs
        .readdirSync(prompts)
        .sort()
        .filter(file => file.endsWith('.txt'))
        .map(file => {
          const text = fs.readFileSync(path.join(prompts, file), 'utf8');
          return `  ${JSON.stringify(`${folder}/${path.basename(file, '.txt')}`)}: ${JSON.stringify(text)},`;
        });
    });
  return `export const prompts = {\n${entries.join('\n')}\n} as const;\n`;
}

/** Python that is started from a file of its own, by the folder it stands in. */
function generatePythonScripts() {
  const files = fs.globSync('src/node/*/driver/*.py', { cwd: root }).sort();
  const entries = files.map(f => {
    const name = `${f.split(path.sep)[2]}/${path.basename(f)}`;
    return `  ${JSON.stringify(name)}: ${JSON.stringify(fs.readFileSync(path.join(root, f), 'utf8'))},`;
  });
  return `export const pythonScripts = {\n${entries.join('\n')}\n} as const;\n`;
}

/** Writes only what changed, so that an unchanged schema does not rebuild everything. */
function write(name, text) {
  const file = path.join(out, name);
  const banner = `// Generated by scripts/generate.mjs from schemas/ and the prompts. Do not edit.\n`;
  const next = banner + text;
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === next) return;
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(file, next);
}

const inputs = generateValidators(file => !isAnswer(file) && !isOfSuite(file));
write('validators.cjs', inputs.code);
write('validators.d.cts', inputs.dts);
const answers = generateValidators(isAnswer);
write('answer-validators.cjs', answers.code);
write('answer-validators.d.cts', answers.dts);
const suite = generateValidators(isOfSuite);
write('suite-validators.cjs', suite.code);
write('suite-validators.d.cts', suite.dts);
write('contracts.ts', await generateTypes());
write('schemas.ts', generateSchemaConstants());
write('pattern-messages.ts', generatePatternMessages());
write('tool-contracts.ts', generateToolContracts());
write('result-schemas.ts', generateResultSchemas());
write('prompts.ts', generatePrompts());
write('python-scripts.ts', generatePythonScripts());
const { version, engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
write('workflows.ts', generateWorkflows());
const versions = { version, nodeRange: engines.node };
const constants = Object.entries(versions).map(
  ([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`,
);
write('version.ts', constants.join(''));
