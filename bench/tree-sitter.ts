import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Measured, walk } from './python-index-parts.ts';

const PACKAGES = ['web-tree-sitter@0.25.10', 'tree-sitter-python@0.23.6'];

/** What is used of web-tree-sitter. */
interface TreeSitter {
  readonly Parser: { new (): Parser; init(): Promise<void> };
  readonly Language: { load(file: string): Promise<Language> };
  readonly Query: new (language: Language, source: string) => { captures(node: unknown): readonly unknown[] };
}
interface Parser {
  setLanguage(language: Language): void;
  parse(text: string): { readonly rootNode: unknown; delete(): void } | null;
}
type Language = object;

/** The folder with the packages, installed in the temporary folder once; `undefined` when the registry is not reached. */
export function installTreeSitter(): string | undefined {
  const folder = path.join(os.tmpdir(), 'work-order-bench-tree-sitter');
  if (fs.existsSync(path.join(folder, 'ready'))) return folder;
  fs.mkdirSync(folder, { recursive: true });
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES];
  const run = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (run.status !== 0) return undefined;
  fs.writeFileSync(path.join(folder, 'ready'), '');
  return folder;
}

/** Parses every file and finds its functions and classes: less than the index does. */
export async function measureTreeSitter(folder: string): Promise<Measured> {
  const packages = path.join(installTreeSitter() ?? '', 'node_modules');
  const entry = pathToFileURL(path.join(packages, 'web-tree-sitter', 'tree-sitter.js')).href;
  const { Parser, Language, Query } = (await import(entry)) as TreeSitter;
  await Parser.init();
  const wasm = path.join(packages, 'tree-sitter-python', 'tree-sitter-python.wasm');
  const language = await Language.load(wasm);
  const parser = new Parser();
  parser.setLanguage(language);
  const query = new Query(language, '(function_definition) @f (class_definition) @c');
  const before = process.cpuUsage();
  let count = 0;
  for (const file of walk(folder)) {
    const tree = parser.parse(fs.readFileSync(file, 'utf8'));
    if (tree === null) continue;
    count += query.captures(tree.rootNode).length;
    tree.delete();
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, count };
}
