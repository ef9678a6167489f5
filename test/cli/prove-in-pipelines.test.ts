import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { builtCli, plainEnvironment, userNode } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

// Mocha reads its own configuration with it.
const { load } = createRequire(createRequire(import.meta.url).resolve('mocha'))('js-yaml') as {
  readonly load: (text: string) => unknown;
};

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const read = (file: string): unknown => load(fs.readFileSync(path.join(root, file), 'utf8'));
const action = read('action.yml') as { readonly runs: { readonly steps: readonly Step[] } };
const stepOf = (name: string): Step => action.runs.steps.find(step => step.name === name) ?? {};

const HELPERS = 'def get_file(path):\n    return open(path)\n';

/** What a pipeline runs, run here with its variables; only the pipeline itself is missing. */
describe('workorder prove in pipelines', () => {
  let repository: SmallRepository;
  let base: string;
  beforeEach(() => {
    repository = new SmallRepository();
    base = repository.commit('start', { 'helpers.py': HELPERS });
    repository.commit('second', { 'helpers.py': 'x = 1\n' });
  });
  afterEach(() => repository.dispose());

  /** Runs a script as the pipeline's shell does. */
  function sh(script: string, env: Readonly<Record<string, string>>) {
    const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: repository.root,
      env: {
        ...plainEnvironment(),
        WORKORDER: `${userNode.program} ${builtCli}`,
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: path.join(repository.folder, 'output'),
        GITHUB_STEP_SUMMARY: path.join(repository.folder, 'summary'),
        GITHUB_REPOSITORY: 'o/r',
        ...env,
      },
      encoding: 'utf8',
    });
    return { code: ran.status, text: ran.stdout + ran.stderr };
  }
  const report = (name: string) =>
    fs.readFileSync(path.join(repository.root, 'workorder-prove', name), 'utf8');

  it('GitHub: proves the pull request with its description, and fails in the last step only', () => {
    const { run = '', env = {} } = stepOf('Prove');
    const given = {
      PROVE_BASE: base,
      PROVE_HEAD: 'HEAD',
      PROVE_TEXT: '- [x] no public names removed\n$(touch ran)`touch ran`"; touch ran\n',
    };
    const { code, text } = sh(run, { ...env, ...given, PROVE_RANGE: '', PROVE_REQUIRE: 'evidence' });
    assert.equal(code, 0, text);
    assert.match(text, /^::error file=helpers\.py,line=1,title=An invariant is violated::/m);
    assert.equal(fs.existsSync(path.join(repository.root, 'ran')), false);
    assert.match(
      fs.readFileSync(path.join(repository.folder, 'output'), 'utf8'),
      /^code=2\nreports=workorder-prove$/m,
    );
    assert.match(fs.readFileSync(path.join(repository.folder, 'summary'), 'utf8'), /^### ❌ Blocked/m);
    assert.equal((JSON.parse(report('prove.sarif')) as { version: string }).version, '2.1.0');
    assert.match(report('prove.xml'), /<failure /);
    assert.equal(sh(stepOf('Result').run ?? '', { CODE: '2' }).code, 2);
  });

  it('GitHub: takes every value of the event as a variable, and pins what it uses', () => {
    for (const { uses, run } of action.runs.steps) {
      assert.equal(run?.includes('${{') ?? false, false, run);
      if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/);
    }
  });

  it('GitHub: writes one comment, and replaces it the next time', () => {
    const bin = path.join(repository.folder, 'bin');
    const calls = path.join(repository.folder, 'calls');
    fs.mkdirSync(bin);
    fs.mkdirSync(path.join(repository.root, 'workorder-prove'));
    fs.writeFileSync(path.join(repository.root, 'workorder-prove/comment.md'), 'text');
    const { run = '' } = stepOf('Comment');
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, PROVE_NUMBER: '7', GH_TOKEN: 't' };
    for (const [found, call] of [
      ['', 'api --silent --method POST repos/o/r/issues/7/comments -F body=@workorder-prove/comment.md'],
      ['31', 'api --silent --method PATCH repos/o/r/issues/comments/31 -F body=@workorder-prove/comment.md'],
    ]) {
      fs.writeFileSync(
        path.join(bin, 'gh'),
        `#!/bin/sh\ncase "$*" in *--paginate*) printf '%s\\n' ${found} ;; *) echo "$*" > ${calls} ;; esac\n`,
        { mode: 0o755 },
      );
      assert.equal(sh(run, env).code, 0);
      assert.equal(fs.readFileSync(calls, 'utf8').trim(), call);
    }
  });

  it('GitLab: the script of the template proves the merge request and leaves its reports', () => {
    const job = (
      read('ci/gitlab.yml') as Record<string, { script: readonly string[]; artifacts: { reports: object } }>
    )['workorder-prove'];
    const script = (job?.script ?? []).join('\n').replaceAll('/tmp/workorder', root);
    const { code } = sh(script, {
      PROVE_BASE: base,
      PROVE_HEAD: 'HEAD',
      PROVE_TEXT: 'Invariant: no public names removed',
    });
    assert.equal(code, 2);
    for (const file of Object.values(job?.artifacts.reports ?? {}))
      assert.ok(fs.existsSync(path.join(repository.root, String(file))), String(file));
    assert.ok((JSON.parse(report('codequality.json')) as readonly object[]).length > 0);
  });

  it('a push of a new branch proves its last commit', () => {
    const script = path.join(root, 'ci/prove.sh');
    const { code, text } = sh(script, { PROVE_BASE: '0'.repeat(40), PROVE_HEAD: 'HEAD' });
    assert.equal(code, 0, text);
    assert.match(text, /^commit [0-9a-f]{10} "second"/m);
  });

  it('pre-commit: the hook proves what is staged, and what is pushed', () => {
    const [hook] = read('.pre-commit-hooks.yaml') as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([hook?.['language'], hook?.['pass_filenames']], ['script', false]);
    const script = path.join(root, String(hook?.['entry']));
    repository.write('helpers.py', 'def get_file(:\n');
    repository.git('add', '-A');
    const staged = sh(script, {});
    assert.equal(staged.code, 2);
    assert.match(staged.text, /not Python any more/);
    const pushed = sh(script, { PRE_COMMIT_FROM_REF: base, PRE_COMMIT_TO_REF: 'HEAD' });
    assert.equal(pushed.code, 0);
    assert.match(pushed.text, /the public name helpers\.get_file is removed/);
  });
});
