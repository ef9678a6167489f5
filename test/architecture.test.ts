import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The import rules of docs/architecture.md. The compiler keeps the rules between layers (one project each);
 * this test keeps what it cannot see: folders inside core, and packages.
 */
const root = path.resolve(import.meta.dirname, '..');

/** Inside src/core a folder imports only from folders above it in the table of the page. */
const CORE_ORDER = (() => {
  const page = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const table = page.split('Inside `src/core`, in import order')[1]?.split('\n## ')[0] ?? '';
  return [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(match => match[1] ?? '');
})();

/** The same inside the two large folders; files of the folder itself come last. */
const INNER_ORDER: Readonly<Record<string, readonly string[]>> = {
  python: ['lexer', 'grammar', 'index', 'query', 'trace'],
  evidence: ['code', 'facts', 'proofs', 'claims', 'new-uses', 'import-runs', 'invariants', 'spot-checks'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const sources = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(file => file.split(path.sep).join('/'))
  .filter(file => file.endsWith('.ts') && !file.startsWith('generated/'));

const imports: readonly Import[] = sources.flatMap(file => {
  const text = fs.readFileSync(path.join(root, 'src', file), 'utf8');
  const found = text.matchAll(
    /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|^import '([^']+)'/gm,
  );
  return [...found].map(match => ({ file, target: match[1] ?? match[2] ?? match[3] ?? '' }));
});

/** `src`-relative path of a relative import; packages stay as they are. */
const resolve = ({ file, target }: Import) =>
  target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;

const layerOf = (file: string) => file.split('/')[0] ?? '';
const isPackage = (target: string) => !target.startsWith('.');

function violations(isWrong: (from: string, to: string, target: string) => boolean): string[] {
  return imports.filter(i => isWrong(i.file, resolve(i), i.target)).map(i => `${i.file} imports ${i.target}`);
}

describe('architecture', () => {
  it('sees the imports', () => assert.ok(imports.length > 100));

  it('has every folder of core in the table of docs/architecture.md', () => {
    const folders = fs
      .readdirSync(path.join(root, 'src/core'), { withFileTypes: true })
      .flatMap(entry => (entry.isDirectory() ? [entry.name] : []));
    assert.deepEqual(CORE_ORDER.toSorted(), folders.toSorted());
  });

  it('lets core import nothing but core, generated and the pure packages diff and smol-toml: no vscode, node, openai', () =>
    assert.deepEqual(
      violations(
        (from, to, target) =>
          layerOf(from) === 'core' &&
          !['diff', 'smol-toml'].includes(target) &&
          (isPackage(target) || !['core', 'generated'].includes(layerOf(to))),
      ),
      [],
    ));

  it('lets a folder of core import only from folders above it', () =>
    assert.deepEqual(
      violations((from, to) => {
        const [layer, folder = ''] = from.split('/');
        const [toLayer, toFolder = ''] = to.split('/');
        if (layer !== 'core' || toLayer !== 'core' || from === 'core/app.ts') return false;
        const [at, wants] = [CORE_ORDER.indexOf(folder), CORE_ORDER.indexOf(toFolder)];
        return at < 0 || wants < 0 || wants > at;
      }),
      [],
    ));

  for (const [folder, order] of Object.entries(INNER_ORDER)) {
    it(`lets a folder of core/${folder} import only from folders above it: ${order.join(', ')}`, () =>
      assert.deepEqual(
        violations((from, to) => {
          const inside = (file: string) => file.startsWith(`core/${folder}/`);
          if (!inside(from) || !inside(to)) return false;
          const rank = (file: string) => {
            const inner = file.split('/').slice(2);
            return inner.length === 1 ? order.length : order.indexOf(inner[0] ?? '');
          };
          return rank(from) < 0 || rank(to) < 0 || rank(to) > rank(from);
        }),
        [],
      ));
  }

  it('lets only src/vscode import vscode', () =>
    assert.deepEqual(
      violations((from, _, target) => target === 'vscode' && layerOf(from) !== 'vscode'),
      [],
    ));

  it('lets only src/node import openai', () =>
    assert.deepEqual(
      violations((from, _, target) => /^openai(\/|$)/.test(target) && layerOf(from) !== 'node'),
      [],
    ));

  it('lets only src/node/campaign import BullMQ and its client, which need not be installed', () =>
    assert.deepEqual(
      violations(
        (from, _, target) => /^(bullmq|ioredis)$/.test(target) && !from.startsWith('node/campaign/'),
      ),
      [],
    ));

  it('lets only src/cli import the MCP SDK', () =>
    assert.deepEqual(
      violations((from, _, target) => target.startsWith('@modelcontextprotocol/') && layerOf(from) !== 'cli'),
      [],
    ));

  it('lets only src/node/acp and src/cli import the SDK of the Agent Client Protocol', () =>
    assert.deepEqual(
      violations(
        (from, _, target) => target.startsWith('@agentclientprotocol/') && !/^(node\/acp|cli)\//.test(from),
      ),
      [],
    ));

  it('lets nobody import a host', () =>
    assert.deepEqual(
      violations(
        (from, to, target) =>
          !isPackage(target) && ['vscode', 'cli'].includes(layerOf(to)) && layerOf(from) !== layerOf(to),
      ),
      [],
    ));

  it("borrows no prototype's method, which the versions of Node run on foreign objects or refuse", () => {
    const lines = sources.flatMap(file => {
      const text = fs.readFileSync(path.join(root, 'src', file), 'utf8');
      return text
        .split('\n')
        .flatMap(line => (/\bprototype[.[]/.test(line) ? [`${file}: ${line.trim()}`] : []));
    });
    assert.deepEqual(lines, []);
  });

  it('writes files in six places only, so that no tool and no agent has another way than the change gate', () => {
    const writers = sources.filter(file => {
      const text = fs.readFileSync(path.join(root, 'src', file), 'utf8');
      return file.startsWith('core/') && /\bfiles\.apply\(/i.test(text);
    });
    assert.deepEqual(writers.sort(), [
      'core/gate/change-gate.ts', // the change gate of agents
      'core/gate/restore-changes.ts', // what was let through before, in a checkout made anew
      'core/gate/revert-changes.ts', // a person takes a change back
      'core/tickets/save-ticket.ts', // the ticket's own file
      'core/workorder/apply-lint-fix.ts', // a fix that a person chose
      'core/workorder/execute.ts', // the approved change of a work order
    ]);
  });
});
