// node scripts/first-step.mjs: walks from a fresh folder to the first applied step, with the wrong turns of docs/first-step.md, against a recorded model; prints seconds and actions. Needs npm run build.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { python, root } from './setup/places.mjs';

const cli = path.join(root, 'dist/cli.js');
const typist = path.join(root, 'test/support/built-cli/type-answers.py');
export const STEP = 'Rename calc_total to order_total';
export const SOURCE = 'def calc_total(prices: list[int]) -> int:\n    return sum(prices)\n';

const verification = { tool: 'lint_backend', args: { path: 'pkg', check_all: false } };
const commands = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'pkg/money.py',
      replacements: [{ old_string: 'def calc_total(', new_string: 'def order_total(' }],
    },
    reason: 'The name says what it returns.',
  },
];
const REPLIES = [
  {
    touched_files: ['pkg/money.py'],
    commands,
    changed_signatures: [
      'pkg.money.calc_total() is now order_total(); its parameters and result are the same',
    ],
    verification,
  },
  { decision: 'APPROVED', commands, verification },
];

/** Walks in a new folder; answers the steps of the straight way, and each wrong turn with what got out of it. */
export async function walkToFirstStep() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-first-step-'));
  let endpoint = await startEndpoint();
  const work = place(folder);
  const env = { ...plainEnvironment(), WORKORDER_STATE_DIR: path.join(folder, 'state'), ...work.env };
  const run = (argv, answers = []) => runTyped(argv, answers, work.package, env);
  const straight = [];
  const step = async (what, argv, answers, isDone) => {
    const ended = await run(argv, answers);
    if (!isDone(ended)) throw new Error(`${what} did not do what the page says:\n${ended.output}`);
    const one = { what, actions: 1 + answers.length, seconds: ended.seconds };
    straight.push(one);
    return one;
  };
  const turns = [];
  /** The wrong turn says what is wrong, and what the page says leads from it to the review. */
  const turn = async (what, argv, says, recovery, back) => {
    const wrong = await run(argv);
    if (!says.test(wrong.output))
      throw new Error(`${what} is not answered as the page says:\n${wrong.output}`);
    const { argv: right, actions } = await back();
    const ended = await run(right, ['n']);
    if (!/Apply this change to 1 file\?/.test(ended.output))
      throw new Error(`${what}: “${recovery}” does not lead to the review:\n${ended.output}`);
    turns.push({ what, recovery, actions });
    return ended;
  };
  const again = (...more) => ({ argv: ['run', STEP, '--lint-tools', 'auto', ...more], actions: 1 });
  try {
    await step(
      'workorder init',
      ['init'],
      ['openai:gpt-5', endpoint.url, '', '', ''],
      ({ code }) => code === 0,
    );
    await turn(
      'a word is wrong: workorder rnu',
      ['rnu', STEP],
      /Did you mean workorder run\?/,
      'the command it names',
      () => again(),
    );
    await turn(
      'the scope is wrong: --scope pgk/',
      ['run', STEP, '--scope', 'pgk/'],
      /--scope pgk\/ is not in the workspace/,
      'the same with --scope pkg/',
      () => again('--scope', 'pkg/'),
    );
    const rejected = await turn(
      'mypy is not installed',
      ['run', STEP],
      /mypy is not installed: .*--lint-tools auto/,
      'install it, or the same with --lint-tools auto',
      () => again(),
    );
    const port = endpoint.port;
    await endpoint.close();
    await turn(
      'the server is not running',
      again().argv,
      /127\.0\.0\.1:\d+ cannot be reached/,
      'start it, then the same again',
      async () => {
        endpoint = await startEndpoint(port);
        return { ...again(), actions: 2 };
      },
    );
    await step('workorder doctor', ['doctor', '--lint-tools', 'auto'], [], ({ code }) => code === 0);
    const [, runId] =
      /for a better answer: workorder revise (\S+) --comment 'WHAT TO CHANGE' --lint-tools auto$/m.exec(
        rejected.output,
      ) ?? [];
    if (runId === undefined) throw new Error(`the rejected run prints no way forward:\n${rejected.output}`);
    const revised = await run(['revise', runId, '--comment', 'the same', '--lint-tools', 'auto'], ['y']);
    if (revised.code !== 0 || !work.text().includes('order_total'))
      throw new Error(`revise:\n${revised.output}`);
    turns.push({
      what: 'no is answered in the review',
      recovery: 'the revise command it prints, then y',
      actions: 2,
    });
    const reverted = await run(['revert', '--last']);
    if (reverted.code !== 0 || work.text() !== SOURCE) throw new Error(`revert:\n${reverted.output}`);
    turns.push({ what: 'an applied step was not wanted', recovery: 'workorder revert --last', actions: 1 });
    await step('workorder run', ['run', STEP, '--lint-tools', 'auto'], ['y'], ({ output }) =>
      /APPLIED {2}1 file, ruff clean, mypy not installed/.test(output),
    );
    if (!work.text().includes('order_total')) throw new Error('the step is not in the file');
    return { straight, turns };
  } finally {
    await endpoint.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** An ordinary package in a repository, with ruff in its environment and without mypy. */
export function place(folder) {
  const own = path.join(folder, 'project');
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(own, file)), { recursive: true });
    fs.writeFileSync(path.join(own, file), text);
  };
  write('pyproject.toml', '[project]\nname = "pkg"\nversion = "1"\n');
  write('pkg/__init__.py', '');
  write('pkg/money.py', SOURCE);
  write('.gitignore', '.venv\n');
  const base = fs.realpathSync(python.executable);
  write('.venv/pyvenv.cfg', `home = ${path.dirname(base)}\n`);
  fs.mkdirSync(path.join(own, '.venv/bin'));
  fs.symlinkSync(base, path.join(own, '.venv/bin/python'));
  fs.symlinkSync(path.join(root, '.venv/bin/ruff'), path.join(own, '.venv/bin/ruff'));
  const programs = path.join(folder, 'programs');
  fs.mkdirSync(programs);
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.symlinkSync(git, path.join(programs, 'git'));
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'start'],
  ])
    execFileSync('git', args, { cwd: own, stdio: 'ignore' });
  const text = () => fs.readFileSync(path.join(own, 'pkg/money.py'), 'utf8');
  return { package: own, env: { PATH: programs }, text };
}

/** Answers to Designer and QA in turn, and lists its one model, to those whose key it accepts. */
export async function startEndpoint(port = 0, accepts = () => true) {
  let asked = 0;
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      if (!accepts(request.headers.authorization)) {
        const error = { message: 'This key is not known here', code: 'invalid_api_key' };
        response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
        return;
      }
      const isList = request.method === 'GET';
      const message = { role: 'assistant', content: JSON.stringify(REPLIES[isList ? 0 : asked++ % 2]) };
      const reply = {
        id: 'r',
        object: 'chat.completion',
        model: 'gpt-5',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      };
      const body = isList ? { object: 'list', data: [{ id: 'gpt-5' }] } : reply;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const own = server.address().port;
  const close = () =>
    new Promise(done => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${own}/v1`, port: own, asked: () => asked, close };
}

function runTyped(argv, answers, cwd, env) {
  const own = [process.execPath, cli, ...argv];
  const [program, ...rest] =
    answers.length === 0 ? own : [python.executable, typist, answers.join('\n'), ...own];
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text));
    child.once('error', reject);
    child.once('close', code => resolve({ code, output, seconds: (performance.now() - start) / 1000 }));
  });
}

const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(WORKORDER|OPENAI)_/.test(name)));

if (process.argv[1] === import.meta.filename) {
  const { straight, turns } = await walkToFirstStep();
  const sum = name => straight.reduce((all, one) => all + one[name], 0);
  for (const { what, actions, seconds } of straight)
    console.log(`${what}: ${actions} actions, ${seconds.toFixed(1)} s`);
  console.log(`in all ${sum('actions')} actions, ${sum('seconds').toFixed(1)} s of the machine`);
  for (const { what, recovery, actions } of turns) console.log(`${what} → ${recovery}: ${actions}`);
}
