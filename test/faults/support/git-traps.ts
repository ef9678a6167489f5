import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { HostileRepository } from './hostile-repository.ts';

/** A way to make git start a program. */
export interface GitTrap {
  readonly name: string;
  set(repository: HostileRepository): void;
  /** Springs it with a person's own git. */
  spring(repository: HostileRepository): void;
  /** What the product has to say about it, where it refuses. */
  readonly refusal?: RegExp;
}

const edit = (r: HostileRepository, file = 'a.txt') => r.write(file, `${Math.random()}\n`);

/** A setting, and the command that uses it. */
const setting = (
  name: string,
  value: (r: HostileRepository) => string,
  command: readonly string[],
  more: Partial<GitTrap> = {},
): GitTrap => ({
  name,
  set: r => r.config(name, value(r)),
  spring: r => {
    edit(r);
    r.plain(command);
    r.plain(['checkout', '-q', '--', 'a.txt']);
  },
  ...more,
});

const program = (r: HostileRepository) => r.canary;
const REDIRECT = /the repository's own configuration sets/;

const remote = (name: string, address: string, value = program): GitTrap =>
  setting(name, value, ['fetch', '-q', 'origin'], {
    refusal: REDIRECT,
    set(r) {
      r.git('remote', 'set-url', 'origin', address);
      r.config(name, value(r));
    },
  });

const attributePlaces: readonly (readonly [string, (r: HostileRepository, line: string) => void])[] = [
  ['.gitattributes', (r, line) => r.commit({ '.gitattributes': line })],
  ['info/attributes', (r, line) => r.write('.git/info/attributes', line)],
  [
    'core.attributesFile',
    (r, line) => {
      r.write('.git/attributes', line);
      r.config('core.attributesFile', path.join(r.root, '.git/attributes'));
    },
  ],
];

const filters = attributePlaces.flatMap(([place, put]) =>
  (['clean', 'smudge', 'process'] as const).map(
    (kind): GitTrap => ({
      name: `filter.x.${kind} by ${place}`,
      set(r) {
        put(r, '*.txt filter=x\n');
        r.config(`filter.x.${kind}`, `${r.canary} filter`);
        r.config('filter.x.required', 'true');
      },
      spring(r) {
        edit(r);
        r.plain(['add', 'a.txt']);
        r.plain(['reset', '-q', '--hard']);
        r.plain(['-c', 'filter.x.required=false', 'reset', '-q', '--hard', 'HEAD']);
        fs.rmSync(path.join(r.root, 'a.txt'), { force: true });
        r.plain(['checkout', '--', 'a.txt']);
        r.write('a.txt', 'one\n');
      },
      refusal: /has the filter "x".*do this step yourself/,
    }),
  ),
);

const attributed = (name: string, attribute: string, command: readonly string[]): GitTrap => ({
  name,
  set(r) {
    r.write('.git/info/attributes', `*.txt ${attribute}\n`);
    r.config(name, r.canary);
  },
  spring(r) {
    edit(r);
    r.plain(command);
    r.plain(['checkout', '-q', '--', 'a.txt']);
  },
});

const fill = (r: HostileRepository, host: string) =>
  r.plain(['credential', 'fill'], { input: `protocol=https\nhost=${host}\n\n` });

/** The bytes of the branch land in another repository. */
const rewritten = (name: string): GitTrap => ({
  name: `url.OTHER.${name}`,
  set(r) {
    const other = path.join(r.folder, 'other.git');
    r.plain(['init', '-q', '--bare', other]);
    fs.writeFileSync(path.join(other, 'hooks/post-update'), fs.readFileSync(r.canary), { mode: 0o755 });
    r.config(`url.${other}.${name}`, r.bare);
  },
  spring: r => r.plain(['push', '-q', 'origin', 'main:refs/heads/x']),
  refusal: REDIRECT,
});

export const GIT_TRAPS: readonly GitTrap[] = [
  setting('core.fsmonitor', program, ['status']),
  setting('core.editor', program, ['commit', '--amend']),
  setting('sequence.editor', program, [], { spring: r => r.plain(['rebase', '-i', 'HEAD~1']) }),
  setting('diff.external', program, ['diff']),
  setting('alias.st', r => `!${r.canary}`, ['st']),
  setting('trailer.sign.command', program, ['interpret-trailers', '--trailer', 'sign']),
  {
    name: 'core.pager',
    set: r => r.config('core.pager', r.canary),
    spring: r =>
      void spawnSync('script', ['-qec', 'git --paginate log', '/dev/null'], {
        cwd: r.root,
        env: { ...r.environment, GIT_PAGER: undefined, PAGER: undefined },
      }),
  },
  setting('gpg.program', program, ['commit', '-qam', 'x'], {
    set(r) {
      r.config('commit.gpgSign', 'true');
      r.config('gpg.program', r.canary);
    },
  }),
  setting('gpg.ssh.defaultKeyCommand', program, ['commit', '-qam', 'x'], {
    set(r) {
      r.config('commit.gpgSign', 'true');
      r.config('gpg.format', 'ssh');
      r.config('gpg.ssh.defaultKeyCommand', r.canary);
    },
  }),
  ...filters,
  attributed('diff.x.command', 'diff=x', ['diff']),
  attributed('diff.x.textconv', 'diff=x', ['diff']),
  {
    name: 'merge.x.driver',
    set(r) {
      r.write('.git/info/attributes', '*.txt merge=x\n');
      r.config('merge.x.driver', r.canary);
      r.commit({ 'b.txt': 'feature\n' });
    },
    spring(r) {
      r.plain(['merge', '-q', 'main']);
      r.plain(['reset', '-q', '--hard', 'ORIG_HEAD']);
    },
    refusal: /conflicts with main in b\.txt/,
  },
  remote('core.sshCommand', 'ssh://git@127.0.0.1:9/x.git'),
  remote('core.gitProxy', 'git://127.0.0.1:9/x.git'),
  setting('remote.origin.uploadpack', program, ['fetch', '-q', 'origin'], { refusal: REDIRECT }),
  setting('remote.origin.receivepack', program, ['push', '-q', 'origin', 'main:x'], { refusal: REDIRECT }),
  {
    name: 'an address that is a command (ext::)',
    set(r) {
      r.git('remote', 'set-url', 'origin', `ext::${r.canary}`);
      r.config('protocol.ext.allow', 'always');
    },
    spring: r => r.plain(['fetch', '-q', 'origin']),
    refusal: REDIRECT,
  },
  {
    name: 'an address that is a command, allowed for all protocols',
    set(r) {
      r.git('remote', 'set-url', 'origin', `ext::${r.canary}`);
      r.config('protocol.allow', 'always');
    },
    spring: r => r.plain(['fetch', '-q', 'origin']),
    refusal: REDIRECT,
  },
  {
    name: 'url.ext::PROGRAM.insteadOf',
    set(r) {
      r.config(`url.ext::${r.canary} .insteadOf`, r.bare);
      r.config('protocol.ext.allow', 'always');
    },
    spring: r => r.plain(['fetch', '-q', 'origin']),
    refusal: REDIRECT,
  },
  rewritten('insteadOf'),
  rewritten('pushInsteadOf'),
  {
    name: 'credential.helper',
    set: r => r.config('credential.helper', `!${r.canary}`),
    spring: r => fill(r, 'example.org'),
    refusal: REDIRECT,
  },
  {
    name: 'credential.ADDRESS.helper',
    set: r => r.config('credential.https://example.org.helper', `!${r.canary}`),
    spring: r => fill(r, 'example.org'),
    refusal: REDIRECT,
  },
  {
    name: 'core.askPass',
    set: r => r.config('core.askPass', r.canary),
    spring: r => fill(r, 'example.org'),
    refusal: REDIRECT,
  },
  {
    name: 'core.alternateRefsCommand',
    set(r) {
      r.write('.git/objects/info/alternates', `${path.join(r.bare, 'objects')}\n`);
      r.config('core.alternateRefsCommand', r.canary);
    },
    spring(r) {
      const clone = path.join(r.folder, 'clone');
      r.plain(['clone', '-q', r.bare, clone]);
      r.plain(['commit', '-q', '--allow-empty', '-m', 'x'], { cwd: clone });
      r.plain(['-c', 'user.name=t', '-c', 'user.email=t@e', 'commit', '-q', '--allow-empty', '-m', 'x'], {
        cwd: clone,
      });
      r.plain(['push', '-q', 'origin', 'HEAD:refs/heads/new'], { cwd: clone });
      r.plain(['fetch', '-q', 'origin']);
    },
  },
  {
    name: 'a missing object of a partial clone',
    set(r) {
      for (const [key, value] of [
        ['core.repositoryFormatVersion', '1'],
        ['extensions.partialClone', 'origin'],
        ['remote.origin.promisor', 'true'],
        ['remote.origin.uploadpack', r.canary],
      ] as const)
        r.git('config', key, value);
      const blob = r.git('rev-parse', 'HEAD:b.txt');
      fs.rmSync(path.join(r.root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    },
    spring: r => r.plain(['show', 'HEAD:b.txt']),
  },
  {
    name: 'a submodule with a monitor',
    set(r) {
      r.plain(['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', r.bare, 'sub']);
      r.git('commit', '-qm', 'a submodule');
      r.plain(['config', 'core.fsmonitor', r.canary], { cwd: path.join(r.root, 'sub') });
    },
    spring: r => r.plain(['status']),
  },
  {
    name: 'hooks of a remote that is a folder here',
    set(r) {
      for (const hook of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'])
        fs.copyFileSync(r.canary, path.join(r.bare, 'hooks', hook));
    },
    spring: r => r.plain(['push', '-q', 'origin', 'main:refs/heads/x']),
  },
  {
    name: 'a program called ssh in an environment of the workspace',
    set(r) {
      const bin = path.join(r.root, '.venv/bin');
      fs.mkdirSync(bin, { recursive: true });
      fs.copyFileSync(r.canary, path.join(bin, 'ssh'));
      r.environment = { ...r.environment, PATH: `${bin}${path.delimiter}${r.environment['PATH'] ?? ''}` };
      r.git('remote', 'set-url', 'origin', 'ssh://git@127.0.0.1:9/x.git');
    },
    spring: r => r.plain(['fetch', '-q', 'origin']),
  },
  {
    name: 'core.worktree',
    set(r) {
      const elsewhere = path.join(r.folder, 'elsewhere');
      fs.mkdirSync(elsewhere);
      r.config('core.worktree', elsewhere);
      r.config('core.fsmonitor', r.canary);
    },
    spring: r => r.plain(['status']),
    refusal: /puts its files at .*elsewhere, not here/,
  },
];

/** Hooks that a person's git runs in the course of a day. */
export const HOOKS: readonly string[] = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-merge-commit',
  'post-merge',
  'pre-rebase',
  'post-rewrite',
  'post-checkout',
  'pre-push',
  'post-index-change',
  'reference-transaction',
];

/** Ways to name the folder of the hooks. */
export const HOOK_PLACES: readonly (readonly [string, (r: HostileRepository, folder: string) => void])[] = [
  ['.git/hooks', () => undefined],
  ['core.hooksPath', (r, folder) => r.config('core.hooksPath', folder)],
  ['core.hooksPath, relative', (r, folder) => r.config('core.hooksPath', path.relative(r.root, folder))],
  ['include.path', (r, folder) => included(r, folder, 'include.path')],
  ['includeIf gitdir', (r, folder) => included(r, folder, `includeIf.gitdir:${r.root}/.path`)],
  ['includeIf onbranch', (r, folder) => included(r, folder, 'includeIf.onbranch:**.path')],
  [
    'configuration of the work tree',
    (r, folder) => {
      r.config('extensions.worktreeConfig', 'true');
      r.git('config', '--worktree', 'core.hooksPath', folder);
    },
  ],
];

function included(r: HostileRepository, folder: string, key: string): void {
  r.write('.git/more', `[core]\n\thooksPath = ${folder}\n`);
  r.config(key, path.join(r.root, '.git/more'));
}

/** A day's work with git. */
export function workPlainly(r: HostileRepository): void {
  r.plain(['commit', '-q', '--allow-empty', '-m', 'x']);
  r.plain(['commit', '-q', '--allow-empty', '--amend', '-m', 'y']);
  r.plain(['checkout', '-qb', 'day']);
  edit(r, 'd.txt');
  r.plain(['add', 'd.txt']);
  r.plain(['commit', '-qm', 'd']);
  r.plain(['rebase', '-q', 'main']);
  r.plain(['merge', '-q', '--no-ff', '-m', 'm', 'feature/t']);
  r.plain(['push', '-q', 'origin', 'day']);
  r.plain(['format-patch', '-q', '-1', '-o', path.join(r.folder, 'patches'), 'main']);
  r.plain(['checkout', '-q', 'main~1']);
  r.plain(['am', '-q', path.join(r.folder, 'patches/0001-a-commit.patch')]);
  r.plain(['checkout', '-q', 'feature/t']);
}
